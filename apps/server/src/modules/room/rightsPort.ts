import type { MeetingId } from '@parley/core'
import type { ParticipantIdentity } from './resumeToken.ts'

/** The room module's view of the rules of joining. */
export interface RightsPort {
	/** Returns the people among these who could no longer join in the same role (ROOM-25). */
	findRevoked(meetingId: MeetingId, people: readonly ParticipantIdentity[]): Promise<ParticipantIdentity[]>
	/** Returns whether newcomers like this person wait for a host, by the rule of the meeting (ROOM-140). */
	mustWait(meetingId: MeetingId, person: ParticipantIdentity): Promise<boolean>
	/** Returns whether a person is host or creator of the meeting by account. */
	ownsMeeting(person: ParticipantIdentity): Promise<boolean>
	/** Returns whether the site gives this person a name that they cannot choose (JOIN-18). */
	isNameLocked(person: ParticipantIdentity): Promise<boolean>
}
