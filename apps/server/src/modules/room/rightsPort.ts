import type { MeetingId } from '@parley/core'
import type { ParticipantIdentity } from './resumeToken.ts'

/** What the room module needs of the rules of joining. */
export interface RightsPort {
	/** Of people who joined a meeting, those who could not join any more as what they are (ROOM-25). */
	findRevoked(meetingId: MeetingId, people: readonly ParticipantIdentity[]): Promise<ParticipantIdentity[]>
}
