import { meeting as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { InvitationSheet, toViewer } from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useCallQuery } from '../../query/index.ts'

export interface RoomInvitationProps {
	meetingId: MeetingId
	open: boolean
	onOpenChange(open: boolean): void
}

/** The invitation to the meeting of the room, as soon as the meeting is there. */
export function RoomInvitation({ meetingId, ...sheet }: RoomInvitationProps) {
	const viewer = toViewer(useSession())
	const { data } = useCallQuery(
		calls.detail,
		{ id: meetingId },
		{ handles401: true, select: ({ meeting }) => meeting, scope: [viewer.userId] },
	)
	return data && <InvitationSheet meeting={data} viewer={viewer} {...sheet} />
}
