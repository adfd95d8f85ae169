import { lazy, Suspense } from 'react'
import type { InvitationDialogProps } from './InvitationDialog.tsx'
import { useInvitations } from './useInvitations.ts'

const InvitationDialog = lazy(async () => ({ default: (await import('./InvitationDialog.tsx')).InvitationDialog }))

/** Asks about the invitations of companies, one after the other. */
export function Invitations() {
	const { queue, give, putOff } = useInvitations()
	const [invitation] = queue.waiting
	if (!invitation) return null
	const props: InvitationDialogProps = { invitation, count: queue.waiting.length, giving: queue.giving, give, putOff }
	return (
		<Suspense>
			<InvitationDialog {...props} />
		</Suspense>
	)
}
