import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import type { LiveEvent } from '../../../index.ts'
import { createTranscoding } from './transcoding.ts'

/** Creates an engine that records which of its streams have a transcoder. */
function aLiveEngine() {
	let listener: ((event: LiveEvent) => void) | undefined
	const tapped: string[] = []
	const phases = new Map<string, string>()
	const tell = (type: string, streamId: string) => {
		phases.set(streamId, type)
		listener?.({ type, streamId } as LiveEvent)
	}
	return {
		tapped,
		tell,
		isHeard: () => listener !== undefined,
		publish: (streamId: string) => tell('publishing', streamId),
		engine: {
			onEvent(given: (event: LiveEvent) => void) {
				listener = given
				return () => {
					listener = undefined
				}
			},
			phase: (streamId: string) => phases.get(streamId),
			tap(streamId: string) {
				// Once for each definition.
				if (tapped.at(-1) !== streamId) tapped.push(streamId)
				return () => {}
			},
		} as never,
	}
}

async function withProgram(script: string, use: (path: string) => Promise<void>) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-ffmpeg-'))
	const path = join(folder, 'ffmpeg')
	await writeFile(path, `#!/bin/sh\n${script}\n`)
	await chmod(path, 0o700)
	await use(path)
	await rm(folder, { recursive: true })
}
const setup = { clock: { now: Date.now }, log: createLog('silent'), cores: 2 }

test('streams published during the search for the program get their definitions once it is found', () =>
	withProgram('echo "ffmpeg version 6.1"; echo " V....D libx264 x"; echo " A....D aac x"', async setting => {
		const { engine, publish, tapped } = aLiveEngine()
		const transcoding = createTranscoding({ ...setup, engine, setting })
		const started = transcoding.start()
		publish('abc')
		expect([transcoding.ffmpeg(), tapped]).toEqual([undefined, []])
		await started
		expect(transcoding.ffmpeg()).toMatchObject({ version: '6.1' })
		expect(tapped).toEqual(['abc'])
		transcoding.stop()
	}))

test('a free place goes to a publishing stream, even if a silent one has waited longer', () =>
	withProgram('echo "ffmpeg version 6.1"; echo " V....D libx264 x"; echo " A....D aac x"', async setting => {
		const { engine, publish, tell, tapped } = aLiveEngine()
		const transcoding = createTranscoding({ ...setup, engine, setting })
		await transcoding.start()
		for (const streamId of ['first', 'silent', 'published']) publish(streamId)
		tell('silent', 'silent')
		expect(tapped).toEqual(['first'])
		tell('ended', 'first')
		expect(tapped).toEqual(['first', 'published'])
		tell('ended', 'published')
		publish('silent')
		expect(tapped).toEqual(['first', 'published', 'silent'])
		transcoding.stop()
	}))

test('if none is found, or the server stops meanwhile, no tap stays open', async () => {
	const { engine, publish, tapped, isHeard } = aLiveEngine()
	const without = createTranscoding({ ...setup, engine, setting: 'off' })
	const looked = without.start()
	publish('abc')
	await looked
	expect([isHeard(), tapped]).toEqual([false, []])

	await withProgram('echo "ffmpeg version 6.1"; echo " V....D libx264 x"; echo " A....D aac x"', async setting => {
		const stopped = createTranscoding({ ...setup, engine, setting })
		const started = stopped.start()
		publish('abc')
		stopped.stop()
		await started
		expect([stopped.ffmpeg(), isHeard(), tapped]).toEqual([undefined, false, []])
	})
})
