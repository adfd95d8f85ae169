import type { Instant, MeetingId, MeetingPassword } from '@parley/core'
import {
	type ChatSettings,
	isManager,
	type Participant,
	type ParticipantId,
	type ParticipantRole,
	type Permissions,
	type PollDraft,
	roomLimits,
	type SendingState,
	type Sharing,
} from '@parley/room'
import { initialRole } from './policy.ts'
import type { RunningRecording } from './recordingPort.ts'
import type { ParticipantIdentity } from './resumeToken.ts'
import type { KnownPerson, Removal } from './store.ts'

/** A participant and the connection they entered with. */
export interface ParticipantConnection {
	meetingId: MeetingId
	participantId: ParticipantId
	connection: string
}

/** The socket of a place in the room, or before it; after a drop, since when it has none. */
export type PlaceConnection = { id: string } | { disconnectedAt: Instant }

/** Returns whether a connection has been lost for longer than the grace period (ROOM-20). */
export const hasExpired = (connection: PlaceConnection, now: Instant): boolean =>
	'disconnectedAt' in connection && now - connection.disconnectedAt >= roomLimits.reconnectGraceMs

/** A participant in the room. Without a connection they stay in it for the grace period (ROOM-20). */
export interface RoomParticipant {
	identity: ParticipantIdentity
	role: ParticipantRole
	name: string
	sending: SendingState
	handRaisedAt: Instant | null
	/** The start of their visit, which reconnects continue. */
	joinedAt: Instant
	connection: PlaceConnection
}

/** When they joined the meeting for the first time, also before their server was restarted. */
export const firstJoinedAt = ({ identity, joinedAt }: Pick<RoomParticipant, 'identity' | 'joinedAt'>): Instant =>
	identity.joinedAt ?? joinedAt

/** The running recording of an open room. */
export interface RoomRecording {
	startedAt: Instant
	/** Name of the person who started it. */
	by: string
	asksConsent: boolean
	/** True once those who run the meeting were told that it will end by itself. */
	isEndAnnounced: boolean
	/** The people who have agreed, by person key. */
	agreed: Set<string>
	running: RunningRecording
}

/** The poll of an open room: one at a time, in memory. */
export interface RoomPoll extends PollDraft {
	id: number
	/** The chosen option of each person, by person key, so that two windows count once. */
	answers: Map<string, number>
	isOpen: boolean
}

/** An open room in memory: its participants and state. */
export class OpenRoom {
	readonly meetingId: MeetingId
	readonly topic: string
	readonly startedAt: Instant
	/** When a room of this meeting was last closed before this one was opened. */
	readonly lastClosedAt: Instant | undefined
	locked: boolean
	/** True while the meeting is broadcast. */
	onAir: boolean
	/** Newcomers wait for a host. */
	hasWaitingRoom: boolean
	chat: ChatSettings
	sharing: Sharing = { presenter: null }
	permissions: Permissions
	spotlight: ParticipantId | null = null
	/** The last poll, open or ended. */
	poll: RoomPoll | undefined
	/** The end that was announced, by whom and for when. */
	ending: { personKey: string; at: Instant } | null = null
	recording: RoomRecording | null = null
	/** Participants who may be heard while members may not unmute themselves (ROOM-113). */
	readonly speakers = new Set<ParticipantId>()
	/** True once closed: no ticket or token admits anyone. */
	closed = false
	/** Times of the last warnings to its hosts about guesses of a password. */
	readonly passwordWarnings = new Map<MeetingPassword, Instant>()
	/** The removals that stand, by person key; stored too, but a query takes time in which a removed person could enter again. */
	readonly removed: Map<string, Removal>
	/**
	 * The person who is host (ROOM-117), by person key; null while no host is in the room. Every other person with a claim to
	 * it is a co-host, so that a room never has two hosts.
	 */
	hostKey: string | null
	/** After a restart of the server the host may come back until then, before another person becomes host. */
	hostAwaitedUntil: Instant | null
	/** People who were given a role or a name in the room, by person key. */
	readonly knownPeople: Map<string, KnownPerson>
	/** All people who have been in the room since it was opened. */
	readonly #entered = new Set<string>()
	readonly #participants = new Map<ParticipantId, RoomParticipant>()
	/** Those who have left since the room was opened, whose messages are still in its chat. */
	readonly #former = new Map<ParticipantId, RoomParticipant>()

	constructor(meeting: {
		meetingId: MeetingId
		topic: string
		startedAt: Instant
		lastClosedAt: Instant | undefined
		locked: boolean
		hasWaitingRoom: boolean
		onAir: boolean
		knownPeople: Map<string, KnownPerson>
		removals: readonly Removal[]
		permissions: Permissions
		chat: ChatSettings
		hostKey: string | null
		hostAwaitedUntil: Instant | null
	}) {
		this.meetingId = meeting.meetingId
		this.topic = meeting.topic
		this.startedAt = meeting.startedAt
		this.lastClosedAt = meeting.lastClosedAt
		this.locked = meeting.locked
		this.hasWaitingRoom = meeting.hasWaitingRoom
		this.onAir = meeting.onAir
		this.knownPeople = meeting.knownPeople
		this.removed = new Map(meeting.removals.map(removal => [removal.personKey, removal]))
		this.permissions = meeting.permissions
		this.chat = meeting.chat
		this.hostKey = meeting.hostKey
		this.hostAwaitedUntil = meeting.hostAwaitedUntil
	}

	get participantCount(): number {
		return this.#participants.size
	}

	get hasHost(): boolean {
		return this.participants.some(({ role }) => role === 'host')
	}

	get participants(): RoomParticipant[] {
		return [...this.#participants.values()]
	}

	get roster(): Participant[] {
		return this.participants.map(toParticipant)
	}

	/**
	 * Returns the participants shown to a person who enters: without their own disconnected places, which are left from an
	 * earlier visit and whose end need not be announced.
	 */
	rosterFor({ participantId, personKey }: Pick<ParticipantIdentity, 'participantId' | 'personKey'>): Participant[] {
		const isFormerSelf = ({ identity, connection }: RoomParticipant) =>
			identity.personKey === personKey && identity.participantId !== participantId && !('id' in connection)
		return this.participants.filter(participant => !isFormerSelf(participant)).map(toParticipant)
	}

	participant(participantId: ParticipantId): RoomParticipant | undefined {
		return this.#participants.get(participantId)
	}

	setParticipant(participant: RoomParticipant): void {
		this.#entered.add(participant.identity.personKey)
		this.#participants.set(participant.identity.participantId, participant)
	}

	/** Returns a participant, also one who has left since the room was opened, as they were then. */
	presentOrFormer(participantId: ParticipantId): RoomParticipant | undefined {
		return this.#participants.get(participantId) ?? this.#former.get(participantId)
	}

	removeParticipant(participantId: ParticipantId): void {
		const participant = this.#participants.get(participantId)
		if (participant) this.#former.set(participantId, participant)
		this.#participants.delete(participantId)
	}

	/** Returns how a person is shown: as they joined, or as they were changed in the room. */
	shownAs(identity: ParticipantIdentity): Pick<RoomParticipant, 'role' | 'name'> {
		const { personKey } = identity
		const role = this.grantedRole(identity)
		const name = this.knownPeople.get(personKey)?.displayName ?? identity.name
		return { role: role === 'host' && personKey !== this.hostKey ? 'co-host' : role, name }
	}

	/** Returns the role with which a person joined or that they were given; several people may have that of the host. */
	grantedRole(identity: ParticipantIdentity): ParticipantRole {
		return this.knownPeople.get(identity.personKey)?.role ?? initialRole(identity)
	}

	/** Returns whether a person has been in the room, or was given a role that runs the meeting: no lock keeps them out (ROOM-33). */
	isKnown(personKey: string): boolean {
		const role = this.knownPeople.get(personKey)?.role
		return this.#entered.has(personKey) || (role ? isManager(role) : false)
	}

	/** Returns the participants of one person, who may be in the room on several devices. */
	participantsOf(personKey: string): RoomParticipant[] {
		return this.participants.filter(({ identity }) => identity.personKey === personKey)
	}

	/** Returns how many times a person is in the room. */
	countOf(personKey: string): number {
		return this.participantsOf(personKey).length
	}

	isRemoved(personKey: string): boolean {
		return this.removed.has(personKey)
	}

	/** Returns whether a removed guest had this address (ROOM-40). */
	isAddressRemoved(addressKey: string | null): boolean {
		return addressKey !== null && [...this.removed.values()].some(removal => removal.addressKey === addressKey)
	}

	/** Connections of all participants, or of all but one. */
	connections(except?: ParticipantId): string[] {
		return this.connectionsWhere(({ identity }) => identity.participantId !== except)
	}

	connectionsWhere(isWanted: (participant: RoomParticipant) => boolean): string[] {
		return this.participants.flatMap(participant =>
			'id' in participant.connection && isWanted(participant) ? [participant.connection.id] : [],
		)
	}

	/** Participants who have been disconnected for longer than the grace period. */
	expiredParticipants(now: Instant): RoomParticipant[] {
		return this.participants.filter(({ connection }) => hasExpired(connection, now))
	}
}

/** Returns a participant as shown to the others. */
export const toParticipant = ({
	identity,
	role,
	name,
	sending,
	handRaisedAt,
	connection,
}: RoomParticipant): Participant => ({
	id: identity.participantId,
	name,
	role,
	sending,
	connected: 'id' in connection,
	handRaisedAt,
})
