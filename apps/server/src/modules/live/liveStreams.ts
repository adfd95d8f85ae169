import type { Ids } from '../../platform/ids.ts'
import type { SiteService } from '../site/index.ts'
import type { LiveEngine } from './liveEngine.ts'
import type { LiveRow, LiveStore } from './store.ts'

/** Length for at least 128 bits, in the alphabet of the engine. */
const streamIdLength = 24

export interface LiveStreamsDeps {
	store: LiveStore
	engine: LiveEngine
	sites: Pick<SiteService, 'find'>
	ids: Ids
}

/** The stream of a live: its id and key, and whether the engine accepts it. */
export function createLiveStreams({ store, engine, sites, ids }: LiveStreamsDeps) {
	const create = () => ({ streamId: ids.secret().slice(0, streamIdLength), streamKey: ids.secret() })

	/** Accepts published media from now on, and shows it or not. */
	async function open({ streamId, siteId, status }: LiveRow) {
		const { settings } = await sites.find(siteId)
		const created = await engine.createStream(streamId, { isRecorded: settings.liveRecordingDays > 0 })
		if (created.ok) engine.setSuspended(streamId, status !== 'onAir')
		return created
	}

	/** Replaces stream and key. Earlier media is removed, with any recording, so that it is not mixed with later media. */
	async function replace(live: LiveRow): Promise<LiveRow> {
		const replaced = { ...live, ...create() }
		await store.setStream(live.meetingId, replaced)
		await engine.remove(live.streamId)
		return replaced
	}

	/** Ensures a stream that a publisher may connect to; an ended one is replaced. */
	async function makeReady(live: LiveRow): Promise<LiveRow> {
		const ready = live.status === 'over' ? await replace(live) : live
		if ((await open(ready)).ok) return ready
		const renewed = await replace(ready)
		await open(renewed)
		return renewed
	}

	/** Replaces the key; a publisher with the previous one is disconnected. */
	async function rotateKey(live: LiveRow): Promise<LiveRow> {
		const changed = { ...live, streamKey: ids.secret() }
		await store.setStream(changed.meetingId, changed)
		const ready = await makeReady(changed)
		engine.dropPublisher(ready.streamId)
		return ready
	}

	/** Iterates over the engine's streams, each with its live; undefined if no live has it any more. */
	async function* withLives(): AsyncGenerator<{ streamId: string; live: LiveRow | undefined }> {
		for (const streamId of engine.streamIds()) yield { streamId, live: await store.findByStream(streamId) }
	}

	return { create, open, replace, makeReady, rotateKey, withLives }
}
export type LiveStreams = ReturnType<typeof createLiveStreams>
