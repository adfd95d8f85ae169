import { useNavigate } from '@tanstack/react-router'
import { Link2, LogOut } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '../../features/session/index.ts'
import { LinkedSignIns, type ProofWay, type Provider, queryKeys, useLinks } from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { ActionSheet } from '../../ui/sheet.ts'

export interface MeSheetProps {
	name: string
	open: boolean
	onOpenChange(open: boolean): void
}

/** What the person who is signed in can do about that: see and take away links, and sign out. */
export function MeSheet({ name, open, onOpenChange }: MeSheetProps) {
	const navigate = useNavigate()
	const hasLinks = useLinks().length > 0
	const [linksOpen, setLinksOpen] = useState(false)

	const unlink = (provider: Provider, way: ProofWay) =>
		navigate({
			to: way === 'phone' ? '/forgetPwd/phoneRetrieve' : '/forgetPwd/oaVerification',
			search: { [queryKeys[provider]]: 'true' },
		})

	async function leave() {
		await signOut()
		await navigate({ to: '/' })
	}

	const links = { label: m.social_linked(), icon: <Link2 />, onPress: () => setLinksOpen(true) }
	const out = { label: m.meeting_sign_out(), icon: <LogOut />, destructive: true, onPress: leave }
	return (
		<>
			<ActionSheet
				open={open}
				onOpenChange={onOpenChange}
				title={name}
				closeLabel={m.common_close()}
				actions={hasLinks ? [links, out] : [out]}
			/>
			<LinkedSignIns
				open={linksOpen}
				onClose={() => setLinksOpen(false)}
				onUnlink={(provider, way) => void unlink(provider, way)}
			/>
		</>
	)
}
