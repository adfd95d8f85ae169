import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton, lazyComponent, toast, useAction } from '../../../ui/index.ts'
import { trySignOut, useSession } from '../../session/index.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

/** Shown to signed-in viewers; asks for confirmation (CHAT-15, CHAT-16). */
export function SignOutButton() {
	const isSignedIn = useSession(({ kind }) => kind === 'member')
	const [isAsking, setIsAsking] = useState(false)
	const [signOut, isSigningOut] = useAction(
		() => trySignOut(),
		result => {
			if (result.ok) setIsAsking(false)
			else toast.show(m.live_chat_signOut_failed(), { tone: 'error' })
		},
	)
	if (!isSignedIn) return null
	return (
		<>
			<IconButton label={m.live_chat_signOut()} icon={<LogOut aria-hidden />} onClick={() => setIsAsking(true)} />
			<AlertDialog
				open={isAsking}
				onClose={() => setIsAsking(false)}
				title={m.live_chat_signOut_title()}
				text={m.live_chat_signOut_text()}
				confirm={{
					label: m.live_chat_signOut(),
					destructive: true,
					onConfirm: () => void signOut(),
					loading: isSigningOut && m.live_chat_signOut(),
				}}
				cancel={{ label: m.common_cancel() }}
			/>
		</>
	)
}
