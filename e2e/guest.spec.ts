import {
	expect,
	expectInRoom,
	joinById,
	openMember,
	openPhone,
	scheduleMeeting,
	test,
	turnOnDevices,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

test('[QJ-02] [QJ-07] [JERR-04] [JERR-05] a guest joins quickly by id, name and password', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '访客来访', password: '246810' })
	await joinById(host, id)

	const guest = await openPhone(browser, server.url)
	const { page, t } = guest
	await page.goto('/')
	await page.getByRole('link', { name: t('joining_title') }).click()
	await expect(page).toHaveURL(/\/joinQuickly$/)
	await page.getByLabel(t('joining_id'), { exact: true }).fill(id)
	await page.getByLabel(t('joining_name'), { exact: true }).fill('访客小王')
	await turnOnDevices(guest)
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()

	const dialog = page.getByRole('dialog')
	await dialog.getByLabel(t('joining_password'), { exact: true }).fill('111')
	await dialog.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expect(dialog.getByText(t('joining_error_wrongPassword'))).toBeVisible()
	await dialog.getByLabel(t('joining_password'), { exact: true }).fill('246810')
	await dialog.getByRole('button', { name: t('joining_submit'), exact: true }).click()

	await expectInRoom(guest, id)
	await waitUntilSeesAndHears(page, 1)
	await waitUntilSeesAndHears(host.page, 1)
	await expect(host.page.getByText('访客小王').first()).toBeVisible()
})

test('[QJ-05] [ROLE-02] a guest has to sign in for a private meeting and finds the join form filled in again', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	await host.page.goto('/MeetingList/CreateMeeting')
	await host.page.getByLabel(host.t('scheduling_topic'), { exact: true }).fill('内部会议')
	await host.page.getByRole('switch', { name: host.t('scheduling_private') }).check()
	await host.page.getByRole('button', { name: host.t('scheduling_submit') }).click()
	await expect(host.page).toHaveURL(/\/detail\/\d{9}$/)
	const id = /\d{9}$/.exec(host.page.url())?.[0] ?? ''

	const guest = await openPhone(browser, server.url)
	await guest.page.goto('/joinQuickly')
	await guest.page.getByLabel(guest.t('joining_id'), { exact: true }).fill(id)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill('小王')
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expect(guest.page.getByText(guest.t('joining_login_prompt'))).toBeVisible()
	await expect(guest.page).toHaveURL(new RegExp(`/Login\\?.*from=joinQuickly.*meetingId=${id}`))
})

test('[ROUTE-16] a nonexistent meeting is reported, with a way to continue', async ({ browser, server }) => {
	const { page, t } = await openPhone(browser, server.url)
	await page.goto('/joinQuickly')
	await page.getByLabel(t('joining_id'), { exact: true }).fill('100000001')
	await page.getByLabel(t('joining_name'), { exact: true }).fill('小王')
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expect(page.getByText(/不存在|没有这个会议/).first()).toBeVisible()
})
