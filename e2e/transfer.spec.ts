import { expect, openPhone, startMeetingOfTwo, test, waitUntilSeesAndHears } from './fixtures/index.ts'

test('[ROOM-210] [ROOM-211] [ROOM-212] [ROOM-213] a member continues on another device, in the same place; the link works once', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '换设备')
	const { page, t } = member
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write', 'camera', 'microphone'])
	const bar = page.getByRole('toolbar', { name: t('room_controls') })
	const more = page.getByRole('dialog', { name: t('room_more') })
	const sheet = page.getByRole('dialog', { name: t('transfer_title') })
	await bar.getByRole('button', { name: t('room_more') }).click()
	await more.getByRole('button', { name: t('room_hand_raise') }).click()
	await bar.getByRole('button', { name: t('room_more') }).click()
	await more.getByRole('button', { name: t('transfer_open') }).click()
	await expect(sheet.getByRole('img', { name: t('transfer_code') })).toBeVisible()
	await sheet.getByRole('button', { name: t('transfer_copy') }).click()
	const link = await page.evaluate(() => navigator.clipboard.readText())
	expect(link).toContain(`/room/${id}#ticket=`)

	// The other device asks first, and the meeting goes on where it was.
	const other = await openPhone(browser, server.url)
	await other.page.goto(link)
	await expect(other.page.getByRole('heading', { name: other.t('transfer_ask_title') })).toBeVisible()
	await waitUntilSeesAndHears(page, 1)
	await other.page.getByRole('button', { name: other.t('transfer_ask_continue') }).click()
	await expect(page.getByRole('heading', { name: t('room_out_elsewhere_title') })).toBeVisible()
	expect(other.page.url()).not.toContain('ticket')
	await waitUntilSeesAndHears(other.page, 1)
	await waitUntilSeesAndHears(host.page, 1)
	// The same place: two people, nobody joined or left, the hand is up.
	await expect(host.page.locator('[data-person]')).toHaveCount(2)
	await expect(
		host.page
			.locator('[data-person]', { hasText: '李雷' })
			.getByRole('img', { name: host.t('room_hand_place', { place: 1 }) }),
	).toBeVisible()

	const thief = await openPhone(browser, server.url)
	await thief.page.goto(link)
	await thief.page.getByRole('button', { name: thief.t('transfer_ask_continue') }).click()
	await expect(thief.page.getByRole('heading', { name: thief.t('room_out_ticket_title') })).toBeVisible()

	// The person takes the place back on the first device.
	await page.getByRole('button', { name: t('room_out_use_here') }).click()
	await waitUntilSeesAndHears(page, 1)
	await expect(other.page.getByRole('heading', { name: other.t('room_out_elsewhere_title') })).toBeVisible()

	// The host no longer permits it.
	await host.page.getByRole('button', { name: host.t('room_people_counted', { count: 2 }) }).click()
	await host.page.getByRole('button', { name: host.t('room_host_controls') }).click()
	await host.page.getByRole('switch', { name: host.t('room_may_transfer') }).click()
	await bar.getByRole('button', { name: t('room_more') }).click()
	await expect(more).toBeVisible()
	await expect(more.getByRole('button', { name: t('transfer_open') })).toHaveCount(0)
})
