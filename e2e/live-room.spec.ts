import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
	expect,
	joinById,
	type LiveServer,
	openMember,
	openPhone,
	scheduleLive,
	startLiveServer,
	waitUntilSeesAndHears,
	test as withServer,
} from './fixtures/index.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''

interface Fixtures {
	/** A server that sends meetings out. */
	live: LiveServer
	/** Ends what sends a meeting out, as a machine without memory would. */
	killSender(): Promise<void>
}

const test = withServer.extend<Fixtures & { folder: string }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'parley-sender-'))
		await use(folder)
		await rm(folder, { recursive: true })
	},
	live: async ({ folder }, use) => {
		// ffmpeg itself, which leaves its number behind where it reads a meeting.
		const path = join(folder, 'ffmpeg')
		const note = `case "$*" in *matroska*) echo $$ > '${folder}/pid';; esac`
		await writeFile(path, `#!/bin/sh\n${note}\nexec '${program}' "$@"\n`)
		await chmod(path, 0o755)
		const server = await startLiveServer({ PARLEY_FFMPEG: path })
		await use(server)
		await server.dispose()
	},
	killSender: async ({ folder }, use) =>
		use(async () => void process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL')),
})

interface Watched {
	width: number
	frames: number
	/** Bytes of sound that were decoded. */
	soundBytes: number
}

const watched = (page: Page): Promise<Watched> =>
	page.locator('video').evaluate((video: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => ({
		width: video.videoWidth,
		frames: video.getVideoPlaybackQuality().totalVideoFrames,
		soundBytes: video.webkitAudioDecodedByteCount ?? 0,
	}))

/** How loud the picture is at most within a second, 0 to 1. */
const loudness = (page: Page): Promise<number> =>
	page.locator('video').evaluate(async (video: HTMLVideoElement & { captureStream?(): MediaStream }) => {
		const context = new AudioContext()
		const analyser = context.createAnalyser()
		context.createMediaStreamSource(video.captureStream?.() ?? new MediaStream()).connect(analyser)
		const wave = new Float32Array(analyser.fftSize)
		let loudest = 0
		for (const until = performance.now() + 1_000; performance.now() < until; ) {
			await new Promise(resolve => setTimeout(resolve, 20))
			analyser.getFloatTimeDomainData(wave)
			loudest = Math.max(loudest, ...wave.map(Math.abs))
		}
		await context.close()
		return loudest
	})

/** The picture moves and is heard. */
async function expectSeenAndHeard(page: Page) {
	await expect.poll(async () => (await watched(page)).width, { timeout: 60_000 }).toBeGreaterThan(320)
	const before = await watched(page)
	await expect.poll(async () => (await watched(page)).frames, { timeout: 30_000 }).toBeGreaterThan(before.frames + 15)
	await expect
		.poll(async () => (await watched(page)).soundBytes, { timeout: 30_000 })
		.toBeGreaterThan(before.soundBytes)
	await expect.poll(() => loudness(page), { timeout: 30_000 }).toBeGreaterThan(0.05)
}

test('[DESK-14] [DESK-15] [DESK-16] a meeting of two goes live from its room: seen and heard, through the loss of what sends it, to the end', async ({
	browser,
	live,
	killSender,
}) => {
	test.skip(!program, 'no ffmpeg')
	test.setTimeout(240_000)
	const host = await openMember(browser, live.url, 'hanmei', { options: { locale: 'zh-CN' } })
	const { page, t } = host
	const id = await scheduleLive(host, { topic: '两个人的直播' })
	await joinById(host, id)
	const member = await openMember(browser, live.url, 'lilei', { language: 'en' })
	await joinById(member, id)
	for (const { page } of [host, member]) await waitUntilSeesAndHears(page, 1)

	const viewer = await openPhone(browser, live.url, { options: { locale: 'zh-CN' } })
	await viewer.page.goto(`/liveBroadcast?roomId=${id}`)
	await expect(viewer.page.getByText(t('live_not_started_title'))).toBeVisible()

	await page.getByRole('button', { name: t('room_people') }).click()
	const sheet = page.getByRole('dialog')
	await sheet.getByRole('button', { name: t('desk_start') }).click()
	await expect(sheet.getByText(t('desk_status_onAir'), { exact: true })).toBeVisible({ timeout: 30_000 })
	await expectSeenAndHeard(viewer.page)
	await expect(member.page.getByRole('banner').getByText(member.t('desk_status_onAir'))).toBeVisible()

	await killSender()
	await expect(sheet.getByText(t('desk_room_interrupted'))).toBeVisible({ timeout: 30_000 })
	await expectSeenAndHeard(viewer.page)
	await expect(viewer.page.getByText(t('live_over_title'))).toHaveCount(0)

	await sheet.getByRole('button', { name: t('desk_end') }).click()
	await page
		.getByRole('alertdialog')
		.getByRole('button', { name: t('desk_end') })
		.click()
	await expect(viewer.page.getByText(t('live_over_title'))).toBeVisible({ timeout: 30_000 })
	await expect(sheet.getByText(t('desk_status_over'))).toBeVisible()
	// Who is in the meeting goes on talking.
	await waitUntilSeesAndHears(member.page, 1)
	for (const { context } of [host, member, viewer]) await context.close()
})
