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
	async function open({ streamId, siteId }: LiveRow) {
		const { settings } = await sites.find(siteId)
		const created = await engine.createStream(streamId, { isRecorded: settings.liveRecordingDays > 0 })
		if (created.ok) await showWhileOnAir(streamId)
		return created
	}

	/**
	 * Shows published media while the live is on air. Another server may start or pause it meanwhile, so the status is
	 * read again afterwards: the last one to write has seen the last change.
	 */
	async function showWhileOnAir(streamId: string): Promise<void> {
		const statusNow = async () => (await store.findByStream(streamId))?.status
		let status = await statusNow()
		let written: typeof status
		do {
			written = status
			await engine.setSuspended(streamId, written !== 'onAir')
			status = await statusNow()
		} while (status !== written)
	}

	/**
	 * Replaces stream and key, unless another server has. Earlier media is removed, with any recording, so that it is not
	 * mixed with later media.
	 */
	async function replace(live: LiveRow): Promise<LiveRow> {
		const replaced = { ...live, ...create() }
		if (!(await store.setStream(live.meetingId, live.streamId, replaced)))
			return (await store.find(live.meetingId)) ?? replaced
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
		const isChanged = await store.setStream(live.meetingId, live.streamId, changed)
		// Another server has just replaced the stream, and its key.
		const current = isChanged ? undefined : await store.find(live.meetingId)
		const ready = await makeReady(current ?? changed)
		await engine.dropPublisher(ready.streamId)
		return ready
	}

	/** Iterates over the engine's streams, each with its live; undefined if no live has it any more. */
	async function* withLives(): AsyncGenerator<{ streamId: string; live: LiveRow | undefined }> {
		for (const streamId of await engine.streamIds()) yield { streamId, live: await store.findByStream(streamId) }
	}

	return { create, open, showWhileOnAir, replace, makeReady, rotateKey, withLives }
}
export type LiveStreams = ReturnType<typeof createLiveStreams>
