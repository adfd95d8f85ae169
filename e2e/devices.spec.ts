import type { BrowserContext, Page } from '@playwright/test'
import {
	expect,
	expectInRoom,
	inboundStreams,
	openMember,
	openPhone,
	type Person,
	scheduleMeeting,
	startMeetingOfTwo,
	test,
	turnOnDevices,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

/** The devices that a page has asked its browser for, and the tracks it got. */
type RecordedWindow = typeof globalThis & { parleyRequests?: string[]; parleyTracks?: MediaStreamTrack[] }

/** Records the devices that pages of this context open; one that is blocked fails, which the fake prompt of Chromium forgets. */
const recordDevices = (context: BrowserContext) =>
	context.addInitScript(() => {
		const page = globalThis as RecordedWindow
		const [requests, tracks] = [[] as string[], [] as MediaStreamTrack[]]
		Object.assign(page, { parleyRequests: requests, parleyTracks: tracks })
		const { mediaDevices } = navigator
		const open = mediaDevices.getUserMedia.bind(mediaDevices)
		mediaDevices.getUserMedia = async constraints => {
			const kinds = ['audio', 'video'].filter(kind => kind in (constraints ?? {}))
			requests.push(kinds.join('+'))
			for (const kind of kinds) {
				const name = (kind === 'audio' ? 'microphone' : 'camera') as PermissionName
				const { state } = await navigator.permissions.query({ name })
				if (state === 'denied') throw new DOMException('Permission denied', 'NotAllowedError')
			}
			const stream = await open(constraints)
			tracks.push(...stream.getTracks())
			return stream
		}
	})

const requestsOf = (page: Page) => page.evaluate(() => (globalThis as RecordedWindow).parleyRequests ?? [])
const liveTracks = (page: Page) =>
	page.evaluate(() =>
		((globalThis as RecordedWindow).parleyTracks ?? [])
			.filter(({ readyState }) => readyState === 'live')
			.map(({ kind }) => kind)
			.sort(),
	)
/** Labels of the tracks that the page sends. */
const sentLabels = (page: Page) =>
	page.evaluate(() =>
		((globalThis as unknown as { parleyConnections?: RTCPeerConnection[] }).parleyConnections ?? [])
			.flatMap(connection => connection.getSenders())
			.flatMap(({ track }) => (track ? [track.label] : [])),
	)

const ownVideo = ({ page, t }: Person) => page.locator(`video[aria-label="${t('devices_preview')}"]`)
const showsPicture = (person: Person) =>
	expect.poll(() => ownVideo(person).evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)

async function openJoinForm(person: Person, id: string) {
	await recordDevices(person.context)
	await person.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await expect(person.page.getByRole('switch', { name: person.t('joining_camera') })).toBeVisible()
}

test('[ROOM-120] [ROOM-13] the form shows the own picture and hears the microphone, and the room takes both over', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '先看看自己' })
	await openJoinForm(host, id)
	await turnOnDevices(host)
	await showsPicture(host)
	await expect(host.page.getByText(host.t('devices_heard'))).toBeVisible({ timeout: 20_000 })

	await host.page.getByRole('button', { name: host.t('joining_submit'), exact: true }).click()
	await expectInRoom(host, id)
	await expect.poll(() => sentLabels(host.page).then(labels => labels.length)).toBe(2)
	// Each switch has opened its device; the room has opened none.
	expect((await requestsOf(host.page)).toSorted()).toEqual(['audio', 'video'])
	expect(await liveTracks(host.page)).toEqual(['audio', 'video'])

	const member = await openMember(browser, server.url, 'lilei')
	await openJoinForm(member, id)
	await turnOnDevices(member)
	await member.page.getByRole('button', { name: member.t('joining_submit'), exact: true }).click()
	await waitUntilSeesAndHears(member.page, 1)
	await waitUntilSeesAndHears(host.page, 1)

	await member.page.getByRole('button', { name: member.t('room_leave'), exact: true }).click()
	await expect.poll(() => liveTracks(member.page)).toEqual([])
})

test('[ROOM-120] the camera switch stays in its place when the browser allows the microphone', async ({
	browser,
	server,
}) => {
	const { context, page, t } = await openPhone(browser, server.url)
	await context.addInitScript(() => {
		const { mediaDevices } = navigator
		const open = mediaDevices.getUserMedia.bind(mediaDevices)
		mediaDevices.getUserMedia = async constraints => {
			await new Promise(allow => Object.assign(globalThis, { allowDevices: allow }))
			return await open(constraints)
		}
	})
	await page.goto('/joinQuickly')
	await page.getByRole('switch', { name: t('joining_microphone') }).check()
	await expect(page.getByText(t('devices_opening'))).toBeVisible()
	const camera = page.getByRole('switch', { name: t('joining_camera') })
	const placed = await camera.boundingBox()
	await page.evaluate(() => (globalThis as unknown as { allowDevices(): void }).allowDevices())
	await expect(page.getByText(t('devices_opening'))).toBeHidden()
	expect(await camera.boundingBox()).toEqual(placed)
})

test('[ROOM-120] a form that is left releases camera and microphone', async ({ browser, server }) => {
	const member = await openMember(browser, server.url, 'lilei')
	await openJoinForm(member, 'unkonw')
	await turnOnDevices(member)
	await showsPicture(member)
	await member.page.getByRole('switch', { name: member.t('joining_camera') }).uncheck()
	await expect(ownVideo(member)).toHaveCount(0)
	await expect.poll(() => liveTracks(member.page)).toEqual(['audio'])
	await member.page.getByRole('button', { name: member.t('common_back') }).click()
	await expect(member.page).toHaveURL(/\/MeetingList$/)
	await expect.poll(() => liveTracks(member.page)).toEqual([])
})

test('[ROOM-120] what was on is shown at once with permission, and otherwise asked for with a tap only', async ({
	browser,
	server,
}) => {
	for (const isPermitted of [true, false]) {
		const guest = await openPhone(browser, server.url)
		if (!isPermitted) await guest.context.clearPermissions()
		await guest.context.addInitScript(() => {
			localStorage.setItem('camera', '1')
			localStorage.setItem('microphone', '1')
		})
		await recordDevices(guest.context)
		await guest.page.goto('/joinQuickly')
		if (!isPermitted) {
			await guest.page.getByRole('button', { name: guest.t('devices_check_both') }).click()
		}
		await showsPicture(guest)
		expect(await requestsOf(guest.page)).toEqual(['audio+video'])
	}
})

test('[ROOM-121] a chosen microphone is remembered, and used by the room', async ({ browser, server }) => {
	const host = await openMember(browser, server.url, 'hanmei', { language: 'en' })
	const { page, t } = host
	const id = await scheduleMeeting(host, { topic: 'Another microphone' })
	await openJoinForm(host, id)
	await turnOnDevices(host)
	await showsPicture(host)
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	const sheet = page.getByRole('dialog', { name: t('devices_title') })
	const microphones = sheet.getByRole('radiogroup', { name: t('devices_microphone') })
	await expect(microphones.getByRole('radio', { name: t('devices_system_default') })).toBeChecked()
	const names = await microphones
		.getByRole('radio')
		.evaluateAll(radios => radios.map(radio => radio.parentElement?.textContent ?? ''))
	const other = names.at(-1) ?? ''
	await microphones.getByRole('radio', { name: other }).check()
	await sheet.getByRole('switch', { name: t('devices_mirror') }).uncheck()
	await sheet.getByRole('button', { name: t('devices_test') }).click()
	await expect(sheet.getByText(t('devices_testing'))).toBeVisible()
	await expect(sheet.getByRole('button', { name: t('devices_test') })).toBeVisible()

	await page.reload()
	await showsPicture(host)
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	await expect(sheet.getByRole('radio', { name: other })).toBeChecked()
	await expect(sheet.getByRole('switch', { name: t('devices_mirror') })).not.toBeChecked()
	await sheet.getByRole('button', { name: t('devices_close') }).click()
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expectInRoom(host, id)
	await expect.poll(() => sentLabels(page)).toContain(other)
})

test('[ROOM-122] in a call another microphone is sent, without a new connection for anybody', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '换一个麦克风')
	const { page, t } = member
	const connections = () =>
		Promise.all(
			[host, member].map(({ page }) =>
				page.evaluate(() =>
					(globalThis as unknown as { parleyConnections: RTCPeerConnection[] }).parleyConnections.map(
						({ remoteDescription }) => remoteDescription?.sdp,
					),
				),
			),
		)
	const before = await connections()
	await page.getByRole('button', { name: t('room_more') }).click()
	await page.getByRole('button', { name: t('devices_title'), exact: true }).click()
	const sheet = page.getByRole('dialog', { name: t('devices_title') })
	await sheet.getByRole('radio', { name: 'Fake Audio Input 2' }).check()
	await expect.poll(() => sentLabels(page)).toContain('Fake Audio Input 2')
	await sheet.getByRole('radio', { name: 'Fake Audio Output 2' }).check()
	await expect(sheet.getByRole('radio', { name: 'Fake Audio Output 2' })).toBeChecked()
	await sheet.getByRole('button', { name: t('devices_close') }).click()
	// The host hears the other microphone on the line it had before.
	const heard = async () =>
		(await inboundStreams(host.page))
			.filter(({ kind }) => kind === 'audio')
			.reduce((sum, { totalAudioEnergy }) => sum + totalAudioEnergy, 0)
	const energy = await heard()
	await expect.poll(heard).toBeGreaterThan(energy)
	expect(await connections()).toEqual(before)
})

test('[ROOM-123] a blocked microphone shows the way out and can be joined without; a grant continues by itself', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '麦克风用不了' })
	const { page, t } = host
	const settings = await host.context.newCDPSession(page)
	const { browserContextId } = (await settings.send('Target.getTargetInfo')).targetInfo
	const setMicrophone = (setting: 'granted' | 'denied') =>
		settings.send('Browser.setPermission', {
			permission: { name: 'microphone' },
			setting,
			origin: server.url,
			...(browserContextId && { browserContextId }),
		})
	await setMicrophone('denied')
	await openJoinForm(host, id)
	const microphone = page.getByRole('switch', { name: t('joining_microphone') })
	await microphone.click()
	await expect(page.getByText(t('devices_blocked_microphone'))).toBeVisible()
	await expect(microphone).not.toBeChecked()
	await expect(page.getByText(t('devices_step_automatic'))).toBeVisible()

	await setMicrophone('granted')
	await expect(page.getByText(t('devices_blocked_microphone'))).toHaveCount(0)
	await expect(microphone).toBeChecked()

	await setMicrophone('denied')
	await microphone.uncheck()
	await microphone.click()
	await page.getByRole('button', { name: t('devices_join_without_microphone') }).click()
	await expectInRoom(host, id)
	await expect(page.getByRole('switch', { name: t('room_microphone') })).not.toBeChecked()
	await expect(page.getByText(t('room_fault_microphone_denied'))).toHaveCount(0)

	// Switched on in the room, it is explained there, too.
	await page.getByRole('switch', { name: t('room_microphone') }).click()
	await expect(page.getByText(t('devices_step_automatic'))).toBeVisible()
	await setMicrophone('granted')
	await expect(page.getByRole('switch', { name: t('room_microphone') })).toBeChecked()
})
