import { type MeetingPassword, unreachable } from '@parley/core'
import type {
	ChatSettings,
	CloseReason,
	Ending,
	EngineName,
	EnterRefusal,
	EnterResult,
	LeaveReason,
	LineQuality,
	NameRefusal,
	Participant,
	ParticipantId,
	ParticipantRole,
	PausedSource,
	Poll,
	Reaction,
	Recording,
	RecordingEnd,
	RecordingRefusal,
	RemovedPerson,
	RoleRefusal,
	ScreenRefusal,
	SendingState,
	Sharing,
	TargetRefusal,
	Waiting,
	WaitingRoom,
} from '@parley/room'
import { canActOn, canDo, isPermitted, type Permissions, type RoleAction } from '@parley/room'
import type { DeviceKind, MediaState, OpenError, RoomSupport, ScreenContent } from '../../media/index.ts'

/** The reason why a person is not, or no longer, in the room. */
export type ExitReason =
	| EnterRefusal
	| CloseReason
	| 'left'
	| 'ended-by-you'
	| 'no-ticket'
	/** The person came back to the address of a room they had left without pressing Leave. */
	| 'not-resumed'
	/** A refusal or close reason of a server that is newer than this page. */
	| 'unknown'
	| Exclude<RoomSupport, 'ready'>

export type DeviceState =
	| { status: 'off' }
	| { status: 'opening' }
	| { status: 'on' }
	| { status: 'failed'; error: OpenError }

/** `unavailable`: the engine grants nothing; a grant is requested again and again. */
export type MediaStatus = 'connecting' | 'live' | 'interrupted' | 'unavailable'

/** Why the own screen could not be shared. */
export type ScreenProblem = ScreenRefusal | 'screen.failed'

/** A fault that keeps a person from being heard or seen, or from hearing, through no choice of theirs (ROOM-200 to 202). */
export type Interruption = 'microphone-muted' | 'camera-muted' | 'headset-gone' | 'output-dead'

type LockNotice = 'locked' | 'unlocked'

/** Why an action towards the room or a person was refused; `failed` is for refusals that no user can act on. */
export type ActionProblem = RoleRefusal | TargetRefusal | NameRefusal | RecordingRefusal | 'failed'

/** Why a person who waits could not be let in or refused: `waiting-gone` if they no longer wait. */
export type WaitingProblem = 'room.full' | 'waiting-gone'

/** The latest event that is shown for a moment and read out; each has a new number. */
export interface Notice {
	number: number
	type:
		| 'joined'
		| 'left'
		| 'removed'
		| 'allowed-again'
		| 'hand'
		| 'sharing'
		| 'muted'
		| 'you-muted-all'
		| 'all-muted-before'
		| 'camera-stopped'
		| `${DeviceKind}-replaced`
		| 'screen-stopped'
		| 'poll'
		| 'poll-ended'
		| ScreenProblem
		| WaitingProblem
		| ActionProblem
		| 'unmute-not-allowed'
		| 'new-host'
		| `made-${Exclude<ParticipantRole, 'guest'>}`
		| LockNotice
		| `you-${LockNotice}`
		| 'recording-started'
		| 'recording-running'
		| 'recording-ends-soon'
		| `recording-${RecordingEnd}`
	name: string
}

export interface JoinedRoom {
	status: 'joined'
	self: ParticipantId
	topic: string
	isLocked: boolean
	/** True while the meeting is broadcast. */
	isOnAir: boolean
	sharing: Sharing
	chat: ChatSettings
	/** The permissions of members and guests (ROOM-112). */
	permissions: Permissions
	/** Shown large to everybody who has pinned nobody (ROOM-115). */
	spotlight: ParticipantId | null
	/** The last poll of the room; null before the first one. */
	poll: Poll | null
	/** The announced end of the meeting, by the clock of this page (ROOM-116). */
	ending: { isOwn: boolean; endsAt: number } | null
	/** The running recording (ROOM-150). */
	recording: Recording | null
	/** The host asks this person to switch the microphone on, until they answer. */
	isAskedToUnmute: boolean
	/** They were asked, and may do so although members may not; until the microphone is off again. */
	mayUnmuteOnce: boolean
	/** The own screen; `opening` while the person chooses one. */
	ownScreen: 'off' | 'opening' | 'on'
	/** The content of the own screen, as the presenter chose. */
	screenContent: ScreenContent
	/** In ms, by the clock of this page. */
	startedAt: number
	people: readonly Participant[]
	/** Those who were there before this page connected again, and have not returned yet; their return is not announced (ROOM-257). */
	returning: ReadonlySet<ParticipantId>
	speaking: ReadonlySet<ParticipantId>
	/** True if the socket is connected and entered; without it no event arrives. */
	isConnected: boolean
	/** The server said that it is stopping; the next one is expected in a moment. */
	isServerRestarting: boolean
	media: MediaStatus
	/** The engine of the last grant; null before the first one. */
	engine: EngineName | null
	/** Participants whose camera is not received, because the own line is too slow (ROOM-83). */
	paused: ReadonlySet<ParticipantId>
	/** The shared screen is not received, because the own line is too slow. */
	isScreenPaused: boolean
	/** Contains the participants whose line is not good (ROOM-87). */
	lineQualities: ReadonlyMap<ParticipantId, Exclude<LineQuality, 'good'>>
	/** The person chose to receive no pictures (ROOM-88). */
	isSoundOnly: boolean
	devices: Record<DeviceKind, DeviceState>
	isSoundBlocked: boolean
	/** The latest first. */
	interruptions: readonly Interruption[]
	/** Someone is trying passwords of the meeting; hosts are warned until they dismiss it. */
	triedPassword: MeetingPassword | undefined
	/** The people who wait before the room; known to those who may let people in. */
	waiting: WaitingRoom | undefined
	/** The people removed from the meeting, the last one first; known to those who may remove people (ROOM-181). */
	removed: readonly RemovedPerson[]
	/** This person is host or creator of the meeting by account (ROOM-199). */
	ownsMeeting: boolean
	notice: Notice | undefined
	/** The reactions that are shown at this moment (ROOM-103). */
	reactions: ReadonlyMap<ParticipantId, ShownReaction>
}

/** The latest reaction of a participant; the same one again counts up. */
export interface ShownReaction {
	reaction: Reaction
	times: number
	/** Counts all reactions that were received, so that one that is shown again is a new one. */
	number: number
}

/** Before the room, until a host lets the person in (ROOM-141). */
export interface WaitingState {
	status: 'waiting'
	topic: string
	hostName: string
	/** The place in line, from 1. */
	place: number
	/** The message of the hosts to all who wait. */
	message: string | null
	/** Devices to switch on in the room. */
	wants: SendingState
	isConnected: boolean
}

/** A refusal by a host, and the meeting that it concerns (ROOM-183). */
export interface ShownDenial {
	topic: string
	hostName: string
	/** Words of the host; may be empty. */
	message: string
	/** Time at which they may ask again, in ms by the clock of this page. */
	askAgainAt: number
}

export type RoomState =
	| { status: 'joining'; isOffline: boolean }
	| WaitingState
	| JoinedRoom
	/** `lastedMs`: how long the meeting had lasted, for people who were in it. */
	| { status: 'exited'; reason: ExitReason; lastedMs?: number; denial?: ShownDenial }

export type RoomAction =
	| { type: 'entered'; entered: EnterResult; nowMs: number }
	| {
			type: 'exited'
			reason: ExitReason
			nowMs: number
			/** Known from before the page was loaded again. */
			lastedMs?: number | undefined
			denial?: ShownDenial | undefined
	  }
	| { type: 'waiting'; waiting: Pick<Waiting, 'topic' | 'hostName' | 'place' | 'message'>; wants: SendingState }
	| { type: 'waiting-changed'; place: number; message: string | null }
	| { type: 'wants'; wants: SendingState }
	| { type: 'connection'; isConnected: boolean }
	| { type: 'server-restarting'; isRestarting: boolean }
	| { type: 'joined' | 'changed'; participant: Participant }
	| { type: 'left'; participantId: ParticipantId; reason: LeaveReason }
	| { type: 'locked'; isLocked: boolean; by: ParticipantId }
	| { type: 'on-air'; isOnAir: boolean }
	| { type: 'sharing'; sharing: Sharing }
	| { type: 'chat'; chat: ChatSettings }
	| { type: 'permissions'; permissions: Permissions }
	| { type: 'spotlight'; participantId: ParticipantId | null }
	| { type: 'ending'; ending: Ending | null; nowMs: number }
	| { type: 'recording'; recording: Recording | null; end?: RecordingEnd | undefined; endsSoon?: boolean }
	| { type: 'poll'; poll: Poll }
	| { type: 'unmute-asked' }
	| { type: 'unmute-answered' }
	| { type: 'unmute-not-allowed' }
	| { type: 'action-problem'; problem: ActionProblem }
	| { type: 'own-screen'; screen: JoinedRoom['ownScreen'] }
	| { type: 'screen-content'; content: ScreenContent }
	| { type: 'screen-problem'; problem: ScreenProblem }
	| { type: 'muted'; kind: DeviceKind }
	| { type: 'muted-all'; wereAllMuted: boolean }
	| { type: 'device'; kind: DeviceKind; device: DeviceState }
	| { type: 'media'; media: MediaStatus }
	| { type: 'engine'; engine: EngineName }
	| { type: 'paused'; sources: readonly PausedSource[] }
	| { type: 'quality'; participantId: ParticipantId; quality: LineQuality }
	| { type: 'sound-only'; isSoundOnly: boolean }
	| { type: 'speaking'; participantId: ParticipantId; speaking: boolean }
	| { type: 'sound'; isBlocked: boolean }
	| { type: 'interruption'; interruption: Interruption; isOver: boolean }
	| { type: 'device-replaced'; kind: DeviceKind; name: string }
	| { type: 'password-tried'; password: MeetingPassword | undefined }
	| { type: 'passwords-changed'; passwords: readonly MeetingPassword[] }
	| { type: 'reacted'; participantId: ParticipantId; reaction: Reaction; number: number }
	| { type: 'reaction-over'; participantId: ParticipantId; number: number }
	| { type: 'waiting-room'; waiting: WaitingRoom }
	| { type: 'waiting-problem'; problem: WaitingProblem }
	| { type: 'removed-people'; people: readonly RemovedPerson[] }
	| { type: 'allowed-again'; name: string }

type ReactionEvent = Extract<RoomAction, { type: 'reacted' }>

export const initialRoomState: RoomState = { status: 'joining', isOffline: false }

/** `exited` is final: coming back begins with a new state. */
export function roomReducer(room: RoomState, event: RoomAction): RoomState {
	if (room.status === 'exited') return room
	if (event.type === 'exited') {
		const { reason, nowMs, denial } = event
		const lastedMs = room.status === 'joined' ? Math.max(0, nowMs - room.startedAt) : event.lastedMs
		return { status: 'exited', reason, ...(lastedMs !== undefined && { lastedMs }), ...(denial && { denial }) }
	}
	if (event.type === 'entered') return applyEnterResult(room, event.entered, event.nowMs)
	if (event.type === 'waiting') {
		const { topic, hostName, place, message } = event.waiting
		return { status: 'waiting', topic, hostName, place, message, wants: event.wants, isConnected: true }
	}
	if (room.status === 'waiting') return waitingReducer(room, event)
	if (room.status === 'joining')
		return event.type === 'connection' ? { status: 'joining', isOffline: !event.isConnected } : room
	return joinedReducer(room, event)
}

function waitingReducer(room: WaitingState, event: RoomAction): WaitingState {
	switch (event.type) {
		case 'waiting-changed':
			return { ...room, place: event.place, message: event.message }
		case 'wants':
			return { ...room, wants: event.wants }
		case 'connection':
			// A reconnect is complete with the next answer to `enter`.
			return event.isConnected ? room : { ...room, isConnected: false }
		default:
			return room
	}
}

function joinedReducer(
	room: JoinedRoom,
	event: Exclude<RoomAction, { type: 'exited' | 'entered' | 'waiting' }>,
): JoinedRoom {
	switch (event.type) {
		case 'connection':
			// A reconnect is complete with the next `entered`, so a connection alone changes nothing.
			return event.isConnected ? room : { ...room, isConnected: false }
		case 'waiting-changed':
		case 'wants':
			return room
		case 'server-restarting':
			return { ...room, isServerRestarting: event.isRestarting }
		case 'joined':
			return withNewcomer(room, event.participant)
		case 'changed':
			return withRoleNotice(
				room,
				withHandNotice(room, withPerson(room, event.participant), event.participant),
				event.participant,
			)
		case 'left':
			return withoutPerson(room, event.participantId, event.reason)
		case 'locked':
			return withLock(room, event.isLocked, event.by)
		case 'on-air':
			return { ...room, isOnAir: event.isOnAir }
		case 'chat':
			return { ...room, chat: event.chat }
		case 'sharing':
			return withSharing(room, event.sharing)
		case 'permissions':
			return withPermissions(room, event.permissions)
		case 'spotlight':
			return { ...room, spotlight: event.participantId }
		case 'ending':
			return { ...room, ending: toOwnClock(event.ending, event.nowMs) }
		case 'recording':
			if (event.endsSoon) return withNotice({ ...room, recording: event.recording }, 'recording-ends-soon')
			return withRecordingNotice({ ...room, recording: event.recording }, room.recording, event.end)
		case 'poll':
			return withPoll(room, event.poll)
		case 'unmute-asked':
			return room.devices.microphone.status === 'on' ? room : { ...room, isAskedToUnmute: true, mayUnmuteOnce: true }
		case 'unmute-answered':
			return { ...room, isAskedToUnmute: false }
		case 'unmute-not-allowed':
		case 'action-problem':
			return withNotice(room, event.type === 'action-problem' ? event.problem : event.type)
		case 'own-screen':
			return { ...room, ownScreen: event.screen, ...(event.screen === 'off' && { screenContent: 'text' }) }
		case 'screen-content':
			return { ...room, screenContent: event.content }
		case 'screen-problem':
			return withNotice(room, event.problem)
		case 'muted-all':
			return withNotice(room, event.wereAllMuted ? 'all-muted-before' : 'you-muted-all')
		case 'muted':
			return withMuted(room, event.kind)
		case 'device':
			return withDevice(room, event.kind, event.device)
		case 'media':
			return { ...room, media: event.media }
		case 'engine':
			return { ...room, engine: event.engine }
		case 'paused':
			return withPaused(room, event.sources)
		case 'quality':
			return withQuality(room, event.participantId, event.quality)
		case 'sound-only':
			return { ...room, isSoundOnly: event.isSoundOnly }
		case 'speaking':
			return withSpeaking(room, event.participantId, event.speaking)
		case 'sound':
			return { ...room, isSoundBlocked: event.isBlocked }
		case 'interruption':
			return withInterruption(room, event.interruption, event.isOver)
		case 'device-replaced':
			return withNotice(room, `${event.kind}-replaced`, event.name)
		case 'waiting-problem':
			return withNotice(room, event.problem)
		case 'removed-people':
			return { ...room, removed: event.people }
		case 'allowed-again':
			return withNotice(room, event.type, event.name)
		case 'waiting-room':
			return { ...room, waiting: event.waiting }
		case 'password-tried':
			return { ...room, triedPassword: event.password }
		case 'passwords-changed':
			return room.triedPassword && event.passwords.includes(room.triedPassword)
				? { ...room, triedPassword: undefined }
				: room
		case 'reacted':
			return withReaction(room, event)
		case 'reaction-over':
			return withoutReaction(room, event)
		default:
			return unreachable(event)
	}
}

function applyEnterResult(room: RoomState, entered: EnterResult, nowMs: number): JoinedRoom {
	const before = room.status === 'joined' ? room : undefined
	const off: DeviceState = { status: 'off' }
	const joined: JoinedRoom = {
		status: 'joined',
		self: entered.self,
		topic: entered.topic,
		isLocked: entered.locked,
		isOnAir: entered.onAir,
		sharing: entered.sharing,
		chat: entered.chat,
		permissions: entered.permissions,
		spotlight: entered.spotlight,
		ending: toOwnClock(entered.ending, nowMs),
		poll: entered.poll,
		recording: entered.recording,
		isAskedToUnmute: false,
		mayUnmuteOnce: false,
		...(before && !isUnmuteWithdrawn(before.permissions, entered.permissions) && unmuteQuestionOf(before)),
		ownScreen: before?.ownScreen ?? 'off',
		screenContent: before?.screenContent ?? 'text',
		startedAt: nowMs - (entered.now - entered.startedAt),
		people: entered.roster,
		returning: findReturning(before, entered.roster),
		speaking: new Set(),
		isConnected: true,
		isServerRestarting: false,
		media: entered.grant ? (before?.media ?? 'connecting') : 'unavailable',
		engine: entered.grant?.engine ?? before?.engine ?? null,
		paused: before?.paused ?? new Set(),
		isScreenPaused: before?.isScreenPaused ?? false,
		// The engine tells the weak ones again.
		lineQualities: new Map(),
		isSoundOnly: before?.isSoundOnly ?? false,
		devices: before?.devices ?? { microphone: off, camera: off },
		isSoundBlocked: before?.isSoundBlocked ?? false,
		interruptions: before?.interruptions ?? [],
		triedPassword: before?.triedPassword,
		waiting: entered.waiting,
		removed: entered.removed ?? [],
		ownsMeeting: entered.ownsMeeting ?? false,
		notice: before?.notice,
		reactions: new Map(),
	}
	if (before) return withRecordingNotice(withReturnNotice(before, joined), before.recording)
	return joined.recording ? withNotice(joined, 'recording-running') : joined
}

/** Returns who is not back yet after a restart, in which people connect again one after the other. */
function findReturning(before: JoinedRoom | undefined, roster: readonly Participant[]): ReadonlySet<ParticipantId> {
	const known = [...(before?.people ?? []).map(({ id }) => id), ...(before?.returning ?? [])]
	return new Set(known.filter(id => !roster.some(person => person.id === id)))
}

/** Says that a participant has joined, unless they return; one may return before this page has entered again. */
function withNewcomer(room: JoinedRoom, participant: Participant): JoinedRoom {
	const next = withPerson(room, participant)
	if (room.people.some(({ id }) => id === participant.id)) return next
	if (!room.returning.has(participant.id)) return withNotice(next, 'joined', participant.name)
	return { ...next, returning: new Set([...room.returning].filter(id => id !== participant.id)) }
}

/** Says that a recording has begun or ended. */
function withRecordingNotice(room: JoinedRoom, before: Recording | null, end: RecordingEnd = 'stopped'): JoinedRoom {
	const { recording } = room
	if (!recording) return before ? withNotice(room, `recording-${end}`) : room
	return before?.startedAt === recording.startedAt ? room : withNotice(room, 'recording-started', recording.by)
}

/** Nothing is left of a question that the host asked before. */
const noUnmuteQuestion = { isAskedToUnmute: false, mayUnmuteOnce: false }
const unmuteQuestionOf = ({ isAskedToUnmute, mayUnmuteOnce }: JoinedRoom) => ({ isAskedToUnmute, mayUnmuteOnce })

const isUnmuteWithdrawn = (before: Permissions, now: Permissions): boolean => before.unmute && !now.unmute

/** The server forgets who was asked when members may no longer unmute themselves (ROOM-113). */
const withPermissions = (room: JoinedRoom, permissions: Permissions): JoinedRoom => ({
	...room,
	permissions,
	...(isUnmuteWithdrawn(room.permissions, permissions) && noUnmuteQuestion),
})

function withMuted(room: JoinedRoom, kind: DeviceKind): JoinedRoom {
	const next = withDevice(room, kind, { status: 'off' })
	if (kind === 'camera') return withNotice(next, 'camera-stopped')
	return withNotice({ ...next, ...noUnmuteQuestion }, 'muted')
}

function withReaction(room: JoinedRoom, { participantId, reaction, number }: ReactionEvent): JoinedRoom {
	const before = room.reactions.get(participantId)
	const times = before?.reaction === reaction ? before.times + 1 : 1
	return { ...room, reactions: new Map(room.reactions).set(participantId, { reaction, times, number }) }
}

function withoutReaction(room: JoinedRoom, { participantId, number }: Pick<ReactionEvent, 'participantId' | 'number'>) {
	if (room.reactions.get(participantId)?.number !== number) return room
	const reactions = new Map(room.reactions)
	reactions.delete(participantId)
	return { ...room, reactions }
}
const toOwnClock = (ending: Ending | null, nowMs: number): JoinedRoom['ending'] =>
	ending && { isOwn: ending.isOwn, endsAt: nowMs + ending.inMs }

function withPaused(room: JoinedRoom, sources: readonly PausedSource[]): JoinedRoom {
	const pausedOf = (wanted: PausedSource['source']) =>
		sources.flatMap(({ participantId, source }) => (source === wanted ? [participantId] : []))
	const isScreenPaused = pausedOf('screen').some(id => id === room.sharing.presenter)
	return { ...room, paused: new Set(pausedOf('camera')), isScreenPaused }
}

function withPerson(room: JoinedRoom, participant: Participant): JoinedRoom {
	const known = room.people.some(person => person.id === participant.id)
	const people = known
		? room.people.map(person => (person.id === participant.id ? participant : person))
		: [...room.people, participant]
	return { ...room, people }
}

/** Shows that somebody else shares, or that the host has ended the own presentation. */
function withSharing(room: JoinedRoom, sharing: Sharing): JoinedRoom {
	const next = { ...room, sharing }
	const { presenter } = sharing
	if (presenter === room.sharing.presenter) return next
	if (presenter === null) return room.ownScreen === 'on' ? withNotice(next, 'screen-stopped') : next
	const name = room.people.find(({ id }) => id === presenter)?.name
	return presenter === room.self || name === undefined ? next : withNotice(next, 'sharing', name)
}

/** Shows that somebody else has raised their hand. */
function withHandNotice(before: JoinedRoom, room: JoinedRoom, { id, name, handRaisedAt }: Participant): JoinedRoom {
	const isNew = handRaisedAt && !before.people.find(person => person.id === id)?.handRaisedAt
	return isNew && id !== room.self ? withNotice(room, 'hand', name) : room
}

/** Shows that the own role has changed, or that somebody else is the host now. */
function withRoleNotice(before: JoinedRoom, room: JoinedRoom, { id, name }: Participant): JoinedRoom {
	const roleIn = ({ people }: JoinedRoom) => people.find(person => person.id === id)?.role
	const [from, to] = [roleIn(before), roleIn(room)]
	if (from === undefined || to === undefined || from === to) return room
	if (id !== room.self) return to === 'host' ? withNotice(room, 'new-host', name) : room
	// The notice about the new host says why.
	if (from === 'host' && to === 'co-host') return room
	return withNotice(room, to === 'guest' ? 'made-member' : `made-${to}`)
}

/** Says how the own role changed while the connection was lost (ROOM-117). */
function withReturnNotice(before: JoinedRoom, room: JoinedRoom): JoinedRoom {
	const self = getSelf(room)
	if (!self) return room
	const newHost = isHost(before) && self.role === 'co-host' && room.people.find(({ role }) => role === 'host')
	return newHost ? withNotice(room, 'new-host', newHost.name) : withRoleNotice(before, room, self)
}

function withoutPerson(room: JoinedRoom, participantId: ParticipantId, reason: LeaveReason): JoinedRoom {
	const person = room.people.find(candidate => candidate.id === participantId)
	if (!person) return room
	const people = room.people.filter(candidate => candidate !== person)
	const rest = withQuality(withSpeaking({ ...room, people }, participantId, false), participantId, 'good')
	return withNotice(rest, reason === 'removed' ? 'removed' : 'left', person.name)
}

function withLock(room: JoinedRoom, isLocked: boolean, by: ParticipantId): JoinedRoom {
	const what: LockNotice = isLocked ? 'locked' : 'unlocked'
	return withNotice({ ...room, isLocked }, by === room.self ? `you-${what}` : what)
}

function withDevice(room: JoinedRoom, kind: DeviceKind, device: DeviceState): JoinedRoom {
	const devices = { ...room.devices, [kind]: device }
	const sending = getSendingState(devices)
	// The own entry is changed at once, without waiting for the event of the server.
	const people = room.people.map(person => (person.id === room.self ? { ...person, sending } : person))
	const isMicrophoneOn = devices.microphone.status === 'on'
	const wasMicrophoneOn = room.devices.microphone.status === 'on'
	return {
		...room,
		devices,
		people,
		isAskedToUnmute: room.isAskedToUnmute && !isMicrophoneOn,
		mayUnmuteOnce: room.mayUnmuteOnce && !(wasMicrophoneOn && !isMicrophoneOn),
	}
}

function withPoll(room: JoinedRoom, poll: Poll): JoinedRoom {
	const next = { ...room, poll }
	if (room.poll?.id !== poll.id) return withNotice(next, 'poll')
	return room.poll.isOpen && !poll.isOpen ? withNotice(next, 'poll-ended') : next
}

function withInterruption(room: JoinedRoom, interruption: Interruption, isOver: boolean): JoinedRoom {
	const others = room.interruptions.filter(other => other !== interruption)
	return { ...room, interruptions: isOver ? others : [interruption, ...others] }
}

function withSpeaking(room: JoinedRoom, participantId: ParticipantId, speaking: boolean): JoinedRoom {
	if (room.speaking.has(participantId) === speaking) return room
	const now = new Set(room.speaking)
	if (speaking) now.add(participantId)
	else now.delete(participantId)
	return { ...room, speaking: now }
}

function withQuality(room: JoinedRoom, participantId: ParticipantId, quality: LineQuality): JoinedRoom {
	const lineQualities = new Map(room.lineQualities)
	if (quality === 'good') lineQualities.delete(participantId)
	else lineQualities.set(participantId, quality)
	return { ...room, lineQualities }
}

function withNotice(room: JoinedRoom, type: Notice['type'], name = ''): JoinedRoom {
	return { ...room, notice: { number: (room.notice?.number ?? 0) + 1, type: type, name } }
}

export const getSendingState = (devices: Record<DeviceKind, DeviceState>): SendingState => ({
	microphone: devices.microphone.status === 'on',
	camera: devices.camera.status === 'on',
})

/** A lost session is shown as connecting, because a new one is opened at once. */
export const toMediaStatus = (state: MediaState): MediaStatus => (state === 'lost' ? 'connecting' : state)

/** Why the camera of a participant is not received. */
export type HiddenReason = 'sound-only' | 'paused'

export function getHiddenReason(room: JoinedRoom, participantId: ParticipantId): HiddenReason | undefined {
	if (room.isSoundOnly) return 'sound-only'
	return room.paused.has(participantId) ? 'paused' : undefined
}

/** Why the shared screen is not received. */
export function getHiddenScreenReason(room: JoinedRoom): HiddenReason | undefined {
	if (room.isSoundOnly) return 'sound-only'
	return room.isScreenPaused ? 'paused' : undefined
}

/** Quality of the own line. */
export const getOwnQuality = (room: JoinedRoom): LineQuality => room.lineQualities.get(room.self) ?? 'good'

export const isHost = (room: JoinedRoom): boolean => getSelf(room)?.role === 'host'

/** Returns whether the own role allows something in the room; the server decides again (ROOM-110). */
export function mayDo(room: JoinedRoom, action: RoleAction): boolean {
	const self = getSelf(room)
	return self !== undefined && canDo(self.role, action)
}

/** Returns whether the own role allows something towards another person. */
export function mayDoTo(room: JoinedRoom, action: RoleAction, person: Participant): boolean {
	const self = getSelf(room)
	return self !== undefined && self.id !== person.id && canDo(self.role, action) && canActOn(self.role, person.role)
}

/** Returns whether this person may do something that the host permits to members or not (ROOM-112). */
export const isPermittedHere = (room: JoinedRoom, permission: keyof Permissions): boolean =>
	isPermitted(getSelf(room)?.role ?? 'member', permission, room.permissions)

/** Returns whether this person may switch the microphone on (ROOM-113). */
export const mayUnmute = (room: JoinedRoom): boolean => room.mayUnmuteOnce || isPermittedHere(room, 'unmute')

/**
 * The interruption to show: a headset that is gone, because nothing is heard without it, then the microphone, which a phone
 * call takes together with the camera, otherwise the latest.
 */
export const getInterruption = ({ interruptions }: Pick<JoinedRoom, 'interruptions'>): Interruption | undefined =>
	firstInterruptions.find(first => interruptions.includes(first)) ?? interruptions[0]

const firstInterruptions = ['headset-gone', 'microphone-muted'] as const satisfies readonly Interruption[]

/** Everyone else, in the order in which they joined. */
export const getOthers = (room: JoinedRoom): Participant[] => room.people.filter(person => person.id !== room.self)

export const getSelf = (room: JoinedRoom): Participant | undefined =>
	room.people.find(person => person.id === room.self)

export interface DeviceProblem {
	kinds: readonly DeviceKind[]
	error: OpenError
}

/** The device problem to show: both devices together where the error is the same, else the microphone first. */
export function getDeviceProblem({ devices: { microphone, camera } }: JoinedRoom): DeviceProblem | undefined {
	const microphoneError = microphone.status === 'failed' ? microphone.error : undefined
	const cameraError = camera.status === 'failed' ? camera.error : undefined
	if (microphoneError) {
		const isSame = microphoneError === cameraError
		return { kinds: isSame ? ['microphone', 'camera'] : ['microphone'], error: microphoneError }
	}
	return cameraError && { kinds: ['camera'], error: cameraError }
}

/** Place in line of each participant whose hand is raised, from 1. */
export function getHandPlaces({ people }: Pick<JoinedRoom, 'people'>): ReadonlyMap<ParticipantId, number> {
	const raised = people.flatMap(({ id, handRaisedAt }) => (handRaisedAt ? [{ id, handRaisedAt }] : []))
	const inLine = raised.toSorted((a, b) => a.handRaisedAt - b.handRaisedAt)
	return new Map(inLine.map(({ id }, index) => [id, index + 1]))
}

/** Why the server would refuse the own screen now. */
export function getScreenProblem(room: JoinedRoom): ScreenRefusal | undefined {
	if (!isPermittedHere(room, 'share')) return 'screen.not-allowed'
	const { presenter } = room.sharing
	return presenter === null || presenter === room.self ? undefined : 'screen.taken'
}
