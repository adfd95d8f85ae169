import { readFile } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { startLiveServer } from '../apps/server/src/modules/live/adapters/testing/liveServer.ts'

const hlsFile = new URL('../node_modules/hls.js/dist/hls.light.min.js', import.meta.url)

/** hls.js with the settings of the viewer's page, without our own code. */
const playerPage = `<!doctype html><video muted autoplay playsinline></video><script src="/hls.js"></script><script>
const video = document.querySelector('video')
window.faults = []
window.hls = new Hls({ lowLatencyMode: true, liveSyncDuration: 1.2, liveMaxLatencyDuration: 3.5, maxLiveSyncPlaybackRate: 1.2, backBufferLength: 30 })
hls.on(Hls.Events.ERROR, (_, { fatal, details }) => { if (fatal) faults.push(details) })
hls.loadSource('/live/hls/' + location.hash.slice(1) + '/master.m3u8')
hls.attachMedia(video)
</script>`

async function openPlayer(page: Page, url: string, streamId: string) {
	await page.goto(`${url}/player#${streamId}`)
	return {
		state: () =>
			page.evaluate(() => {
				const video = document.querySelector('video') as HTMLVideoElement
				const { hls, faults } = window as unknown as { hls: { latency: number }; faults: string[] }
				return {
					time: video.currentTime,
					frames: video.getVideoPlaybackQuality().totalVideoFrames,
					width: video.videoWidth,
					latency: hls.latency,
					start: video.seekable.length > 0 ? video.seekable.start(0) : -1,
					faults,
				}
			}),
		rewind: () =>
			page.evaluate(() => {
				const video = document.querySelector('video') as HTMLVideoElement
				video.currentTime = video.seekable.start(0) + 0.5
			}),
	}
}

const test = base.extend<{ live: Awaited<ReturnType<typeof startLiveServer>> }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
	live: async ({}, use) => {
		const live = await startLiveServer({
			'/player': { type: 'text/html', body: playerPage },
			'/hls.js': { type: 'text/javascript', body: await readFile(hlsFile) },
		})
		await use(live)
		await live.close()
	},
})

test('hls.js plays the origin close to live, through an interruption by the publisher, and rewinds', async ({
	page,
	live,
}) => {
	await live.engine.createStream('abc')
	const stop = live.publishFilm('abc')
	await expect.poll(() => live.engine.lines('abc')[0]?.definitions.length).toBe(2)
	const player = await openPlayer(page, live.url, 'abc')
	await expect.poll(async () => (await player.state()).time).toBeGreaterThan(4)
	const before = await player.state()
	expect(before).toMatchObject({ width: 160, faults: [] })
	expect(before.latency).toBeLessThan(3.5)
	expect(before.frames).toBeGreaterThan(60)

	stop()
	await expect.poll(() => live.engine.phase('abc')).toBe('silent')
	await page.waitForTimeout(4_000)
	const during = await player.state()
	const stopAgain = live.publishFilm('abc', 'filmWithBFrames')
	await expect.poll(async () => (await player.state()).frames).toBeGreaterThan(during.frames + 60)
	expect((await player.state()).faults).toEqual([])

	const playing = await player.state()
	await player.rewind()
	await expect.poll(async () => (await player.state()).time).toBeLessThan(playing.time)
	const rewound = await player.state()
	await expect.poll(async () => (await player.state()).time).toBeGreaterThan(rewound.time + 1)
	expect((await player.state()).faults).toEqual([])
	stopAgain()
})

for (const hours of [-2, 2]) {
	test(`a viewer whose clock is ${hours} hours off plays equally close to live`, async ({ page, live }) => {
		await page.addInitScript(byMs => {
			const RealDate = Date
			const now = () => RealDate.now() + byMs
			window.Date = class extends RealDate {
				constructor(...given: []) {
					super(...((given.length === 0 ? [now()] : given) as []))
				}
				static override now = now
			} as DateConstructor
		}, hours * 3_600_000)
		await live.engine.createStream('abc')
		const stop = live.publishFilm('abc')
		await expect.poll(() => live.engine.lines('abc')[0]?.definitions.length).toBe(2)
		const player = await openPlayer(page, live.url, 'abc')
		const wrongBy = await page.evaluate(() => Date.now() - performance.timeOrigin - performance.now())
		expect(Math.abs(wrongBy - hours * 3_600_000)).toBeLessThan(5_000)
		await expect.poll(async () => (await player.state()).time).toBeGreaterThan(3)
		const { faults, frames, latency } = await player.state()
		expect(faults).toEqual([])
		expect(frames).toBeGreaterThan(60)
		expect(latency).toBeLessThan(3.5)
		stop()
	})
}

test('an ended stream plays to its end', async ({ page, live }) => {
	await live.engine.createStream('abc')
	const stop = live.publishFilm('abc')
	await expect.poll(() => live.engine.lines('abc')[0]?.definitions.length).toBe(2)
	const player = await openPlayer(page, live.url, 'abc')
	await expect.poll(async () => (await player.state()).time).toBeGreaterThan(2)
	await page.reload()
	await expect.poll(async () => (await player.state()).time).toBeGreaterThan(1)
	stop()
	await live.engine.end('abc')
	await expect.poll(() => page.evaluate(() => document.querySelector('video')?.ended)).toBe(true)
	expect((await player.state()).faults).toEqual([])
})
