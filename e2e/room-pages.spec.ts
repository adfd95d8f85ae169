import type { Page } from '@playwright/test'
import { expectNoViolations } from './fixtures/accessible.ts'
import {
	enterGuests,
	expect,
	expectInRoom,
	inboundStreams,
	joinById,
	openMember,
	type Person,
	scheduleMeeting,
	setSwitch,
	test,
} from './fixtures/index.ts'

const names = ['王芳', '李娜', '张伟', '刘洋', '陈静', '杨帆', '赵敏', '黄磊', '周涛', '吴昊']
const smallPhone = { width: 320, height: 480 }

/** Names of the people whose tiles are shown, in their order. */
const shownOn = async ({ page, t }: Person) => {
	const tiles = page.getByRole('list', { name: t('room_people'), exact: true }).locator('[data-paged="shown"]')
	return tiles.evaluateAll(all => all.map(tile => tile.textContent ?? ''))
}

/** Swipes from one point of the stage to another, like a finger. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
	const touches = await page.context().newCDPSession(page)
	const at = (part: number) => [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]
	await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
	for (const part of [0.2, 0.4, 0.6, 0.8, 1])
		await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
	await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Frames of the pictures of others that this page has decoded. */
const countFrames = async (page: Page) =>
	(await inboundStreams(page)).reduce(
		(sum, { kind, framesDecoded }) => (kind === 'video' ? sum + framesDecoded : sum),
		0,
	)

async function expectPictures(page: Page, areReceived: boolean) {
	await expect(async () => {
		const before = await countFrames(page)
		await page.waitForTimeout(2_000)
		expect((await countFrames(page)) > before).toBe(areReceived)
	}).toPass({ timeout: 30_000 })
}

/** Replaces the microphone by a tone: the one of a test pauses after each beep, as no person who speaks does. */
const soundSteadily = (page: Page) =>
	page.addInitScript(() => {
		const devices = navigator.mediaDevices
		const getUserMedia = devices.getUserMedia.bind(devices)
		devices.getUserMedia = async (constraints = {}) => {
			if (!constraints.audio) return await getUserMedia(constraints)
			const context = new AudioContext()
			const tone = new OscillatorNode(context, { frequency: 300 })
			const output = context.createMediaStreamDestination()
			tone.connect(output)
			tone.start()
			const pictures = constraints.video ? await getUserMedia({ video: constraints.video }) : new MediaStream()
			return new MediaStream([...output.stream.getTracks(), ...pictures.getTracks()])
		}
	})

/** Counts the animations that elements start from now on. */
async function countAnimations(page: Page) {
	await page.evaluate(() => {
		const counted = window as unknown as { animations: number }
		counted.animations = 0
		const animate = Element.prototype.animate
		Element.prototype.animate = function (...given) {
			counted.animations++
			return animate.apply(this, given)
		}
	})
	return () => page.evaluate(() => (window as unknown as { animations: number }).animations)
}

test('[ROOM-230] [ROOM-231] [ROOM-86] twelve people on a small phone have pages, turned by a swipe, buttons and keys; a picture is received where it is shown, and a speaker comes to the page', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei', { options: { viewport: smallPhone } })
	const { page, t } = host
	const id = await scheduleMeeting(host, { topic: '十二人' })
	await joinById(host, id)
	const leave = await enterGuests(server, id, names)
	// The last of the others, who says nothing that would bring the tile forward.
	const member = await openMember(browser, server.url, 'lilei')
	await soundSteadily(member.page)
	await member.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await setSwitch(member.page.getByRole('switch', { name: t('joining_camera') }), true)
	await member.page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expectInRoom(member, id)
	const pager = page.getByRole('navigation', { name: t('room_pages') })
	const next = pager.getByRole('button', { name: t('room_page_after') })
	await expect(pager).toContainText(t('room_page_of', { page: 1, count: 2 }))
	await expectPictures(page, false)
	await expectNoViolations(page, 'the first page of tiles')
	const first = await shownOn(host)
	expect(first.join()).not.toContain('李雷')
	for (const button of [next, pager.getByRole('button', { name: t('room_page_before') })]) {
		const box = await button.boundingBox()
		expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
	}

	const stage = await page.getByRole('main').boundingBox()
	if (!stage) throw new Error('there is no stage')
	const middle = stage.y + stage.height / 3
	await swipe(page, { x: 280, y: middle }, { x: 60, y: middle })
	await expect(pager).toContainText(t('room_page_of', { page: 2, count: 2 }))
	await expect.poll(async () => (await shownOn(host)).join()).toContain('李雷')
	await expectPictures(page, true)
	expect((await shownOn(host)).filter(text => first.includes(text))).toEqual([])

	await swipe(page, { x: 60, y: middle }, { x: 280, y: middle })
	await expect(pager).toContainText(t('room_page_of', { page: 1, count: 2 }))
	await expectPictures(page, false)
	expect(await shownOn(host)).toEqual(first)

	await next.click()
	await expect(pager).toContainText(t('room_page_of', { page: 2, count: 2 }))
	await page.keyboard.press('PageUp')
	await expect(pager).toContainText(t('room_page_of', { page: 1, count: 2 }))
	expect(await shownOn(host)).toEqual(first)

	// With less motion, tiles do not move when the page is turned.
	const animations = await countAnimations(page)
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await page.keyboard.press('PageDown')
	await expect(pager).toContainText(t('room_page_of', { page: 2, count: 2 }))
	await expect.poll(async () => (await shownOn(host)).join()).toContain('李雷')
	expect(await animations()).toBe(0)
	await page.emulateMedia({ reducedMotion: null })
	await page.keyboard.press('PageUp')
	await expect(pager).toContainText(t('room_page_of', { page: 1, count: 2 }))
	expect(await animations()).toBeGreaterThan(0)

	// Somebody speaks on the other page: they take the place of one who is silent, and nobody else moves.
	await member.page.getByRole('switch', { name: member.t('room_microphone') }).click()
	await expect.poll(async () => (await shownOn(host)).join(), { timeout: 30_000 }).toContain('李雷')
	const withSpeaker = await shownOn(host)
	const places = first.flatMap((text, at) => (withSpeaker[at] === text ? [] : at))
	expect(places).toHaveLength(1)
	expect(withSpeaker[places[0] ?? 0]).toContain('李雷')
	await expect(pager).toContainText(t('room_page_of', { page: 1, count: 2 }))

	// A larger window has room for all.
	await page.setViewportSize({ width: 375, height: 812 })
	await expect(pager).toHaveCount(0)
	await expectPictures(page, true)
	leave()
})
