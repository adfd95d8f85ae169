import type { Instant, MeetingId } from '@parley/core'
import type { ChatSettings, ParticipantId, ParticipantRole, Permissions } from '@parley/room'

/** Stored ticket: its fingerprint and the rights it grants. */
export interface TicketRow {
	hash: string
	meetingId: MeetingId
	siteId: string
	userId: string | null
	/** Key of a person in this meeting, so that a removal applies (ROOM-40). */
	personKey: string
	/** Session, guest address and password the ticket was issued for. */
	sessionId: string | null
	addressKey: string | null
	passwordProof: string | null
	displayName: string
	host: boolean
	microphone: boolean
	camera: boolean
	expiresAt: Instant
	usedAt: Instant | null
}

/** A person as a meeting knows them until it ends; null where nothing was changed in the room. */
export interface KnownPerson {
	role: ParticipantRole | null
	displayName: string | null
}

/** Data that a meeting keeps until it ends: its host, and the settings of those who run it. */
export interface RoomSettings {
	permissions: Permissions
	chat: ChatSettings
	/** The person who is host; null while no host is in the room. */
	hostKey: string | null
}

/** The decision of a host about a person who waits or waited: let in, not let in, or to wait again. */
export type Decision = 'admitted' | 'denied' | 'returned'

export interface StoredDecision {
	decision: Decision
	decidedAt: Instant
	/** Words of the host to a person who was not let in. */
	message: string
}

/** A person who was removed, as they were in the room at that moment. */
export interface Removal {
	personKey: string
	/** The address of a guest, whose other guests wait from then on (ROOM-40). */
	addressKey: string | null
	participantId: ParticipantId
	userId: string | null
	name: string
	role: ParticipantRole
	removedAt: Instant
}

export interface RoomStore {
	insertTicket(ticket: TicketRow): Promise<void>
	/** Marks the ticket used if it was not and has not expired; of two at once exactly one succeeds (ROOM-03). */
	redeemTicket(hash: string, now: Instant): Promise<TicketRow | undefined>
	/** Makes a used ticket valid again until it expires. */
	restoreTicket(hash: string): Promise<void>
	findTicket(hash: string): Promise<TicketRow | undefined>
	removeExpiredTickets(now: Instant): Promise<void>
	/** Replaces an earlier removal of this person. */
	addRemoval(meetingId: MeetingId, removal: Removal): Promise<void>
	liftRemoval(meetingId: MeetingId, personKey: string): Promise<void>
	/** The removals that stand, the last one first. */
	findRemovals(meetingId: MeetingId): Promise<Removal[]>
	isRemoved(meetingId: MeetingId, personKey: string): Promise<boolean>
	/** Returns whether a removed guest had this address. */
	isAddressRemoved(meetingId: MeetingId, addressKey: string): Promise<boolean>
	savePerson(meetingId: MeetingId, personKey: string, person: KnownPerson): Promise<void>
	/** By person key. */
	findPeople(meetingId: MeetingId): Promise<Map<string, KnownPerson>>
	/** Replaces an earlier decision about this person. */
	setDecision(meetingId: MeetingId, personKey: string, decision: StoredDecision): Promise<void>
	findDecision(meetingId: MeetingId, personKey: string): Promise<StoredDecision | undefined>
	saveSettings(meetingId: MeetingId, settings: RoomSettings): Promise<void>
	findSettings(meetingId: MeetingId): Promise<RoomSettings | undefined>
	/**
	 * Stores the end: tickets, removals, decisions, known people and settings of the meeting are deleted, resume tokens from before it
	 * become invalid.
	 */
	close(meetingId: MeetingId, at: Instant): Promise<void>
	/** Removes all data of a deleted meeting. */
	forget(meetingId: MeetingId): Promise<void>
	closedAt(meetingId: MeetingId): Promise<Instant | undefined>
	/** Removes the names of a person whose account is deleted, who can join nothing any more. */
	forgetPerson(userId: string): Promise<void>
}
