import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '@parley/core'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repeatFilm } from '../testing/film.ts'
import { engineIn } from '../testing/testEngine.ts'
import { serveLive } from './http.ts'
import { checkPlaylist, checkReload, parsePlaylist } from './origin/conformance.ts'

const mount = (folder: string) =>
	process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', folder]).status === 0
const canMount = (() => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-mount-'))
	const isMounted = mount(folder)
	if (isMounted) spawnSync('umount', [folder])
	rmdirSync(folder)
	return isMounted
})()
if (!canMount) console.warn('!!! a live on a full disk: NOT TESTED, only root on Linux can mount a small disk !!!')

describe.skipIf(!canMount)('a broadcast on a disk of 400 KiB', () => {
	let folder: string
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-full-'))
		mount(folder)
	})
	afterEach(() => {
		spawnSync('umount', ['-l', folder])
		rmdirSync(folder)
	})

	test.each([
		['not recorded', false],
		['recorded', true],
	])(
		'%s, continues with a shorter window, warns the host, and everything listed can be played',
		async (_, isRecorded) => {
			let now = Date.UTC(2026, 2, 10)
			const warnings: string[] = []
			const engine = engineIn(folder, { clock: { now: () => now } })
			engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => true })
			engine.onEvent(event => {
				if (event.type === 'warning' && event.warning === 'disk') warnings.push(String(event.isOn))
			})
			await engine.start()
			const app = Fastify()
			serveLive(app, engine, { browserOf: ({ ip }) => ip })
			const get = async (path: string) => await app.inject({ url: `/live/hls/abc/source/${path}` })
			await engine.createStream('abc', { isRecorded })
			const publisher = engine.publish('abc', '192.0.2.1')
			if (!publisher.ok) throw new Error(publisher.failure)
			let earlier: string | undefined
			const tags = repeatFilm(180_000)
			for (let at = 0; at < 180_000; at += 3_000) {
				for (const tag of tags.filter(({ timestampMs }) => timestampMs >= at && timestampMs < at + 3_000))
					publisher.value.push(tag)
				now += 3_000
				await engine.stream('abc')?.settle()
				const text = (await get('live.m3u8')).body
				expect([...checkPlaylist(text), ...(earlier === undefined ? [] : checkReload(earlier, text))]).toEqual([])
				earlier = text
			}
			expect(warnings).toContain('true')
			expect(readdirSync(join(folder, 'abc', 'source')).length).toBeGreaterThan(5)
			const { segments } = parsePlaylist(earlier ?? '')
			expect(segments.length).toBeGreaterThan(10)
			expect(segments.length).toBeLessThan(170)
			for (const { uri } of segments) if (uri) expect((await get(uri)).statusCode).toBe(200)
			await engine.end('abc')
			await app.close()
			await engine.close()
		},
		120_000,
	)
})
