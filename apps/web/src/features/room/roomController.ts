import type { EngineName, EnterRequest, ParticipantId } from '@parley/room'
import type { DeviceKind, Devices, MediaSession, Playback, PresenceConnection, RoomSupport } from '../../media/index.ts'
import { createLocalDevices } from './localDevices.ts'
import { createMediaConnection } from './mediaConnection.ts'
import type { ResumeStore } from './resumeStore.ts'
import { type ExitReason, getSendingState } from './roomState.ts'
import { createRoomStore, type RoomView } from './roomStore.ts'

const knockAgainMs = 1_000

/** Everything outside the room's own thinking. */
export interface RoomDeps {
	support: RoomSupport
	/** Loads and makes the sockets; nothing is connected yet. */
	openSockets(): Promise<{
		presence: PresenceConnection
		openSession(engine: EngineName): Promise<MediaSession>
		close(): void
	}>
	devices: Devices
	createPlayback(onBlocked: (blocked: boolean) => void): Playback
	holdWakeLock(): () => void
	takeTicket(): string | undefined
	resumeStore: ResumeStore
	now(): number
	/** Runs something later unless the answer is called first. */
	schedule(act: () => void, ms: number): () => void
}

export interface RoomController {
	getView(): RoomView
	subscribe(listener: () => void): () => void
	start(): void
	/** The screen is left: ends everything, and says goodbye if we were inside. Coming back is still possible. */
	close(): void
	toggleDevice(kind: DeviceKind): void
	/** Tries devices again that could not be had. */
	retryDevices(kinds: readonly DeviceKind[]): void
	/** Goes on without them. */
	continueWithoutDevices(kinds: readonly DeviceKind[]): void
	unlockSound(): void
	leave(): void
	setLocked(locked: boolean): void
	muteParticipant(participantId: ParticipantId): void
	removeParticipant(participantId: ParticipantId): void
	endMeeting(): void
}

type Sockets = Awaited<ReturnType<RoomDeps['openSockets']>>

/** Runs one stay in a room, from the ticket to the door closing behind us. */
export function createRoomController(outside: RoomDeps): RoomController {
	const store = createRoomStore()
	const { resumeStore, schedule } = outside
	let sockets: Sockets | undefined
	let ticket: string | undefined
	let letSleep: (() => void) | undefined
	let stopKnocking: (() => void) | undefined
	let closed = false
	let isEnding = false

	const playback = outside.createPlayback(isBlocked => store.dispatch({ type: 'sound', isBlocked }))
	const engine = createMediaConnection({
		store,
		playback,
		schedule,
		openSession: name => sockets?.openSession(name) ?? Promise.reject(new Error('no sockets')),
		requestGrant: async () => (await sockets?.presence.call('media.grant', null)) ?? offline,
	})
	const own = createLocalDevices({
		devices: outside.devices,
		publish(kind, track) {
			engine.publish(kind, track)
			const room = store.getState()
			if (kind === 'camera' && room.status === 'joined') store.setCamera(room.self, track)
		},
		onChange(kind, device) {
			store.dispatch({ type: 'device', kind, device })
			tellSending()
		},
	})

	function tellSending() {
		const room = store.getState()
		if (room.status !== 'joined') return
		const sending = getSendingState(room.devices)
		const kept = resumeStore.read()
		if (kept) resumeStore.write({ ...kept, ...sending })
		void sockets?.presence.call('sending.set', sending)
	}

	// --- coming in

	async function start() {
		ticket = outside.takeTicket()
		if (outside.support !== 'ready') return goOut(outside.support)
		if (ticket === undefined && !resumeStore.read()) return goOut('no-ticket')
		try {
			sockets = await outside.openSockets()
		} catch {
			store.dispatch({ type: 'connection', isConnected: false })
			stopKnocking = schedule(start, knockAgainMs)
			return
		}
		if (closed) return sockets.close()
		listen(sockets.presence)
		sockets.presence.connect()
	}

	function listen(presence: PresenceConnection) {
		presence.onConnectionChange(isConnected => {
			store.dispatch({ type: 'connection', isConnected })
			if (isConnected) void knock(presence)
		})
		presence.on('participant.joined', participant => store.dispatch({ type: 'joined', participant }))
		presence.on('participant.changed', participant => store.dispatch({ type: 'changed', participant }))
		presence.on('participant.left', who => store.dispatch({ type: 'left', ...who }))
		presence.on('room.locked', ({ locked }) => store.dispatch({ type: 'locked', isLocked: locked }))
		presence.on('room.closed', ({ reason }) => goOut(isEnding && reason === 'ended-by-host' ? 'ended-by-you' : reason))
		presence.on('media.available', () => engine.retryNow())
		presence.on('muted', ({ source }) => {
			if (source === 'screen') return
			own.close(source)
			store.dispatch({ type: 'muted', kind: source })
		})
	}

	/** Enters, at first and after every interruption. */
	async function knock(presence: PresenceConnection) {
		const entry = entryNow()
		if (!entry) return goOut('no-ticket')
		const answer = await presence.call('enter', entry)
		if (closed) return
		if (!answer.ok) return turnedAway(presence, answer.failure)

		const first = store.getState().status === 'joining'
		const { wants, resumeToken, grant } = answer.value
		const switches = entry.by === 'ticket' ? wants : (resumeStore.read() ?? wants)
		ticket = undefined
		resumeStore.write({ token: resumeToken, microphone: switches.microphone, camera: switches.camera })
		store.dispatch({ type: 'entered', entered: answer.value, nowMs: outside.now() })
		engine.connect(grant)
		if (first) settleIn(switches)
	}

	function entryNow(): EnterRequest | undefined {
		if (ticket !== undefined) return { by: 'ticket', ticket }
		const kept = resumeStore.read()
		const room = store.getState()
		const sending = room.status === 'joined' ? getSendingState(room.devices) : { microphone: false, camera: false }
		return kept && { by: 'resume', token: kept.token, sending }
	}

	function turnedAway(presence: PresenceConnection, failure: string) {
		// A link followed twice in the same tab: whoever came in with it the first time may come back.
		if (failure === 'ticket.used' && ticket !== undefined && resumeStore.read()) {
			ticket = undefined
			return void knock(presence)
		}
		if (isOutside(failure)) return goOut(failure)
		// Too many calls or a stumble of the server: the door is still there. Without a socket the next one knocks.
		if (failure !== 'net.offline') stopKnocking = schedule(() => void knock(presence), knockAgainMs)
	}

	function settleIn(wants: { microphone: boolean; camera: boolean }) {
		letSleep = outside.holdWakeLock()
		const kinds = (['microphone', 'camera'] as const).filter(kind => wants[kind])
		if (kinds.length > 0) void own.open(kinds)
	}

	// --- going out

	function goOut(reason: ExitReason) {
		// Whoever took our place elsewhere may give it back; everything else is over.
		if (reason !== 'elsewhere') resumeStore.clear()
		store.dispatch({ type: 'exited', reason })
		close()
	}

	function close() {
		closed = true
		if (store.getState().status === 'joined') void sockets?.presence.call('leave', null)
		stopKnocking?.()
		letSleep?.()
		own.closeAll()
		engine.close()
		sockets?.close()
	}

	async function leave() {
		const farewell = sockets?.presence.call('leave', null)
		resumeStore.clear()
		store.dispatch({ type: 'exited', reason: 'left' })
		await farewell
		close()
	}

	function toggle(kind: DeviceKind) {
		const room = store.getState()
		if (room.status !== 'joined') return
		const { status } = room.devices[kind]
		if (status === 'on' || status === 'opening') own.close(kind)
		else void own.open([kind])
	}

	return {
		getView: store.getView,
		subscribe: store.subscribe,
		start: () => void start(),
		close,
		toggleDevice: toggle,
		retryDevices: kinds => void own.open(kinds),
		continueWithoutDevices(kinds) {
			for (const kind of kinds) own.close(kind)
		},
		unlockSound: () => playback.unlock(),
		leave: () => void leave(),
		setLocked: locked => void sockets?.presence.call('room.lock', { locked }),
		muteParticipant: participantId =>
			void sockets?.presence.call('participant.mute', { participantId, source: 'microphone' }),
		removeParticipant: participantId => void sockets?.presence.call('participant.remove', { participantId }),
		endMeeting() {
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
] satisfies ExitReason[]

const isOutside = (failure: string): failure is ExitReason => refusals.includes(failure)
