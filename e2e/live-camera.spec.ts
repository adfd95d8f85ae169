import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ok, refused } from '@parley/core'
import { test as base, expect, type Page } from '@playwright/test'
import { build, type Rollup } from 'vite'
import { findFfmpeg } from '../apps/server/src/modules/composer/index.ts'
import { attachPhoneGateway } from '../apps/server/src/modules/live/adapters/index.ts'
import { startLiveServer } from '../apps/server/src/modules/live/adapters/testing/liveServer.ts'
import { createLog } from '../apps/server/src/platform/log.ts'

const publisherFile = fileURLToPath(new URL('../apps/web/src/media/livePublisher.ts', import.meta.url))

/** Bundle of the module that the host's page loads. */
async function bundledPublisher(): Promise<string> {
	const built = (await build({
		configFile: false,
		logLevel: 'error',
		build: { write: false, minify: false, lib: { entry: publisherFile, formats: ['es'], fileName: 'publisher' } },
	})) as Rollup.RollupOutput[]
	return built[0]?.output[0].code ?? ''
}

const publisherPage = `<!doctype html><script type="module">
import { openLivePublisher } from '/publisher.js'
window.states = []
const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 }, audio: true })
window.publisher = openLivePublisher({ stream, streamId: 'abc', key: location.hash.slice(1), onState: state => states.push(state) })
window.other = () => {
	const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
	const context = canvas.getContext('2d')
	setInterval(() => {
		context.fillStyle = 'hsl(' + (performance.now() / 10) % 360 + ' 80% 50%)'
		context.fillRect(0, 0, 320, 240)
	}, 40)
	publisher.use(new MediaStream([...canvas.captureStream(25).getVideoTracks(), ...stream.getAudioTracks()]))
}
</script>`
const hlsFile = new URL('../node_modules/hls.js/dist/hls.light.min.js', import.meta.url)
const viewerPage = `<!doctype html><video muted autoplay playsinline></video><script src="/hls.js"></script><script>
const hls = new Hls()
hls.loadSource('/live/hls/abc/master.m3u8')
hls.attachMedia(document.querySelector('video'))
</script>`

interface PublisherPage {
	states: { phase: string; container?: string; reason?: string }[]
	publisher: { stop(): void }
	other(): void
}

let isWithFfmpeg = true
const ffmpeg = await findFfmpeg(undefined)

const test = base.extend<{ live: Awaited<ReturnType<typeof startLiveServer>> }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
	live: async ({}, use) => {
		const live = await startLiveServer({
			'/camera': { type: 'text/html', body: publisherPage },
			'/viewer': { type: 'text/html', body: viewerPage },
			'/hls.js': { type: 'text/javascript', body: await readFile(hlsFile) },
			'/publisher.js': { type: 'text/javascript', body: await bundledPublisher() },
		})
		await live.engine.createStream('abc')
		const gateway = attachPhoneGateway({
			server: live.server,
			ingest: live.engine,
			authorisePublish: async ({ key }) => (key === 'right' ? ok(undefined) : refused('key')),
			ffmpeg: () => (isWithFfmpeg && !('missing' in ffmpeg) ? ffmpeg : undefined),
			createRateLimit: () => ({ consume: async () => ({ ok: true }) }) as never,
			addressOf: () => '127.0.0.1',
			ownOriginOf: async ({ headers }) => `http://${headers.host}`,
			log: createLog('warn'),
		})
		await use(live)
		await gateway.stop()
		await live.close()
	},
})

const inPage = <T>(page: Page, act: (page: PublisherPage) => T) =>
	page.evaluate(`(${act.toString()})(window)`) as Promise<Awaited<T>>
const phase = (page: Page) => inPage(page, ({ states }) => states.at(-1)?.phase)

test.describe('broadcasting the camera', () => {
	test('with a transcoder: AAC audio, another camera, a short loss of network, the end', async ({
		page,
		live,
		context,
	}) => {
		test.skip('missing' in ffmpeg, 'no ffmpeg on this machine')
		isWithFfmpeg = true
		await page.goto(`${live.url}/camera#right`)
		await expect.poll(() => phase(page)).toBe('publishing')
		const definition = () => live.engine.lines('abc')[0]?.definitions[0]
		await expect.poll(definition).toMatchObject({ width: 640, height: 480 })
		await expect.poll(() => definition()?.codecs).toMatch(/^avc1\.\w+,mp4a\.40\.2$/)
		await expect.poll(() => live.engine.stats('abc')?.definitions[0]?.framesPerSecond ?? 0).toBeGreaterThan(5)
		await context.setOffline(true)
		await page.waitForTimeout(1_000)
		await context.setOffline(false)
		const received = () => live.engine.stats('abc')?.bytesReceived ?? 0
		const before = received()
		await expect.poll(received).toBeGreaterThan(before + 20_000)
		await inPage(page, ({ other }) => other())
		await expect.poll(definition).toMatchObject({ width: 320, height: 240 })
		expect(live.engine.stats('abc')?.warnings).not.toContain('clock')
		await inPage(page, ({ publisher }) => publisher.stop())
		await expect.poll(() => live.engine.phase('abc')).toBe('silent')
	})

	test('a wrong key is refused', async ({ page, live }) => {
		await page.goto(`${live.url}/camera#wrong`)
		await expect.poll(() => inPage(page, ({ states }) => states)).toEqual([{ phase: 'over', reason: 'key' }])
	})

	test('without a transcoder: video and audio reach the origin unchanged, and play', async ({
		page,
		context,
		live,
	}) => {
		isWithFfmpeg = false
		await page.goto(`${live.url}/camera#right`)
		await expect.poll(() => inPage(page, ({ states }) => states.at(-1))).toMatchObject({ phase: 'publishing' })
		await expect.poll(() => live.engine.lines('abc')[0]?.definitions[0]).toMatchObject({ width: 640, height: 480 })
		await expect.poll(() => live.engine.stats('abc')?.definitions[0]?.framesPerSecond ?? 0).toBeGreaterThan(5)
		expect(live.engine.lines('abc')[0]?.definitions[0]?.codecs).toMatch(/^avc1\.\w+,(opus|mp4a\.40\.2)$/)
		expect(live.engine.stats('abc')?.warnings).not.toContain('codec')
		const viewer = await context.newPage()
		await viewer.goto(`${live.url}/viewer`)
		const decoded = () =>
			viewer.evaluate(() => {
				const video = document.querySelector('video') as HTMLVideoElement & { webkitAudioDecodedByteCount: number }
				return { time: video.currentTime, sound: video.webkitAudioDecodedByteCount }
			})
		await expect.poll(async () => (await decoded()).time).toBeGreaterThan(1)
		await expect.poll(async () => (await decoded()).sound).toBeGreaterThan(1_000)
	})
})
