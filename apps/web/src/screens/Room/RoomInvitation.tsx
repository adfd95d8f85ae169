import { meeting as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { InvitationSheet, toMeetingReader } from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useCallQuery } from '../../query/index.ts'

export interface RoomInvitationProps {
	meetingId: MeetingId
	open: boolean
	onOpenChange(open: boolean): void
}

/** The invitation to the meeting of the room, as soon as the meeting is there. */
export function RoomInvitation({ meetingId, ...sheet }: RoomInvitationProps) {
	const reader = toMeetingReader(useSession())
	const { data } = useCallQuery(
		calls.detail,
		{ id: meetingId },
		{ handles401: true, select: ({ meeting }) => meeting, scope: [reader.userId] },
	)
	return data && <InvitationSheet meeting={data} reader={reader} {...sheet} />
}
