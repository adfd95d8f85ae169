import type { Page } from '@playwright/test'
import {
	expect,
	joinById,
	openActions,
	openMember,
	openSimulatedPhone,
	scheduleMeeting,
	test,
} from './fixtures/index.ts'

type PhoneWindow = {
	capturedTracks?: MediaStreamTrack[]
	simulatedPhone: { set(change: object): void }
}

/** Replaces what the system captures: a blue screen. */
const showBlueScreen = (page: Page) =>
	page.evaluate(() => {
		const phone = window as unknown as PhoneWindow
		phone.capturedTracks = []
		navigator.mediaDevices.getDisplayMedia = async () => {
			const canvas = Object.assign(document.createElement('canvas'), { width: 390, height: 844 })
			const context = canvas.getContext('2d')
			let times = 0
			setInterval(() => {
				if (!context) return
				context.fillStyle = '#2030c0'
				context.fillRect(0, 0, canvas.width, canvas.height)
				context.fillStyle = '#fff'
				context.fillText(`${times++}`, 20, 20)
			}, 100)
			const stream = canvas.captureStream(10)
			phone.capturedTracks?.push(...stream.getTracks())
			return stream
		}
	})

const isCapturing = (page: Page) =>
	page.evaluate(() =>
		(window as unknown as PhoneWindow).capturedTracks?.some(({ readyState }) => readyState === 'live'),
	)

/** Shape, number of frames and colour in the middle of what a video shows. */
const lookAt = (video: HTMLVideoElement) => {
	const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
	const context = canvas.getContext('2d')
	context?.drawImage(video, video.videoWidth / 2, video.videoHeight / 2, 1, 1, 0, 0, 1, 1)
	const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
	const isUpright = video.videoHeight > video.videoWidth
	return { isUpright, isBlue: blue > 120 && red < 90, frames: video.getVideoPlaybackQuality().totalVideoFrames }
}

test('[BRG-25] [BRG-26] [ROOM-100] the shell of a phone shares its screen: others see it, and it ends with a refusal, the system, the page and the room', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '共享手机屏幕' })
	await joinById(host, id)
	const phone = await openSimulatedPhone(browser, server)
	await showBlueScreen(phone.page)
	await phone.fire('directJoin', { meetingId: id, displayName: '王芳', password: '' })
	const { t } = phone
	const room = phone.page.frameLocator('iframe[src*="/room/"]')
	const share = async () => {
		await room.getByRole('button', { name: t('room_more'), exact: true }).click()
		await room
			.getByRole('dialog')
			.getByRole('button', { name: t('room_screen_share') })
			.click()
	}
	const system = phone.page.getByRole('dialog', { name: 'Share your screen?' })
	const screen = host.page.getByLabel(host.t('room_screen_of', { name: '王芳' }), { exact: true })

	// The person refuses.
	await share()
	await system.getByRole('button', { name: 'Cancel' }).click()
	await expect(system).toHaveCount(0)
	await expect(screen).toHaveCount(0)
	expect(await isCapturing(phone.page)).toBe(false)

	await share()
	await system.getByRole('button', { name: 'Start' }).click()
	await expect(screen).toBeVisible({ timeout: 30_000 })
	await expect.poll(() => screen.evaluate(lookAt), { timeout: 30_000 }).toMatchObject({ isUpright: true, isBlue: true })
	const { frames } = await screen.evaluate(lookAt)
	await expect.poll(async () => (await screen.evaluate(lookAt)).frames, { timeout: 30_000 }).toBeGreaterThan(frames + 5)
	await expect(room.getByText(t('room_screen_own'))).toBeVisible()

	// The system ends it.
	await phone.page.getByRole('button', { name: 'Stop sharing' }).click()
	await expect(screen).toHaveCount(0)
	await expect(room.getByText(t('room_screen_own'))).toHaveCount(0)
	expect(await isCapturing(phone.page)).toBe(false)

	// The page ends it.
	await share()
	await system.getByRole('button', { name: 'Start' }).click()
	await room.getByRole('button', { name: t('room_screen_stop') }).click({ timeout: 30_000 })
	await expect.poll(() => isCapturing(phone.page)).toBe(false)
	await expect(screen).toHaveCount(0)

	// The room is left.
	await share()
	await system.getByRole('button', { name: 'Start' }).click()
	await expect(screen).toBeVisible({ timeout: 30_000 })
	await room
		.getByRole('toolbar', { name: t('room_controls') })
		.getByRole('button', { name: t('room_leave') })
		.click()
	await expect.poll(() => isCapturing(phone.page)).toBe(false)
	await expect(screen).toHaveCount(0)

	// The host removes the person from the meeting.
	await phone.fire('directJoin', { meetingId: id, displayName: '王芳', password: '' })
	await share()
	await system.getByRole('button', { name: 'Start' }).click()
	await expect(screen).toBeVisible({ timeout: 30_000 })
	const actions = await openActions(host, '王芳')
	await actions.getByRole('button', { name: host.t('room_person_remove') }).click()
	await host.page.getByRole('button', { name: host.t('room_remove'), exact: true }).click()
	await expect(room.getByRole('heading', { name: t('room_out_removed_title') })).toBeVisible()
	await expect.poll(() => isCapturing(phone.page)).toBe(false)
})

test('[BRG-25] [ROOM-102] in a shell that cannot capture the screen the page says so', async ({ browser, server }) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '旧版手机' })
	await joinById(host, id)
	const phone = await openSimulatedPhone(browser, server)
	await phone.page.evaluate(() => (window as unknown as PhoneWindow).simulatedPhone.set({ screenShare: false }))
	await phone.fire('directJoin', { meetingId: id, displayName: '王芳', password: '' })
	const { t } = phone
	const room = phone.page.frameLocator('iframe[src*="/room/"]')
	await room.getByRole('button', { name: t('room_more'), exact: true }).click()
	const more = room.getByRole('dialog')
	await expect(more.getByText(t('room_screen_unsupported'))).toBeVisible()
	await expect(more.getByRole('button', { name: t('room_screen_share') })).toHaveCount(0)
	// A shell that learns it later offers it at once.
	await phone.page.evaluate(() => (window as unknown as PhoneWindow).simulatedPhone.set({ screenShare: true }))
	await expect(more.getByRole('button', { name: t('room_screen_share') })).toBeVisible()
	await expect(more.getByText(t('room_screen_unsupported'))).toHaveCount(0)
})
