import { onTestFinished } from 'vitest'
import type { AppendableBlobs, BlobStore } from '../../../../platform/blobStore.ts'
import { createLog } from '../../../../platform/log.ts'
import { createEmbeddedLiveEngine } from '../embedded/engine.ts'
import { repeatFilm } from './film.ts'

const streamId = 'abc'

interface Stores {
	disk: AppendableBlobs
	objects: BlobStore
}

/** Length of the rewind window. */
const windowMs = 60_000

async function startEngine({ disk, objects }: Stores) {
	let ago = 2 * windowMs
	const clock = { now: () => Date.now() - ago }
	const stores = { media: disk, journals: disk, objects }
	const options = { rtmp: undefined, windowMs, clock, elapsedMs: clock.now, log: createLog('silent') }
	const engine = createEmbeddedLiveEngine({ ...stores, ...options })
	await engine.start()
	onTestFinished(() => engine.close())
	return {
		engine,
		/** Lets the rewind window of the live pass, as it has for others. */
		passWindow() {
			ago = 0
		},
		/** All files of the recording, as a player asks for them. */
		async play(): Promise<Buffer[]> {
			const source = engine.stream(streamId)?.segmentStore('source')
			const names = source?.recording()?.match(/[\w.-]+\.(?:m4s|mp4)/g) ?? []
			const files = await Promise.all(names.map(name => source?.file(name)))
			if (files.length === 0 || files.includes(undefined)) throw new Error('the recording cannot be played')
			return files as Buffer[]
		},
	}
}

/** Records the live `abc`, which has ended two minutes ago, in an engine whose recordings go to an object store. */
export async function recordTestLive(stores: Stores) {
	const { engine, ...made } = await startEngine(stores)
	await engine.createStream(streamId, { isRecorded: true })
	const publisher = engine.publish(streamId, '192.0.2.1')
	if (!publisher.ok) throw new Error(publisher.failure)
	for (const tag of repeatFilm(8_900)) publisher.value.push(tag)
	await engine.end(streamId)
	return {
		engine,
		...made,
		/** The engine of another node, with a disk of its own, that has seen what is in the object store. */
		async another(disk: AppendableBlobs) {
			const other = await startEngine({ ...stores, disk })
			await other.engine.archive?.refresh()
			return other
		},
	}
}
