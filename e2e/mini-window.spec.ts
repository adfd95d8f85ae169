import { expect, startMeetingOfTwo, test } from './fixtures/index.ts'

test('[ROOM-107] [ROOM-108] the own picture moves to another corner; a small window shows who speaks, with microphone and leaving', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '小窗')
	const { page, t } = member
	const own = page.locator('[data-person]', { hasText: t('room_you') })
	const move = own.getByRole('button', { name: t('room_self_move') })
	const stage = await page.getByRole('list', { name: t('room_people') }).boundingBox()
	const from = await move.boundingBox()
	if (!stage || !from) throw new Error('the own picture is not shown')
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
	await page.mouse.down()
	await page.mouse.move(stage.x + 60, stage.y + 120, { steps: 5 })
	await page.mouse.up()
	await expect(own).toHaveAttribute('data-corner', 'top-left')
	await expect.poll(async () => (await own.boundingBox())?.x ?? 0).toBeLessThan(stage.x + 40)
	await move.press('ArrowDown')
	await expect(own).toHaveAttribute('data-corner', 'bottom-left')
	// The picture was never loaded again.
	expect(await own.locator('video').evaluate(video => (video as HTMLVideoElement).paused)).toBe(false)

	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	const opened = page.context().waitForEvent('page')
	await bar.getByRole('button', { name: t('room_more') }).click()
	await page
		.getByRole('dialog', { name: t('room_more') })
		.getByRole('button', { name: t('room_mini'), exact: true })
		.click()
	const mini = await opened
	// The avatar shows the name, too, until the picture is there.
	await expect(mini.getByRole('paragraph').getByText('韩梅')).toBeVisible()
	await expect
		.poll(() => mini.locator('video').evaluate(video => (video as HTMLVideoElement).videoWidth))
		.toBeGreaterThan(0)
	// The window has the size of the phone that the test runs on, so that a click would miss.
	const press = (name: string) => mini.getByRole('button', { name }).dispatchEvent('click')
	await press(t('room_mini_mute'))
	await expect(mini.getByRole('button', { name: t('room_mini_unmute') })).toBeVisible()
	await expect(
		host.page.locator('[data-person]', { hasText: '李雷' }).getByRole('img', { name: host.t('room_mic_off') }),
	).toBeVisible()
	await press(t('room_leave_now'))
	await expect(page.getByRole('heading', { name: t('room_out_left_title') })).toBeVisible()
	await expect.poll(() => mini.isClosed()).toBe(true)
})
