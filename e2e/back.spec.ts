import {
	cutSockets,
	expect,
	expectInRoom,
	joinById,
	openMember,
	openPhone,
	type Person,
	signIn,
	startMeetingOfTwo,
	test,
	waitUntilOnlyHears,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

test('back closes only an open sheet; pressed again it leaves the screen', async ({ browser, server }) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei')
	await page.goto('/MeetingList')
	const sheet = page.getByRole('dialog')
	const openSheet = () => page.getByRole('button', { name: t('company_switch_hint') }).click()

	await openSheet()
	await expect(sheet).toBeVisible()
	await page.goBack()
	await expect(sheet).toBeHidden()
	await expect(page).toHaveURL(/\/MeetingList$/)

	// Closed in another way, it needs no extra back; forward does not reopen it.
	await page.goForward()
	await expect(sheet).toBeHidden()
	await openSheet()
	await page.getByRole('button', { name: t('common_close') }).click()
	await expect(sheet).toBeHidden()
	await page.goto('/MeetingList/Personal')
	await page.goBack()
	await expect(page).toHaveURL(/\/MeetingList$/)
})

test('[CREATE-02] a changed form asks before back, a jump or a reload leaves it; an unchanged one does not', async ({
	browser,
	server,
}) => {
	// The landing page precedes the list in the history.
	const person = await openPhone(browser, server.url)
	await signIn(person, 'hanmei')
	const { page, t } = person
	const question = page.getByRole('alertdialog', { name: t('common_discard_title') })
	const keepEditing = () => question.getByRole('button', { name: t('common_keep_editing') }).click()
	const topic = page.getByLabel(t('scheduling_topic'), { exact: true })

	await page
		.getByRole('button', { name: t('meeting_schedule_tile') })
		.first()
		.click()
	await expect(topic).toBeVisible()
	await page.goBack()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await page.goForward()

	await topic.fill('季度计划')
	await page.goBack()
	await expect(question).toBeVisible()
	// Back closes only the question.
	await page.goBack()
	await expect(question).toBeHidden()
	await expect(topic).toHaveValue('季度计划')
	await page.evaluate(() => history.go(-2))
	await expect(question).toBeVisible()
	await keepEditing()
	await expect(page).toHaveURL(/\/CreateMeeting$/)
	// A reload keeps the draft, so it does not ask.
	await page.reload()
	await expect(topic).toHaveValue('季度计划')
	await page.goBack()
	await question.getByRole('button', { name: t('common_discard') }).click()
	await expect(page).toHaveURL(/\/MeetingList$/)

	await page.goto('/complaints')
	await page.getByLabel(t('support_complaint_label')).fill('太吵了')
	const asked = page.waitForEvent('dialog')
	const reloading = page.reload().catch(() => {})
	await (await asked).accept()
	await reloading
	await expect(page.getByLabel(t('support_complaint_label'))).toHaveValue('')
})

test('[HTTP-09] a session that is refused even after a refresh leads to the sign-in after a few requests', async ({
	browser,
	server,
}) => {
	const { page, t } = await openMember(browser, server.url, 'hanmei')
	await expect(page.getByRole('article').first()).toBeVisible()
	let requests = 0
	page.on('request', request => {
		if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr') requests++
	})
	await page.route('**/meeting/users/meetings**', route => route.fulfill({ status: 401, json: { code: 401 } }))

	await page.goto('/MeetingList')
	await expect(page).toHaveURL(/\/Login$/)
	await expect(page.getByText(t('login_session_refused'))).toBeVisible()
	// Endless requests would never let the network become idle.
	await page.waitForLoadState('networkidle')
	await expect(page).toHaveURL(/\/Login$/)
	expect(requests).toBeLessThan(12)
})

test('[ROOM-78] [ROOM-86] back closes a sheet, then asks, then keeps the call behind a bar with a way back', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '后退演习')
	const { page, t } = member
	const dialog = page.getByRole('dialog')
	const question = page.getByRole('dialog', { name: t('room_leave_title') })
	const bar = page.getByRole('complementary', { name: t('room_bar') })

	await page.getByRole('button', { name: t('room_people') }).click()
	await expect(dialog).toBeVisible()
	await page.goBack()
	await expect(dialog).toBeHidden()
	await page.goBack()
	await expect(question).toBeVisible()
	await page.goBack()
	await expect(question).toBeHidden()
	await expectInRoom(member, id)

	await keepCall(member)
	await expect(bar).toContainText('后退演习')
	await waitUntilSeesAndHears(host.page, 1)
	// ROOM-86: no picture is received that is not shown.
	await waitUntilOnlyHears(page, 1)
	// Forward has no effect: the room is no longer in the history.
	await page.goForward()
	await expect(page.getByRole('article').first()).toBeVisible()
	await page.getByRole('link', { name: t('meeting_me', { name: '李雷' }) }).click()
	await expect(bar).toBeVisible()

	await bar.getByRole('button', { name: t('room_bar_return') }).click()
	await expectInRoom(member, id)
	await expect(bar).toBeHidden()
	await waitUntilSeesAndHears(page, 1)
	await page.reload()
	await expectInRoom(member, id)
	await waitUntilSeesAndHears(page, 1)
})

test('[ROOM-78] [ROOM-79] a call can be left from the bar; returning to its address does not enter it again', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '后退演习')
	const { page, t } = member
	const bar = page.getByRole('complementary', { name: t('room_bar') })

	await keepCall(member)
	await bar.getByRole('button', { name: t('room_bar_return') }).click()
	await expectInRoom(member, id)
	await Promise.all([
		// The notice goes away by itself.
		expect(host.page.getByText(host.t('room_notice_left', { name: '李雷' }))).toBeVisible(),
		page.getByRole('button', { name: t('room_leave'), exact: true }).click(),
	])
	await page.getByRole('button', { name: t('common_to_list') }).click()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await page.goBack()
	await expect(page.getByRole('heading', { name: t('room_out_left_title') })).toBeVisible()

	await joinById(member, id)
	await keepCall(member)
	// Joining another meeting asks before this one is left.
	const other = page.getByRole('article').filter({ hasText: '需求评审' })
	await other.getByRole('button').first().click()
	await other.getByRole('button', { name: t('meeting_join'), exact: true }).click()
	await page.getByRole('button', { name: t('joining_submit'), exact: true }).click()
	await expect(page.getByRole('heading', { name: t('room_switch_title', { topic: '后退演习' }) })).toBeVisible()
	await page.getByRole('button', { name: t('room_switch_cancel') }).click()
	await expectInRoom(member, id)
	await keepCall(member)
	await bar.getByRole('button', { name: t('room_leave_now') }).click()
	await expect(bar).toBeHidden()
	await expect(page.getByText(t('room_out_left_title'))).toBeVisible()

	// The host is asked here, too.
	await host.page.goBack()
	await expect(host.page.getByRole('button', { name: host.t('room_end') })).toBeVisible()
	await host.page.getByRole('button', { name: host.t('room_keep_to_list') }).click()
	await host.page.getByRole('button', { name: host.t('room_leave_now') }).click()
	await host.page.getByRole('button', { name: host.t('room_end') }).click()
	// ROOM-116: it can be taken back for ten seconds.
	await expect(host.page.getByText(host.t('room_out_ended_by_you_title'))).toBeVisible({ timeout: 30_000 })
	const card = host.page.getByRole('article').filter({ hasText: new RegExp(id.match(/\d{3}/g)?.join('\\s') ?? id) })
	await expect(card).toContainText(host.t('meeting_over'))
})

test('[ROOM-80] a call behind its bar continues after a reload on another screen; a call that was left, or is in another tab, does not', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '后退演习')
	const { page, t } = member
	const bar = page.getByRole('complementary', { name: t('room_bar') })

	await keepCall(member)
	await page.getByRole('link', { name: t('meeting_me', { name: '李雷' }) }).click()
	await expect(bar).toContainText('后退演习')
	await page.reload()
	await expect(bar).toContainText('后退演习')
	await expect(page).toHaveURL(/\/Personal$/)
	await waitUntilSeesAndHears(page, 1)
	await waitUntilSeesAndHears(host.page, 1)
	// Again, and from the bar into the room.
	await page.reload()
	await bar.getByRole('button', { name: t('room_bar_return') }).click()
	await expectInRoom(member, id)
	await waitUntilSeesAndHears(page, 1)

	// Another tab of the same browser has no call.
	await keepCall(member)
	const other = await member.context.newPage()
	await other.goto(`${server.url}/MeetingList`)
	await expect(other.getByRole('article').first()).toBeVisible()
	await expect(other.getByRole('complementary', { name: t('room_bar') })).toHaveCount(0)
	await other.close()
	// A newly opened address offers the way back, but does not take it.
	await page.goto(`${server.url}/MeetingList/Personal`)
	await expect(bar).toContainText(t('room_bar_ended', { topic: '后退演习' }))
	await expect(host.page.getByText(host.t('room_notice_left', { name: '李雷' }))).toBeVisible({ timeout: 30_000 })
	await bar.getByRole('button', { name: t('room_out_rejoin') }).click()
	await page.getByRole('button', { name: t('room_bar_return'), exact: true }).click()
	await expectInRoom(member, id)

	// A room that was left does not come back.
	await keepCall(member)
	await bar.getByRole('button', { name: t('room_leave_now') }).click()
	await expect(bar).toBeHidden()
	await page.reload()
	await expect(page.getByRole('article').first()).toBeVisible()
	await expect(bar).toHaveCount(0)

	// It ended while this page was offline: after the reload the bar says so.
	await joinById(member, id)
	await keepCall(member)
	await cutSockets(page)
	await host.page.getByRole('button', { name: host.t('room_leave'), exact: true }).click()
	await host.page.getByRole('button', { name: host.t('room_end') }).click()
	// ROOM-116: it can be taken back for ten seconds.
	await expect(host.page.getByText(host.t('room_out_ended_by_you_title'))).toBeVisible({ timeout: 30_000 })
	await page.reload()
	await expect(bar).toContainText(t('room_out_ended_title'))
	await expect(bar.getByRole('button', { name: t('room_out_rejoin') })).toHaveCount(0)
	await bar.getByRole('button', { name: t('room_close') }).click()
	await expect(bar).toHaveCount(0)
})

/** Goes back, and keeps the call. */
async function keepCall({ page, t }: Person) {
	await page.goBack()
	await page.getByRole('button', { name: t('room_keep_to_list') }).click()
	await expect(page).toHaveURL(/\/MeetingList$/)
	await expect(page.getByRole('complementary', { name: t('room_bar') })).toBeVisible()
}
