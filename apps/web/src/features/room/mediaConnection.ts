import { type Result, unreachable } from '@parley/core'
import type { EngineName, MediaGrant, MediaSource, ViewRequest } from '@parley/room'
import type { LineFigures, MediaSession, MediaSessionEvent, Playback } from '../../media/index.ts'
import type { LineReports } from './lineReports.ts'
import { getOthers, toMediaStatus } from './roomState.ts'
import type { RoomViewStore } from './roomStore.ts'

const mediaReconnectDelayMs = { first: 300, max: 4_000 }

export interface MediaConnectionDeps {
	store: RoomViewStore
	openSession(engine: EngineName): Promise<MediaSession>
	requestGrant(): Promise<Result<MediaGrant, string>>
	/** Replaces the socket if the server does not answer on it; the page then enters again. */
	replaceDeadSocket(): void
	playback: Playback
	schedule(act: () => void, ms: number): () => void
	/** Is told of the states of the connection, and of the first picture. */
	line: Pick<LineReports, 'noteState' | 'noteFirstPicture'>
	/** The page cannot connect to the engine until it is loaded again. */
	onPageOutdated(): void
}

const isAudio = (source: MediaSource) => source === 'microphone' || source === 'screen-audio'

/** Each sound has an output of its own. */
const outputOf = ({ participantId, source }: { participantId: string; source: MediaSource }) =>
	source === 'microphone' ? participantId : `${participantId} ${source}`

export type TileHeights = ReadonlyMap<string, number>

export interface MediaConnection {
	/** Connects with the grant that came with `enter`; without one the engine is unavailable and asked again later. */
	connect(grant: MediaGrant | null, admittedConnectionId?: string): void
	/** The engine is available again: requests a grant at once instead of after the delay. */
	retryNow(): void
	publish(source: MediaSource, track: MediaStreamTrack | undefined): void
	/** Heights of the other participants' tiles in device pixels; `hidden` while no tile is shown (ROOM-86). */
	setTiles(heights: TileHeights | 'hidden'): void
	/** Bytes of the call so far. */
	countBytes(): Promise<number>
	/** Returns what happened on the line since the last call; undefined before it was connected. */
	takeFigures(): LineFigures | undefined
	close(): void
}

/** Stays connected to the media engine: requests a new grant after every loss, shows and plays what is received. */
export function createMediaConnection(deps: MediaConnectionDeps): MediaConnection {
	const { store, openSession, requestGrant, replaceDeadSocket, playback, schedule, line, onPageOutdated } = deps
	let session: Promise<MediaSession> | undefined
	let engine: EngineName | undefined
	let opened: MediaSession | undefined
	let cancelScheduled: (() => void) | undefined
	let delayMs = mediaReconnectDelayMs.first
	let isClosed = false
	const published = new Map<MediaSource, MediaStreamTrack>()
	let tiles: TileHeights | 'hidden' = new Map()
	let sentView = ''
	const stopWatchingRoom = store.subscribe(sendView)

	/** How large each camera is shown now; one that was not laid out yet is not named. */
	function currentView(): ViewRequest['tiles'] {
		const room = store.getState()
		if (room.status !== 'joined') return []
		const shown = room.isSoundOnly ? 'hidden' : tiles
		const cameras = getOthers(room).flatMap(({ id }) => {
			const height = shown === 'hidden' ? 0 : shown.get(id)
			return height === undefined ? [] : [{ participantId: id, source: 'camera' as const, height: Math.round(height) }]
		})
		const { presenter } = room.sharing
		// A shared screen has one layer: it is needed as it is, or not at all.
		const isScreenHidden = presenter !== null && presenter !== room.self && shown === 'hidden'
		return isScreenHidden ? [...cameras, { participantId: presenter, source: 'screen' as const, height: 0 }] : cameras
	}

	function sendView() {
		const view = currentView()
		const key = JSON.stringify(view)
		if (key === sentView) return
		sentView = key
		void withSession(current => current.setView(view))
	}

	async function createSession(name: EngineName): Promise<MediaSession> {
		const created = await openSession(name)
		opened = created
		created.on(event => {
			if (opened === created) handleEvent(event)
		})
		for (const [source, track] of published) await created.publish(source, track)
		created.setView(currentView())
		return created
	}

	async function connectWith(grant: MediaGrant, admittedConnectionId?: string) {
		cancelRetry()
		store.dispatch({ type: 'engine', engine: grant.engine })
		try {
			if (engine !== grant.engine) await replaceSession(grant.engine)
			session ??= createSession(grant.engine)
			const current = await session
			if (!isClosed) await current.connect(grant, admittedConnectionId)
		} catch {
			// The adapter of the engine could not be loaded, so the network failed.
			session = undefined
			scheduleRetry()
		}
	}

	/** The former engine is heard until the adapter of the other one is loaded (ROOM-256). */
	async function replaceSession(name: EngineName) {
		const former = session
		engine = name
		session = createSession(name)
		await session
		void former?.then(current => current.leave()).catch(() => {})
	}

	async function reconnect() {
		cancelRetry()
		const grant = await requestGrant()
		if (isClosed) return
		if (grant.ok) return connectWith(grant.value)
		if (grant.failure === 'engine.unavailable') store.dispatch({ type: 'media', media: 'unavailable' })
		// Without a connection to the room nothing is retried: entering again brings a grant.
		if (grant.failure !== 'net.offline') scheduleRetry()
	}

	function scheduleRetry() {
		cancelRetry()
		cancelScheduled = schedule(() => void reconnect(), delayMs)
		delayMs = Math.min(mediaReconnectDelayMs.max, delayMs * 2)
	}

	function cancelRetry() {
		cancelScheduled?.()
		cancelScheduled = undefined
	}

	function handleEvent(event: MediaSessionEvent) {
		if (isClosed) return
		switch (event.type) {
			case 'state':
				line.noteState(event.state)
				if (event.state === 'live') delayMs = mediaReconnectDelayMs.first
				store.dispatch({ type: 'media', media: toMediaStatus(event.state) })
				if (event.state === 'lost') scheduleRetry()
				return
			case 'track':
				if (isAudio(event.source)) playback.play(outputOf(event), event.track)
				else if (event.source === 'screen') store.setScreen(event.participantId, event.track)
				else store.setCamera(event.participantId, event.track)
				return
			case 'track-ended':
				if (isAudio(event.source)) playback.stop(outputOf(event))
				else if (event.source === 'screen') store.setScreen(event.participantId, undefined)
				else store.setCamera(event.participantId, undefined)
				return
			case 'first-picture':
				return line.noteFirstPicture()
			case 'stalled':
				return handleStall()
			case 'page-outdated':
				return onPageOutdated()
			case 'paused':
			case 'quality':
			case 'speaking':
				return store.dispatch(event)
			default:
				unreachable(event)
		}
	}

	/** Packets stopped although a microphone is on. The device may have another address (ROOM-94). */
	function handleStall() {
		const room = store.getState()
		if (room.status !== 'joined') return
		if (getOthers(room).some(other => other.connected && other.sending.microphone)) replaceDeadSocket()
	}

	/** One that could not be opened is handled where it is opened. */
	const withSession = (use: (current: MediaSession) => unknown) => session?.then(use, () => {})

	return {
		connect: (grant, admittedConnectionId) => void (grant ? connectWith(grant, admittedConnectionId) : reconnect()),
		retryNow() {
			delayMs = mediaReconnectDelayMs.first
			void reconnect()
		},
		publish(source, track) {
			if (track) published.set(source, track)
			else if (!published.delete(source)) return
			void withSession(current => (track ? current.publish(source, track) : current.unpublish(source)))
		},
		setTiles(heights) {
			tiles = heights
			sendView()
		},
		async countBytes() {
			return (await session?.then(current => current.countBytes()).catch(() => 0)) ?? 0
		},
		takeFigures: () => opened?.takeFigures(),
		close() {
			stopWatchingRoom()
			isClosed = true
			cancelRetry()
			playback.close()
			void withSession(current => current.leave())
		},
	}
}
