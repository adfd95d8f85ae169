import type { Page } from '@playwright/test'
import { expect, joinById, openMember, scheduleMeeting, test } from './fixtures/index.ts'
import { waitUntilSeesAndHears } from './fixtures/media.ts'

/** Devices and outputs of the page, of which a test does what a system does. */
interface SystemDevices {
	tracks: MediaStreamTrack[]
	outputs: HTMLAudioElement[]
	listed: MediaDeviceInfo[] | undefined
}

/** No browser lets a test take a device away from a page, or make a phone call: the page sees the same events and values. */
async function holdDevices(page: Page) {
	await page.addInitScript(() => {
		const held: SystemDevices = { tracks: [], outputs: [], listed: undefined }
		Object.assign(window, { held })
		const { mediaDevices } = navigator
		const open = mediaDevices.getUserMedia.bind(mediaDevices)
		mediaDevices.getUserMedia = async constraints => {
			const stream = await open(constraints)
			held.tracks.push(...stream.getTracks())
			return stream
		}
		const list = mediaDevices.enumerateDevices.bind(mediaDevices)
		mediaDevices.enumerateDevices = async () => held.listed ?? list()
		window.Audio = class extends Audio {
			constructor(url?: string) {
				super(url)
				held.outputs.push(this)
			}
		}
	})
}

/** Runs in the page. */
declare const held: SystemDevices

const setMuted = (page: Page, kind: 'audio' | 'video', isMuted: boolean) =>
	page.evaluate(
		([kind, isMuted]) => {
			for (const track of held.tracks.filter(track => track.kind === kind && track.readyState === 'live')) {
				Object.defineProperty(track, 'muted', { configurable: true, value: isMuted })
				track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))
			}
		},
		[kind, isMuted] as const,
	)

const plugIn = (page: Page, names: string[]) =>
	page.evaluate(names => {
		const output = (label: string, deviceId: string) => ({ kind: 'audiooutput', label, deviceId, groupId: label })
		const devices = names.map(name => output(name, name))
		// The one that was plugged in last plays.
		held.listed = [output(names.at(-1) ?? '', 'default'), ...devices] as unknown as MediaDeviceInfo[]
		navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
	}, names)

const isPlaying = (page: Page) =>
	page.evaluate(() => held.outputs.some(({ paused, srcObject }) => srcObject && !paused))

test('[ROOM-200] [ROOM-201] [ROOM-202] [ROOM-203] what the system interrupts is named, and mended with one tap', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '来电' })
	await joinById(host, id)
	const member = await openMember(browser, server.url, 'lilei')
	const { page, t } = member
	await holdDevices(page)
	await joinById(member, id)
	await waitUntilSeesAndHears(page, 1)
	const alert = page.getByRole('alert')

	// A phone call takes the microphone, and does not give it back.
	await setMuted(page, 'audio', true)
	await expect(alert.filter({ hasText: t('interruption_microphone') })).toBeVisible()
	await page.getByRole('button', { name: t('interruption_microphone_resume') }).click()
	await expect(alert.filter({ hasText: t('interruption_microphone') })).toHaveCount(0)
	await waitUntilSeesAndHears(host.page, 1)
	expect(
		await page.evaluate(
			() => held.tracks.filter(({ kind, readyState }) => kind === 'audio' && readyState === 'live').length,
		),
	).toBe(1)
	// Another app has the camera, and gives it back.
	await setMuted(page, 'video', true)
	await expect(alert.filter({ hasText: t('interruption_camera') })).toBeVisible()
	await setMuted(page, 'video', false)
	await expect(alert.filter({ hasText: t('interruption_camera') })).toHaveCount(0)

	// The headset comes loose: nothing is played out loud until a tap, or until it is back.
	await plugIn(page, ['Speakers', 'USB Headset'])
	await plugIn(page, ['Speakers'])
	await expect(alert.filter({ hasText: t('interruption_headset') })).toBeVisible()
	expect(await isPlaying(page)).toBe(false)
	await plugIn(page, ['Speakers', 'USB Headset'])
	await expect(alert.filter({ hasText: t('interruption_headset') })).toHaveCount(0)
	await expect.poll(() => isPlaying(page)).toBe(true)
	await plugIn(page, ['Speakers'])
	await page.getByRole('button', { name: t('interruption_headset_speaker') }).click()
	await expect.poll(() => isPlaying(page)).toBe(true)

	// The system pauses the sound: it starts again by itself.
	await page.evaluate(() => {
		for (const output of held.outputs) output.pause()
	})
	await expect.poll(() => isPlaying(page)).toBe(true)

	// The loudspeaker is dead: its clock stands still.
	await page.evaluate(() => {
		for (const output of held.outputs) Object.defineProperty(output, 'currentTime', { configurable: true, value: 5 })
	})
	await expect(alert.filter({ hasText: t('interruption_output') })).toBeVisible({ timeout: 20_000 })
	await page.evaluate(() => {
		for (const output of held.outputs) Reflect.deleteProperty(output, 'currentTime')
	})
	await page.getByRole('button', { name: t('interruption_output_restart') }).click()
	await expect(alert.filter({ hasText: t('interruption_output') })).toHaveCount(0)
	await waitUntilSeesAndHears(page, 1)
})

test('[ROOM-204] a camera that ends is replaced, and the new one is named', async ({ browser, server }) => {
	const host = await openMember(browser, server.url, 'hanmei')
	await holdDevices(host.page)
	const id = await scheduleMeeting(host, { topic: '换设备' })
	await joinById(host, id)
	const { page, t } = host
	// The real event of a device that is gone, which `stop` does not cause.
	const name = await page.evaluate(() => {
		const track = held.tracks.find(({ kind, readyState }) => kind === 'video' && readyState === 'live')
		track?.stop()
		track?.dispatchEvent(new Event('ended'))
		return track?.label ?? ''
	})
	await expect(page.getByText(t('room_notice_camera_replaced', { name }))).toBeVisible()
	await expect
		.poll(() =>
			page.evaluate(
				() => held.tracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').length,
			),
		)
		.toBe(1)
})
