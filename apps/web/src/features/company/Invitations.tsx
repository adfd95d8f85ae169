import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import { type InvitationAction, useInvitations } from './useInvitations.ts'

const Dialog = lazyComponent(async () => (await import('../../ui/overlays/Dialog.tsx')).Dialog)

/** Asks about the invitations of companies, one after the other. */
export function Invitations() {
	const { queue, answer, postpone } = useInvitations()
	const { pending, sending } = queue
	const [invitation] = pending
	if (!invitation) return null
	const answerOf = (action: InvitationAction, label: string) => ({
		label,
		loading: sending === action && m.company_invitation_answering(),
		onPress: () => answer(action),
	})
	return (
		<Dialog
			open
			onOpenChange={open => open || sending || postpone()}
			title={m.company_invitation_title({ company: invitation.companyName })}
			text={
				pending.length > 1 ? m.company_invitation_text_more({ more: pending.length - 1 }) : m.company_invitation_text()
			}
			cancel={answerOf('refuse', m.company_invitation_refuse())}
			confirm={answerOf('accept', m.company_invitation_accept())}
		/>
	)
}
