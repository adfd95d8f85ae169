import {
	expect,
	isInRoom,
	joinById,
	schedule,
	seesAndHears,
	signIn,
	takePhone,
	test,
	turnOn,
} from './fixtures/index.ts'

test('[QJ-02] [QJ-07] [JERR-04] [JERR-05] a guest joins quickly by id, name and password', async ({
	browser,
	server,
}) => {
	test.setTimeout(120_000)
	const host = await takePhone(browser, server.url)
	await signIn(host, 'hanmei')
	const id = await schedule(host, { topic: '访客来访', password: '246810' })
	await joinById(host, id)

	const guest = await takePhone(browser, server.url)
	const { page, say } = guest
	await page.goto('/')
	await page.getByRole('link', { name: say('landing_join') }).click()
	await expect(page).toHaveURL(/\/joinQuickly$/)
	await page.getByLabel(say('joining_id'), { exact: true }).fill(id)
	await page.getByLabel(say('joining_name'), { exact: true }).fill('访客小王')
	await turnOn(guest)
	await page.getByRole('button', { name: say('joining_submit'), exact: true }).click()

	const dialog = page.getByRole('dialog')
	await dialog.getByLabel(say('joining_password'), { exact: true }).fill('111')
	await dialog.getByRole('button', { name: say('joining_submit'), exact: true }).click()
	await expect(dialog.getByText(say('joining_says_wrongPassword'))).toBeVisible()
	await dialog.getByLabel(say('joining_password'), { exact: true }).fill('246810')
	await dialog.getByRole('button', { name: say('joining_submit'), exact: true }).click()

	await isInRoom(guest, id)
	await seesAndHears(page, 1)
	await seesAndHears(host.page, 1)
	await expect(host.page.getByText('访客小王').first()).toBeVisible()
	for (const { context } of [host, guest]) await context.close()
})

test('[QJ-05] [ROLE-02] a guest is sent to sign in for a private meeting and finds the join data again', async ({
	browser,
	server,
}) => {
	const host = await takePhone(browser, server.url)
	await signIn(host, 'hanmei')
	await host.page.goto('/MeetingList/CreateMeeting')
	await host.page.getByLabel(host.say('scheduling_topic'), { exact: true }).fill('内部会议')
	await host.page.getByRole('switch', { name: host.say('scheduling_private') }).check()
	await host.page.getByRole('button', { name: host.say('scheduling_submit') }).click()
	await expect(host.page).toHaveURL(/\/detail\/\d{9}$/)
	const id = /\d{9}$/.exec(host.page.url())?.[0] ?? ''

	const guest = await takePhone(browser, server.url)
	await guest.page.goto('/joinQuickly')
	await guest.page.getByLabel(guest.say('joining_id'), { exact: true }).fill(id)
	await guest.page.getByLabel(guest.say('joining_name'), { exact: true }).fill('小王')
	await guest.page.getByRole('button', { name: guest.say('joining_submit'), exact: true }).click()
	await expect(guest.page.getByText(guest.say('joining_login_prompt'))).toBeVisible()
	await expect(guest.page).toHaveURL(new RegExp(`/Login\\?.*from=joinQuickly.*meetingId=${id}`))
	for (const { context } of [host, guest]) await context.close()
})

test('[ROUTE-16] a meeting that does not exist says so and leads on', async ({ browser, server }) => {
	const { page, say, context } = await takePhone(browser, server.url)
	await page.goto('/joinQuickly')
	await page.getByLabel(say('joining_id'), { exact: true }).fill('100000001')
	await page.getByLabel(say('joining_name'), { exact: true }).fill('小王')
	await page.getByRole('button', { name: say('joining_submit'), exact: true }).click()
	await expect(page.getByText(/不存在|没有这个会议/).first()).toBeVisible()
	await context.close()
})
