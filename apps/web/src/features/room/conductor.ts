import type { EngineName, EnterRequest, ParticipantId } from '@parley/room'
import type { DeviceKind, Devices, MediaSession, Playback, Presence, RoomSupport } from '../../media/index.ts'
import { engineLink } from './engineLink.ts'
import type { KeepsakeBox } from './keepsake.ts'
import { ownDevices } from './ownDevices.ts'
import { type Outside, sendingOf } from './room.ts'
import { createRoomStore, type RoomView } from './store.ts'

const knockAgainMs = 1_000

/** Everything outside the room's own thinking. */
export interface RoomOutside {
	support: RoomSupport
	/** Loads and makes the sockets; nothing is connected yet. */
	openSockets(): Promise<{ presence: Presence; openSession(engine: EngineName): Promise<MediaSession>; close(): void }>
	devices: Devices
	createPlayback(onBlocked: (blocked: boolean) => void): Playback
	keepAwake(): () => void
	takeTicket(): string | undefined
	keepsake: KeepsakeBox
	now(): number
	/** Runs something later unless the answer is called first. */
	later(act: () => void, ms: number): () => void
}

export interface RoomConductor {
	view(): RoomView
	subscribe(listener: () => void): () => void
	start(): void
	/** The screen is left: ends everything, and says goodbye if we were inside. Coming back is still possible. */
	close(): void
	toggle(kind: DeviceKind): void
	/** Tries devices again that could not be had. */
	retry(kinds: readonly DeviceKind[]): void
	/** Goes on without them. */
	dismissFault(kinds: readonly DeviceKind[]): void
	allowSound(): void
	leave(): void
	lock(locked: boolean): void
	mute(participantId: ParticipantId): void
	remove(participantId: ParticipantId): void
	endForAll(): void
}

type Sockets = Awaited<ReturnType<RoomOutside['openSockets']>>

/** Runs one stay in a room, from the ticket to the door closing behind us. */
export function conductRoom(outside: RoomOutside): RoomConductor {
	const store = createRoomStore()
	const { keepsake, later } = outside
	let sockets: Sockets | undefined
	let ticket: string | undefined
	let letSleep: (() => void) | undefined
	let stopKnocking: (() => void) | undefined
	let closed = false
	let isEnding = false

	const playback = outside.createPlayback(blocked => store.dispatch({ type: 'sound', blocked }))
	const engine = engineLink({
		store,
		playback,
		later,
		openSession: name => sockets?.openSession(name) ?? Promise.reject(new Error('no sockets')),
		askGrant: async () => (await sockets?.presence.call('media.grant', null)) ?? offline,
	})
	const own = ownDevices({
		devices: outside.devices,
		send(kind, track) {
			engine.send(kind, track)
			const room = store.room()
			if (kind === 'camera' && room.at === 'inside') store.showCamera(room.self, track)
		},
		report(kind, device) {
			store.dispatch({ type: 'device', kind, device })
			tellSending()
		},
	})

	function tellSending() {
		const room = store.room()
		if (room.at !== 'inside') return
		const sending = sendingOf(room.devices)
		const kept = keepsake.read()
		if (kept) keepsake.keep({ ...kept, ...sending })
		void sockets?.presence.call('sending.set', sending)
	}

	// --- coming in

	async function start() {
		ticket = outside.takeTicket()
		if (outside.support !== 'ready') return goOut(outside.support)
		if (ticket === undefined && !keepsake.read()) return goOut('no-ticket')
		try {
			sockets = await outside.openSockets()
		} catch {
			store.dispatch({ type: 'link', up: false })
			stopKnocking = later(start, knockAgainMs)
			return
		}
		if (closed) return sockets.close()
		listen(sockets.presence)
		sockets.presence.open()
	}

	function listen(presence: Presence) {
		presence.onLink(up => {
			store.dispatch({ type: 'link', up })
			if (up) void knock(presence)
		})
		presence.on('participant.joined', participant => store.dispatch({ type: 'joined', participant }))
		presence.on('participant.changed', participant => store.dispatch({ type: 'changed', participant }))
		presence.on('participant.left', who => store.dispatch({ type: 'gone', ...who }))
		presence.on('room.locked', ({ locked }) => store.dispatch({ type: 'locked', locked }))
		presence.on('room.closed', ({ reason }) => goOut(isEnding && reason === 'ended-by-host' ? 'ended-by-you' : reason))
		presence.on('media.available', () => engine.hurry())
		presence.on('muted', ({ source }) => {
			if (source === 'screen') return
			own.close(source)
			store.dispatch({ type: 'muted', kind: source })
		})
	}

	/** Enters, at first and after every interruption. */
	async function knock(presence: Presence) {
		const entry = entryNow()
		if (!entry) return goOut('no-ticket')
		const answer = await presence.call('enter', entry)
		if (closed) return
		if (!answer.ok) return turnedAway(presence, answer.failure)

		const first = store.room().at === 'entering'
		const { wants, resumeToken, grant } = answer.value
		const switches = entry.by === 'ticket' ? wants : (keepsake.read() ?? wants)
		ticket = undefined
		keepsake.keep({ token: resumeToken, microphone: switches.microphone, camera: switches.camera })
		store.dispatch({ type: 'entered', entered: answer.value, nowMs: outside.now() })
		engine.take(grant)
		if (first) settleIn(switches)
	}

	function entryNow(): EnterRequest | undefined {
		if (ticket !== undefined) return { by: 'ticket', ticket }
		const kept = keepsake.read()
		const room = store.room()
		const sending = room.at === 'inside' ? sendingOf(room.devices) : { microphone: false, camera: false }
		return kept && { by: 'resume', token: kept.token, sending }
	}

	function turnedAway(presence: Presence, failure: string) {
		// A link followed twice in the same tab: whoever came in with it the first time may come back.
		if (failure === 'ticket.used' && ticket !== undefined && keepsake.read()) {
			ticket = undefined
			return void knock(presence)
		}
		if (isOutside(failure)) return goOut(failure)
		// Too many calls or a stumble of the server: the door is still there. Without a socket the next one knocks.
		if (failure !== 'net.offline') stopKnocking = later(() => void knock(presence), knockAgainMs)
	}

	function settleIn(wants: { microphone: boolean; camera: boolean }) {
		letSleep = outside.keepAwake()
		const kinds = (['microphone', 'camera'] as const).filter(kind => wants[kind])
		if (kinds.length > 0) void own.open(kinds)
	}

	// --- going out

	function goOut(why: Outside) {
		// Whoever took our place elsewhere may give it back; everything else is over.
		if (why !== 'elsewhere') keepsake.forget()
		store.dispatch({ type: 'outside', why })
		close()
	}

	function close() {
		closed = true
		if (store.room().at === 'inside') void sockets?.presence.call('leave', null)
		stopKnocking?.()
		letSleep?.()
		own.closeAll()
		engine.close()
		sockets?.close()
	}

	async function leave() {
		const farewell = sockets?.presence.call('leave', null)
		keepsake.forget()
		store.dispatch({ type: 'outside', why: 'left' })
		await farewell
		close()
	}

	function toggle(kind: DeviceKind) {
		const room = store.room()
		if (room.at !== 'inside') return
		const { at } = room.devices[kind]
		if (at === 'on' || at === 'opening') own.close(kind)
		else void own.open([kind])
	}

	return {
		view: store.view,
		subscribe: store.subscribe,
		start: () => void start(),
		close,
		toggle,
		retry: kinds => void own.open(kinds),
		dismissFault(kinds) {
			for (const kind of kinds) own.close(kind)
		},
		allowSound: () => playback.unlock(),
		leave: () => void leave(),
		lock: locked => void sockets?.presence.call('room.lock', { locked }),
		mute: participantId => void sockets?.presence.call('participant.mute', { participantId, source: 'microphone' }),
		remove: participantId => void sockets?.presence.call('participant.remove', { participantId }),
		endForAll() {
			isEnding = true
			void sockets?.presence.call('room.end', null)
		},
	}
}

const offline = { ok: false, failure: 'net.offline' } as const

const refusals: readonly string[] = [
	'ticket.unknown',
	'ticket.used',
	'ticket.expired',
	'resume.invalid',
	'room.ended',
	'room.full',
	'room.locked',
	'participant.removed',
] satisfies Outside[]

const isOutside = (failure: string): failure is Outside => refusals.includes(failure)
