import { unreachable } from '@parley/core'
import type {
	CloseReason,
	EnterRefusal,
	EnterResult,
	LeaveReason,
	Participant,
	ParticipantId,
	SendingState,
} from '@parley/room'
import type { DeviceFault, DeviceKind, MediaState, RoomSupport } from '../../media/index.ts'

/** Why somebody is not in the room, or not any more. */
export type Outside = EnterRefusal | CloseReason | 'left' | 'ended-by-you' | 'no-ticket' | Exclude<RoomSupport, 'ready'>

export type Device = { at: 'off' } | { at: 'opening' } | { at: 'on' } | { at: 'fault'; fault: DeviceFault }

/** `away`: the engine cannot be reached, and is asked for again and again. */
export type Media = 'connecting' | 'live' | 'interrupted' | 'away'

type Locking = 'locked' | 'unlocked'

/** The last thing worth saying aloud; a new one has a new number. */
export interface Notice {
	number: number
	about: 'joined' | 'left' | 'removed' | 'muted' | 'camera-stopped' | Locking | `you-${Locking}`
	name: string
}

export interface Inside {
	at: 'inside'
	self: ParticipantId
	topic: string
	locked: boolean
	/** By this page's clock. */
	startedAt: number
	people: readonly Participant[]
	speaking: ReadonlySet<ParticipantId>
	/** Whether there is a socket; without one nothing that happens is heard of. */
	link: 'up' | 'down'
	media: Media
	devices: Record<DeviceKind, Device>
	soundBlocked: boolean
	notice: Notice | undefined
}

export type Room = { at: 'entering'; offline: boolean } | Inside | { at: 'outside'; why: Outside }

export type RoomEvent =
	| { type: 'entered'; entered: EnterResult; nowMs: number }
	| { type: 'outside'; why: Outside }
	| { type: 'link'; up: boolean }
	| { type: 'joined' | 'changed'; participant: Participant }
	| { type: 'gone'; participantId: ParticipantId; by: LeaveReason }
	| { type: 'locked'; locked: boolean }
	| { type: 'muted'; kind: DeviceKind }
	| { type: 'device'; kind: DeviceKind; device: Device }
	| { type: 'media'; media: Media }
	| { type: 'speaking'; participantId: ParticipantId; speaking: boolean }
	| { type: 'sound'; blocked: boolean }

export const entering: Room = { at: 'entering', offline: false }

/** What the room is after something happened. Outside is final: the way back is a new room. */
export function next(room: Room, event: RoomEvent): Room {
	if (room.at === 'outside') return room
	if (event.type === 'outside') return { at: 'outside', why: event.why }
	if (event.type === 'entered') return enteredFrom(room, event.entered, event.nowMs)
	if (room.at === 'entering') return event.type === 'link' ? { at: 'entering', offline: !event.up } : room
	return nextInside(room, event)
}

function nextInside(room: Inside, event: Exclude<RoomEvent, { type: 'outside' | 'entered' }>): Inside {
	switch (event.type) {
		case 'link':
			// Coming back is complete when we have entered again, so `up` alone changes nothing.
			return event.up ? room : { ...room, link: 'down' }
		case 'joined':
			return noted(withPerson(room, event.participant), 'joined', event.participant.name)
		case 'changed':
			return withPerson(room, event.participant)
		case 'gone':
			return gone(room, event.participantId, event.by)
		case 'locked':
			return locked(room, event.locked)
		case 'muted':
			return noted(
				withDevice(room, event.kind, { at: 'off' }),
				event.kind === 'microphone' ? 'muted' : 'camera-stopped',
			)
		case 'device':
			return withDevice(room, event.kind, event.device)
		case 'media':
			return { ...room, media: event.media }
		case 'speaking':
			return withSpeaking(room, event.participantId, event.speaking)
		case 'sound':
			return { ...room, soundBlocked: event.blocked }
		default:
			return unreachable(event)
	}
}

function enteredFrom(room: Room, entered: EnterResult, nowMs: number): Inside {
	const before = room.at === 'inside' ? room : undefined
	const off: Device = { at: 'off' }
	return {
		at: 'inside',
		self: entered.self,
		topic: entered.topic,
		locked: entered.locked,
		startedAt: nowMs - (entered.now - entered.startedAt),
		people: entered.roster,
		speaking: new Set(),
		link: 'up',
		media: entered.grant ? (before?.media ?? 'connecting') : 'away',
		devices: before?.devices ?? { microphone: off, camera: off },
		soundBlocked: before?.soundBlocked ?? false,
		notice: before?.notice,
	}
}

function withPerson(room: Inside, participant: Participant): Inside {
	const known = room.people.some(person => person.id === participant.id)
	const people = known
		? room.people.map(person => (person.id === participant.id ? participant : person))
		: [...room.people, participant]
	return { ...room, people }
}

function gone(room: Inside, participantId: ParticipantId, by: LeaveReason): Inside {
	const person = room.people.find(candidate => candidate.id === participantId)
	if (!person) return room
	const people = room.people.filter(candidate => candidate !== person)
	const rest = withSpeaking({ ...room, people }, participantId, false)
	return noted(rest, by === 'removed' ? 'removed' : 'left', person.name)
}

/** There is one host, and nobody else can lock. */
function locked(room: Inside, locked: boolean): Inside {
	const what: Locking = locked ? 'locked' : 'unlocked'
	return noted({ ...room, locked }, isHost(room) ? `you-${what}` : what)
}

function withDevice(room: Inside, kind: DeviceKind, device: Device): Inside {
	const devices = { ...room.devices, [kind]: device }
	const sending = sendingOf(devices)
	// Our own row need not wait for the server to say what we did ourselves.
	const people = room.people.map(person => (person.id === room.self ? { ...person, sending } : person))
	return { ...room, devices, people }
}

function withSpeaking(room: Inside, participantId: ParticipantId, speaking: boolean): Inside {
	if (room.speaking.has(participantId) === speaking) return room
	const now = new Set(room.speaking)
	if (speaking) now.add(participantId)
	else now.delete(participantId)
	return { ...room, speaking: now }
}

function noted(room: Inside, about: Notice['about'], name = ''): Inside {
	return { ...room, notice: { number: (room.notice?.number ?? 0) + 1, about, name } }
}

export const sendingOf = (devices: Record<DeviceKind, Device>): SendingState => ({
	microphone: devices.microphone.at === 'on',
	camera: devices.camera.at === 'on',
})

/** What the engine says, as the room sees it: lost is connecting again, because that is what happens next. */
export const mediaOf = (state: MediaState): Media => (state === 'lost' ? 'connecting' : state)

export const isHost = (room: Inside): boolean => room.people.some(person => person.id === room.self && person.host)

/** Everybody but us, in the order in which they came. */
export const others = (room: Inside): Participant[] => room.people.filter(person => person.id !== room.self)

export const ourselves = (room: Inside): Participant | undefined => room.people.find(person => person.id === room.self)

export interface Fault {
	kinds: readonly DeviceKind[]
	fault: DeviceFault
}

/** What to say about devices that could not be had: both at once where they failed alike, else the microphone first. */
export function faultOf({ devices: { microphone, camera } }: Inside): Fault | undefined {
	const heard = microphone.at === 'fault' ? microphone.fault : undefined
	const seen = camera.at === 'fault' ? camera.fault : undefined
	if (heard) return { kinds: heard === seen ? ['microphone', 'camera'] : ['microphone'], fault: heard }
	return seen && { kinds: ['camera'], fault: seen }
}

/** `05:07`, and `1:05:07` from an hour on. */
export function elapsed(startedAt: number, nowMs: number): string {
	const seconds = Math.max(0, Math.floor((nowMs - startedAt) / 1000))
	const two = (count: number) => String(count).padStart(2, '0')
	const hours = Math.floor(seconds / 3600)
	const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
	return hours > 0 ? `${hours}:${rest}` : rest
}
