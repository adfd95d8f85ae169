import { m } from '../../locales/index.ts'
import { Button, lazyComponent } from '../../ui/index.ts'
import { type InvitationAction, useInvitations } from './useInvitations.ts'

const Dialog = lazyComponent(async () => (await import('../../ui/overlays/Dialog.tsx')).Dialog)

const actions = [
	{ action: 'refuse', kind: 'secondary', label: m.company_invitation_refuse },
	{ action: 'accept', kind: 'primary', label: m.company_invitation_accept },
] as const satisfies { action: InvitationAction; kind: string; label: () => string }[]

/** Asks about the invitations of companies, one after the other. */
export function Invitations() {
	const { queue, answer, postpone } = useInvitations()
	const { pending, sending } = queue
	const [invitation] = pending
	if (!invitation) return null
	return (
		<Dialog
			open
			onOpenChange={open => open || sending || postpone()}
			title={m.company_invitation_title({ company: invitation.companyName })}
			text={
				pending.length > 1 ? m.company_invitation_text_more({ more: pending.length - 1 }) : m.company_invitation_text()
			}
			actions={actions.map(({ action, kind, label }) => (
				<Button
					key={action}
					kind={kind}
					loading={sending === action && m.company_invitation_answering()}
					onClick={() => answer(action)}
				>
					{label()}
				</Button>
			))}
		/>
	)
}
