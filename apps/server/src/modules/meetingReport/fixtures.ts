import type { MeetingId } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import type { RoomVisit } from '../room/index.ts'

export const meetingId = '123456789' as MeetingId
export const otherMeetingId = '987654321' as MeetingId

export const aVisit = (fields: Partial<RoomVisit> = {}): RoomVisit => ({
	participantId: 'p_000000000001' as ParticipantId,
	meetingId,
	siteId: 'A',
	personKey: 'person-1',
	userId: 'u-1',
	name: '李雷',
	heldAt: 1_000,
	joinedAt: 1_500,
	...fields,
})
