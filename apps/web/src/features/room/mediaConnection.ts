import { type Result, unreachable } from '@parley/core'
import type { EngineName, MediaGrant, MediaSource } from '@parley/room'
import type { MediaSession, MediaSessionEvent, Playback } from '../../media/index.ts'
import { toMediaStatus } from './roomState.ts'
import type { RoomStore } from './roomStore.ts'

const retryDelayMs = { first: 300, most: 4_000 }

export interface MediaConnectionDeps {
	store: RoomStore
	openSession(engine: EngineName): Promise<MediaSession>
	/** Asks presence for a grant. */
	requestGrant(): Promise<Result<MediaGrant, string>>
	playback: Playback
	schedule(act: () => void, ms: number): () => void
}

export interface MediaConnection {
	/** A grant came with the entry; nothing means the engine is away. */
	connect(grant: MediaGrant | null): void
	/** The engine is there again: ask at once instead of when the waiting is over. */
	retryNow(): void
	publish(source: MediaSource, track: MediaStreamTrack | undefined): void
	close(): void
}

/** Keeps us connected to the engine: takes grants to it, asks for new ones, shows and plays what comes from it. */
export function createMediaConnection({
	store,
	openSession,
	requestGrant,
	playback,
	schedule,
}: MediaConnectionDeps): MediaConnection {
	let session: Promise<MediaSession> | undefined
	let stopWaiting: (() => void) | undefined
	let delayMs = retryDelayMs.first
	let closed = false
	const sending = new Map<MediaSource, MediaStreamTrack>()

	async function opened(engine: EngineName): Promise<MediaSession> {
		const fresh = await openSession(engine)
		fresh.on(hear)
		for (const [source, track] of sending) await fresh.publish(source, track)
		return fresh
	}

	async function connect(grant: MediaGrant) {
		rest()
		try {
			session ??= opened(grant.engine)
			const current = await session
			if (!closed) await current.connect(grant)
		} catch {
			// The adapter's file did not load: that is the network, and it is tried again.
			session = undefined
			wait()
		}
	}

	async function seek() {
		rest()
		const grant = await requestGrant()
		if (closed) return
		if (grant.ok) return connect(grant.value)
		if (grant.failure === 'engine.away') store.dispatch({ type: 'media', media: 'unavailable' })
		// Without a socket nobody answers; entering again brings a grant along.
		if (grant.failure !== 'net.offline') wait()
	}

	function wait() {
		rest()
		stopWaiting = schedule(seek, delayMs)
		delayMs = Math.min(retryDelayMs.most, delayMs * 2)
	}

	function rest() {
		stopWaiting?.()
		stopWaiting = undefined
	}

	function hear(event: MediaSessionEvent) {
		if (closed) return
		switch (event.type) {
			case 'state':
				if (event.state === 'live') delayMs = retryDelayMs.first
				store.dispatch({ type: 'media', media: toMediaStatus(event.state) })
				if (event.state === 'lost') wait()
				return
			case 'track':
				if (event.source === 'microphone') playback.play(event.participantId, event.track)
				else store.setCamera(event.participantId, event.track)
				return
			case 'track-ended':
				if (event.source === 'microphone') playback.stop(event.participantId)
				else store.setCamera(event.participantId, undefined)
				return
			case 'speaking':
				return store.dispatch(event)
			default:
				unreachable(event)
		}
	}

	return {
		connect: grant => void (grant ? connect(grant) : seek()),
		retryNow() {
			delayMs = retryDelayMs.first
			void seek()
		},
		publish(source, track) {
			if (track) sending.set(source, track)
			else sending.delete(source)
			void session?.then(current => (track ? current.publish(source, track) : current.unpublish(source)))
		},
		close() {
			closed = true
			rest()
			playback.close()
			void session?.then(current => current.leave())
		},
	}
}
