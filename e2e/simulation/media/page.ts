import type { MediaGrant, MediaSource, ParticipantId } from '@parley/room'
import { createMediaConnection } from '../../../apps/web/src/features/room/mediaConnection.ts'
import type { RoomViewStore } from '../../../apps/web/src/features/room/roomStore.ts'
import { createEmbeddedSession } from '../../../apps/web/src/media/embedded/embeddedSession.ts'
import type { MediaSession, MediaSessionEvent } from '../../../apps/web/src/media/mediaSession.ts'
import type { MediaSocket } from '../../../apps/web/src/media/roomSockets.ts'
import type { Scheduler } from '../scheduler.ts'
import type { BrowserConnection, MediaNetwork } from './connections.ts'
import type { PageSocket, SocketDeps } from './socket.ts'

const answerTimeoutMs = 10_000
const neverMs = 1e9

/** The answer to a page that has entered. */
export interface EnterAnswer {
	grant: MediaGrant | null
	admittedConnectionId?: string | undefined
}

export interface PageDeps {
	scheduler: Scheduler
	network: MediaNetwork
	person: number
	/** Time between loading and entering. */
	waitsMs: number
	/** Returns the time that the code of the client takes to load. */
	loadMs(): number
	openSocket(page: Pick<SocketDeps, 'onConnected' | 'onEvent'>): PageSocket
	onLive(): void
}

export type Page = ReturnType<typeof createPage>

/** A page in a meeting, with the real client of the engine. It connects ahead, and enters a moment later. */
export function createPage({ scheduler, network, person, waitsMs, loadMs, openSocket, onLive }: PageDeps) {
	let state: 'waiting' | 'entering' | 'in' | 'out' = 'waiting'
	let media = 'none'
	/** The sources that are received, as `person-1-000000 camera`. */
	const received = new Set<string>()
	const opened: BrowserConnection[] = []

	const socket = openSocket({
		onConnected() {
			if (state === 'entering' || state === 'in') enter()
		},
		onEvent(name) {
			if (name === 'elsewhere') leave()
			if (name === 'available') connection.retryNow()
		},
	})
	const session = createEmbeddedSession({
		socket: socket.media as unknown as MediaSocket,
		createPeerConnection() {
			const browser = network.openBrowser(person)
			opened.push(browser)
			return browser as unknown as RTCPeerConnection
		},
		// A replacement would hide a lost message.
		connectTimeoutMs: neverMs,
	})
	/** The session as the room uses it, and what it reports. */
	const watched: MediaSession = {
		...session,
		on: listener =>
			session.on(event => {
				note(event)
				listener(event)
			}),
	}
	const connection = createMediaConnection({
		store: aStore(),
		openSession: () => new Promise(resolve => scheduler.after(loadMs(), () => resolve(watched))),
		requestGrant: () =>
			new Promise(resolve => {
				const offline = () => resolve({ ok: false, failure: 'net.offline' })
				scheduler.after(answerTimeoutMs, offline)
				const isSent = socket.callRoom('grant', answer => resolve(answer as never))
				if (!isSent) offline()
			}),
		replaceDeadSocket() {},
		playback: {
			play: (output: string) => void received.add(`${output} microphone`),
			stop: (output: string) => void received.delete(`${output} microphone`),
			close() {},
		} as never,
		schedule: (act, ms) => scheduler.after(ms, act),
		line: { noteState() {}, noteFirstPicture() {} },
		onPageOutdated() {},
	})

	function aStore(): RoomViewStore {
		return {
			getState: () => ({ status: 'entering' }),
			subscribe: () => () => {},
			dispatch() {},
			setScreen() {},
			setCamera(participantId: ParticipantId, track: MediaStreamTrack | undefined) {
				if (track) received.add(`${participantId} camera`)
				else received.delete(`${participantId} camera`)
			},
		} as unknown as RoomViewStore
	}

	function note(event: MediaSessionEvent): void {
		if (event.type !== 'state') return
		media = event.state
		if (media === 'live') onLive()
	}

	function enter(): void {
		socket.callRoom('enter', answer => {
			if (state === 'out') return
			const { grant, admittedConnectionId } = answer as EnterAnswer
			if (state === 'entering')
				for (const source of ['microphone', 'camera'] satisfies MediaSource[])
					connection.publish(source, { id: source, getSettings: () => ({}) } as unknown as MediaStreamTrack)
			state = 'in'
			connection.connect(grant, admittedConnectionId)
		})
	}

	function leave(): void {
		if (state === 'out') return
		state = 'out'
		connection.close()
		session.leave()
		socket.close()
	}

	void session.prepare?.()
	scheduler.after(waitsMs, () => {
		if (state !== 'waiting') return
		state = 'entering'
		enter()
	})
	return {
		person,
		socket,
		received: received as ReadonlySet<string>,
		isOpen: () => state !== 'out',
		isIn: () => state === 'in',
		media: () => media,
		connections: () => opened.filter(({ isClosed }) => !isClosed),
		/** The person leaves the meeting. */
		leave(): void {
			if (state === 'in') socket.callRoom('leave', () => {})
			leave()
		},
		/** The browser ends the page: nothing of it runs any more. */
		end(isSilent: boolean): void {
			if (state === 'out') return
			for (const browser of opened) browser.close(isSilent)
			leave()
		},
	}
}
