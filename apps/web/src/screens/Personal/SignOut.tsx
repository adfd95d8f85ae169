import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trySignOut } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { AlertDialog } from '../../ui/dialog.ts'
import { toast } from '../../ui/index.ts'

const says = { refused: m['logout-fail'], timeout: m.net_timeout, offline: m.net_offline } as const

/** Asks before it signs out; what stands in the way is said, and it can be tried again (PERS-31, PERS-32). */
export function SignOut({ onClose }: { onClose(): void }) {
	const navigate = useNavigate()
	const [isLeaving, setLeaving] = useState(false)

	async function go() {
		setLeaving(true)
		const left = await trySignOut()
		if (left.ok) return void navigate({ to: '/' })
		setLeaving(false)
		onClose()
		toast.show(says[left.failure](), { tone: 'error' })
	}

	return (
		<AlertDialog
			open
			onClose={onClose}
			title={m.personal_sign_out_question()}
			text={m.personal_sign_out_text()}
			confirm={{
				label: m.personal_sign_out(),
				destructive: true,
				loading: isLeaving && m.personal_signing_out(),
				onConfirm: () => void go(),
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
