import { type Result, unreachable } from '@parley/core'
import type { EngineName, MediaGrant, MediaSource } from '@parley/room'
import type { MediaSession, MediaSessionEvent, Playback } from '../../media/index.ts'
import { mediaOf } from './room.ts'
import type { RoomStore } from './store.ts'

const seekMs = { first: 300, most: 4_000 }

export interface EngineLinkSetup {
	store: RoomStore
	openSession(engine: EngineName): Promise<MediaSession>
	/** Asks presence for a grant. */
	askGrant(): Promise<Result<MediaGrant, string>>
	playback: Playback
	later(act: () => void, ms: number): () => void
}

export interface EngineLink {
	/** A grant came with the entry; nothing means the engine is away. */
	take(grant: MediaGrant | null): void
	/** The engine is there again: ask at once instead of when the waiting is over. */
	hurry(): void
	send(source: MediaSource, track: MediaStreamTrack | undefined): void
	close(): void
}

/** Keeps us connected to the engine: takes grants to it, asks for new ones, shows and plays what comes from it. */
export function engineLink({ store, openSession, askGrant, playback, later }: EngineLinkSetup): EngineLink {
	let session: Promise<MediaSession> | undefined
	let stopWaiting: (() => void) | undefined
	let delayMs = seekMs.first
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
		const grant = await askGrant()
		if (closed) return
		if (grant.ok) return connect(grant.value)
		if (grant.failure === 'engine.away') store.dispatch({ type: 'media', media: 'away' })
		// Without a socket nobody answers; entering again brings a grant along.
		if (grant.failure !== 'net.offline') wait()
	}

	function wait() {
		rest()
		stopWaiting = later(seek, delayMs)
		delayMs = Math.min(seekMs.most, delayMs * 2)
	}

	function rest() {
		stopWaiting?.()
		stopWaiting = undefined
	}

	function hear(event: MediaSessionEvent) {
		if (closed) return
		switch (event.type) {
			case 'state':
				if (event.state === 'live') delayMs = seekMs.first
				store.dispatch({ type: 'media', media: mediaOf(event.state) })
				if (event.state === 'lost') wait()
				return
			case 'track':
				if (event.source === 'microphone') playback.play(event.participantId, event.track)
				else store.showCamera(event.participantId, event.track)
				return
			case 'track-ended':
				if (event.source === 'microphone') playback.stop(event.participantId)
				else store.showCamera(event.participantId, undefined)
				return
			case 'speaking':
				return store.dispatch(event)
			default:
				unreachable(event)
		}
	}

	return {
		take: grant => void (grant ? connect(grant) : seek()),
		hurry() {
			delayMs = seekMs.first
			void seek()
		},
		send(source, track) {
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
