import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileBlobs } from '../../../../platform/fileBlobs.ts'
import { createLog } from '../../../../platform/log.ts'
import { createEmbeddedLiveEngine, type EmbeddedLiveEngine, type EmbeddedLiveOptions } from '../embedded/engine.ts'

export interface TestEngine {
	engine: EmbeddedLiveEngine
	folder: string
	/** Closes the engine, and deletes its folder. */
	close(): Promise<void>
}

/** Creates the embedded engine with its own folder and a window of half an hour; not started. */
export async function createTestEngine(options: Partial<EmbeddedLiveOptions> = {}): Promise<TestEngine> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-live-'))
	const engine = engineIn(folder, options)
	return {
		engine,
		folder,
		async close() {
			await engine.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Same, in an existing folder. */
export function engineIn(folder: string, options: Partial<EmbeddedLiveOptions> = {}): EmbeddedLiveEngine {
	const clock = options.clock ?? { now: Date.now }
	const blobs = createFileBlobs(folder, clock)
	return createEmbeddedLiveEngine({
		media: blobs,
		journals: blobs,
		rtmp: undefined,
		windowMs: 1_800_000,
		clock,
		elapsedMs: clock.now,
		log: createLog('silent'),
		...options,
	})
}

/** RTMP on a free port. */
export const anyPort = { host: '127.0.0.1', port: 0 }
