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

test('[ROOM-230] [ROOM-86] twelve people on a small phone have pages, turned by a swipe, buttons and keys; a picture is received where it is shown', async ({
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
	await member.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await member.page.getByRole('switch', { name: t('joining_camera') }).check()
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

	// A larger window has room for all.
	await page.setViewportSize({ width: 375, height: 812 })
	await expect(pager).toHaveCount(0)
	await expectPictures(page, true)
	leave()
})
