import { lazyComponent } from '../../ui/index.ts'
import type { InvitationDialogProps } from './InvitationDialog.tsx'
import { useInvitations } from './useInvitations.ts'

const InvitationDialog = lazyComponent(async () => (await import('./InvitationDialog.tsx')).InvitationDialog)

/** Asks about the invitations of companies, one after the other. */
export function Invitations() {
	const { queue, give, putOff } = useInvitations()
	const [invitation] = queue.waiting
	if (!invitation) return null
	const props: InvitationDialogProps = { invitation, count: queue.waiting.length, giving: queue.giving, give, putOff }
	return <InvitationDialog {...props} />
}
