import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
	createCameraVideo,
	expect,
	joinById,
	openMember,
	type Person,
	scheduleMeeting,
	test,
	turnOnDevices,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

/** A chessboard, as a picture in which there is no person and every edge is sharp. */
const chessboard = (page: Page): Promise<Buffer> =>
	page
		.evaluate(() => {
			const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
			const context = canvas.getContext('2d') as CanvasRenderingContext2D
			for (let x = 0; x < 16; x++)
				for (let y = 0; y < 12; y++) if ((x + y) % 2 === 0) context.fillRect(x * 40, y * 40, 40, 40)
			return canvas.toDataURL('image/png').split(',')[1] ?? ''
		})
		.then(base64 => Buffer.from(base64, 'base64'))

/** How sharp the picture of a video is: the mean square of the steps in brightness between neighbours; 0 while there is none. */
const sharpness = (page: Page, video: string): Promise<number> =>
	page.evaluate(selector => {
		const element = document.querySelector<HTMLVideoElement>(selector)
		if (!element?.videoWidth) return 0
		const [width, height] = [320, 180]
		const canvas = Object.assign(document.createElement('canvas'), { width, height })
		const context = canvas.getContext('2d') as CanvasRenderingContext2D
		context.drawImage(element, 0, 0, width, height)
		const { data } = context.getImageData(0, 0, width, height)
		let sum = 0
		for (let pixel = 1; pixel < width * height; pixel++)
			if (pixel % width > 0) sum += ((data[pixel * 4 + 1] ?? 0) - (data[pixel * 4 - 3] ?? 0)) ** 2
		return sum / (width * height)
	}, video)

type RecordedWindow = typeof globalThis & { parleyTracks?: MediaStreamTrack[]; parleyWorkers?: Set<Worker> }

/**
 * Records cameras and workers, and makes the clock of the page slow: the machines of tests have no graphics card, and take
 * longer for a picture than a person would accept (ROOM-242).
 */
const recordBlur = ({ context }: Pick<Person, 'context'>) =>
	context.addInitScript(() => {
		const page = globalThis as RecordedWindow
		const [tracks, workers] = [[] as MediaStreamTrack[], new Set<Worker>()]
		Object.assign(page, { parleyTracks: tracks, parleyWorkers: workers })
		const now = performance.now.bind(performance)
		performance.now = () => now() / 20
		const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
		navigator.mediaDevices.getUserMedia = async constraints => {
			const stream = await open(constraints)
			tracks.push(...stream.getVideoTracks())
			return stream
		}
		globalThis.Worker = class extends Worker {
			constructor(...args: ConstructorParameters<typeof Worker>) {
				super(...args)
				workers.add(this)
			}
			override terminate() {
				workers.delete(this)
				super.terminate()
			}
		}
	})

/** The cameras that are open and the workers that run. */
const inUse = ({ page }: Pick<Person, 'page'>) =>
	page.evaluate(() => {
		const { parleyTracks = [], parleyWorkers = new Set() } = globalThis as RecordedWindow
		return [parleyTracks.filter(({ readyState }) => readyState === 'live').length, parleyWorkers.size]
	})

const theirs = '[data-person]:not([data-corner]) video'

test('[ROOM-240] [ROOM-241] [ROOM-243] others receive a blurred background, and a sharp one after it is turned off', async ({
	browser,
	playwright,
	launchOptions,
	server,
}, info) => {
	// Without a graphics card each picture takes its time.
	test.slow()
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '虚化背景' })
	const videoPath = info.outputPath('chessboard.y4m')
	await writeFile(videoPath, await createCameraVideo(host.page, await chessboard(host.page)))
	await joinById(host, id)

	const args = [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${videoPath}`]
	const cameraBrowser = await playwright.chromium.launch({ ...launchOptions, args })
	const member = await openMember(cameraBrowser, server.url, 'lilei')
	const { page, t, context } = member
	await recordBlur(member)
	const requested: string[] = []
	context.on('request', request => void requested.push(request.url()))
	const policies: (string | undefined)[] = []
	context.on('response', response => {
		if (response.url().endsWith('-worker.js')) policies.push(response.headers()['content-security-policy'])
	})

	// Before joining, the own picture is sharp, and blurred with the switch.
	await page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await turnOnDevices({ page, t })
	const own = `video[aria-label="${t('devices_preview')}"]`
	await expect.poll(() => sharpness(page, own)).toBeGreaterThan(200)
	const sharp = await sharpness(page, own)
	expect(requested.filter(url => url.includes('/assets/blur-'))).toEqual([])
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	const sheet = page.getByRole('dialog', { name: t('devices_title') })
	const blur = sheet.getByRole('switch', { name: t('devices_blur') })
	await expect(blur).not.toBeChecked()
	await blur.check()
	await sheet.getByRole('button', { name: t('devices_close') }).click()
	const isBlurred = async (picture: { page: Page; video: string }) => {
		const value = await sharpness(picture.page, picture.video)
		return value > 0 && value < sharp / 4
	}
	await expect.poll(() => isBlurred({ page, video: own }), { timeout: 60_000 }).toBe(true)

	// The room takes the blurred camera over, and the other one receives it.
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await waitUntilSeesAndHears(host.page, 1, 60_000)
	const received = { page: host.page, video: theirs }
	await expect.poll(() => isBlurred(received), { timeout: 60_000 }).toBe(true)
	expect(await inUse(member)).toEqual([1, 1])

	// In the room it is turned off, and on again.
	await page.getByRole('button', { name: t('room_more') }).click()
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	await expect(blur).toBeChecked()
	await blur.uncheck()
	await expect.poll(() => sharpness(host.page, theirs), { timeout: 30_000 }).toBeGreaterThan(sharp / 2)
	expect(await inUse(member)).toEqual([1, 0])
	await blur.check()
	await expect.poll(() => isBlurred(received), { timeout: 60_000 }).toBe(true)
	await sheet.getByRole('button', { name: t('devices_close') }).click()

	// Everything ends with the camera, and is asked of this server alone.
	const camera = page.getByRole('switch', { name: t('room_camera') })
	await camera.click()
	await expect.poll(() => inUse(member)).toEqual([0, 0])
	await camera.click()
	await expect.poll(() => inUse(member), { timeout: 60_000 }).toEqual([1, 1])
	await page.getByRole('button', { name: t('room_leave'), exact: true }).click()
	await expect.poll(() => inUse(member)).toEqual([0, 0])
	const hosts = requested.filter(url => url.startsWith('http')).map(url => new URL(url).host)
	expect([...new Set(hosts)]).toEqual([new URL(server.url).host])
	expect(requested.some(url => url.endsWith('selfie_segmentation_landscape.tflite'))).toBe(true)
	expect(policies[0]).toContain("connect-src 'self';")
	await cameraBrowser.close()
})

test('[ROOM-241] where the blur cannot be loaded, the camera stays off and says so, and can be used without', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const { page, t, context } = host
	await recordBlur(host)
	await context.route('**/assets/blur-*/*.tflite', route => route.abort())
	const id = await scheduleMeeting(host, { topic: '没有模型' })
	await joinById(host, id)
	await page.getByRole('button', { name: t('room_more') }).click()
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	const sheet = page.getByRole('dialog', { name: t('devices_title') })
	await sheet.getByRole('switch', { name: t('devices_blur') }).check()
	await sheet.getByRole('button', { name: t('devices_close') }).click()
	await expect(page.getByRole('alert').getByText(t('room_fault_camera_blur'))).toBeVisible({ timeout: 60_000 })
	expect(await inUse(host)).toEqual([0, 0])
	await page.getByRole('button', { name: t('room_fault_without_blur') }).click()
	await expect(page.getByText(t('room_fault_camera_blur'))).toHaveCount(0)
	await expect.poll(() => inUse(host)).toEqual([1, 0])
})
