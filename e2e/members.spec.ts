import type { Locator, Page } from '@playwright/test'
import {
	expect,
	fillMobileAndCode,
	fillSignIn,
	type Language,
	newMobile,
	openMember,
	openPhone,
	openSimulatedPhone,
	scheduleMeeting,
	signIn,
	test,
} from './fixtures/index.ts'

const row = (within: Page | Locator, name: string) => within.getByRole('button', { name })
const card = (page: Page, topic: string) => page.getByRole('article').filter({ hasText: topic })

for (const language of ['zh', 'en'] as Language[]) {
	test(`[REC-01] [REC-05] [STORE-08] [MEMB-09] a recurring meeting for a department and one more person (${language})`, async ({
		browser,
		server,
	}) => {
		const host = await openMember(browser, server.url, 'hanmei', { language })
		const { page, t } = host
		const topic = language === 'zh' ? '架构周会' : 'Architecture weekly'
		await page.goto('/MeetingList/CreateMeeting')
		await page.getByLabel(t('scheduling_topic'), { exact: true }).fill(topic)
		await page.getByRole('switch', { name: t('scheduling_recurring') }).check()

		await row(page, t('scheduling_recurrence')).click()
		await expect(page).toHaveURL(/\/frequency\?from=create$/)
		const wheel = page.getByRole('spinbutton', { name: t('scheduling_frequency_wheel') })
		await wheel.press('ArrowDown')
		await expect(page.getByRole('radiogroup', { name: t('scheduling_frequency_weekday') })).toBeVisible()
		await page.getByRole('radio').nth(0).click()
		await page.getByRole('button', { name: t('scheduling_frequency_done') }).click()

		await expect(page.getByLabel(t('scheduling_topic'), { exact: true })).toHaveValue(topic)
		await row(page, t('common_attendees')).click()
		await expect(page).toHaveURL(/\/selectMembers\?/)
		await page.getByRole('checkbox', { name: '研发部' }).check()
		await page.getByRole('link', { name: t('directory_search') }).click()
		await page.getByRole('searchbox').fill('李雷')
		// Already included through the department (MEMB-12).
		await expect(page.getByText(t('directory_selected_with', { department: '研发部' }))).toBeVisible()
		await page.getByRole('searchbox').fill('冯琪')
		await page.getByRole('checkbox', { name: /冯琪/ }).check()
		await page.getByRole('button', { name: t('directory_done'), exact: true }).click()
		await page.reload()
		await page.getByRole('button', { name: t('directory_confirm'), exact: true }).click()

		await expect(page).toHaveURL(/\/CreateMeeting$/)
		await expect(page.getByLabel(t('scheduling_topic'), { exact: true })).toHaveValue(topic)
		await page.getByRole('button', { name: t('scheduling_submit') }).click()
		await expect(page).toHaveURL(/\/detail\/\d{9}$/)
		const detail = page.url()
		await expect(page.getByRole('heading', { name: topic })).toBeVisible()
		await expect(page.getByText(t('meeting_recurring_tag'), { exact: true })).toBeVisible()

		// Attendees see it in their list of that day, others do not.
		const topicsOnSunday = async (name: string) => {
			const phone = await openMember(browser, server.url, name, { language })
			return await phone.page.evaluate(async () => {
				const days = Array.from({ length: 7 }, (_, n) => new Date(Date.now() + n * 86_400_000 + 8 * 3_600_000))
				const sunday =
					days
						.find(day => day.getUTCDay() === 0)
						?.toISOString()
						.slice(0, 10) ?? ''
				const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
				const answer = await fetch(`/meeting/users/meetings?pageSize=50&t=${sunday}`, { headers })
				const { data } = (await answer.json()) as { data: { meetings: { data: { meeting_topic: string }[] } } }
				return data.meetings.data.map(meeting => meeting.meeting_topic)
			})
		}
		expect(await topicsOnSunday('lilei')).toContain(topic)
		expect(await topicsOnSunday('feng.qi')).toContain(topic)
		expect(await topicsOnSunday('oa.wang')).not.toContain(topic)

		await page.goto(detail)
		await page.getByRole('button', { name: t('meeting_delete') }).click()
		await page
			.getByRole('alertdialog')
			.getByRole('button', { name: t('meeting_delete') })
			.click()
		await expect(page).toHaveURL(/\/MeetingList$/)
	})
}

test('[EDIT-07] [EDIT-14] [HOST-03] [HTTP-17] a meeting gets another topic and another host', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const { page, t } = host
	const id = await scheduleMeeting(host, { topic: '改前的主题', password: '2468' })
	await page.evaluate(() => {
		addEventListener('parley:analytics', event => {
			document.documentElement.dataset.heard = JSON.stringify((event as CustomEvent).detail)
		})
	})
	await page.getByRole('button', { name: t('meeting_edit') }).click()
	await expect(page).toHaveURL(/\/MeetingList\/EditMeeting\?.*meeting_id=\d{9}/)
	expect(page.url()).not.toContain('2468')
	const topic = page.getByLabel(t('scheduling_topic'), { exact: true })
	await expect(topic).toHaveValue('改前的主题')
	await topic.fill('改后的主题')

	await row(page, t('scheduling_host')).first().click()
	await page.getByRole('searchbox').fill('李雷')
	await page.getByRole('radio', { name: /李雷/ }).click()
	await page.getByRole('button', { name: t('scheduling_hosts_done') }).click()
	await page.getByRole('button', { name: t('scheduling_edit_submit') }).click()

	await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
	await expect(page.getByRole('heading', { name: '改后的主题' })).toBeVisible()
	await expect(page.getByText('李雷').first()).toBeVisible()
	expect(await page.evaluate(() => document.documentElement.dataset.heard)).toBe(
		JSON.stringify({ event: 'edit', meetingId: id }),
	)
})

test('[EDIT-02] [EDIT-03] [ROLE-04] on an OA site an operator can change the attendees only', async ({
	browser,
	server,
}) => {
	const operator = await openPhone(browser, server.at('oa.localhost'))
	const { page, t } = operator
	await signIn(operator, 'operator')
	await page.goto('/MeetingList/EditMeeting?meeting_id=359204816')
	await expect(page.getByText(t('scheduling_edit_fixed'))).toBeVisible()
	await expect(page.getByLabel(t('scheduling_topic'), { exact: true })).not.toBeEditable()
	await expect(row(page, t('common_attendees'))).toBeEnabled()
})

test('[CREATE-22] on a site that requires attendees no meeting is scheduled without them', async ({
	browser,
	server,
}) => {
	const person = await openPhone(browser, server.at('oa.localhost'))
	const { page, t } = person
	await signIn(person, 'hanmei')
	await page.goto('/MeetingList/CreateMeeting')
	await page.getByLabel(t('scheduling_topic'), { exact: true }).fill('没有人的会')
	await page.getByRole('button', { name: t('scheduling_submit') }).click()
	await expect(page.getByText(t('Meeting.pleaseSelectParticipant'))).toBeVisible()
	await expect(page).toHaveURL(/\/CreateMeeting$/)
})

test('[CORP-01] [CORP-02] [LIST-04] a person switches to another company, which a reload keeps', async ({
	browser,
	server,
}) => {
	const person = await openMember(browser, server.url, 'hanmei')
	const { page, t } = person
	const company = (name: string) =>
		page.getByRole('button', { name: new RegExp(`^${name} ?${t('company_switch_hint')}`) })
	await company('Parley Demo').click()
	await page.getByRole('dialog').getByText('Harbour Labs').click()
	await expect(company('Harbour Labs')).toBeVisible()
	await expect(card(page, '访客接待')).toHaveCount(0)
	await page.reload()
	await expect(company('Harbour Labs')).toBeVisible()
	await company('Harbour Labs').click()
	await page.getByRole('dialog').getByText('Parley Demo').click()
	await expect(card(page, '访客接待')).toHaveCount(1)
})

test('[PAGE-02] [PAGE-03] [PAGE-14] [STORE-05] meetings are searched, and another day is opened', async ({
	browser,
	server,
}) => {
	const person = await openMember(browser, server.url, 'hanmei')
	const { page, t } = person
	await expect(card(page, '访客接待')).toHaveCount(1)
	const search = page.getByRole('searchbox', { name: t('meeting_search') })
	await search.fill('访客接待😀 ')
	await search.press('Enter')
	await expect(page.getByRole('article')).toHaveCount(1)
	await search.fill('不存在的会议')
	await search.press('Enter')
	await expect(page.getByText(t('meeting_search_none', { keywords: '不存在的会议' }))).toBeVisible()
	await page.getByRole('button', { name: t('meeting_search_everything') }).click()
	await expect(card(page, '访客接待')).toHaveCount(1)
	await search.click()
	await expect(page.getByRole('button', { name: '不存在的会议' })).toBeVisible()
	await page.keyboard.press('Escape')

	await page.getByRole('button', { name: new RegExp(t('meeting_day_hint')) }).click()
	// The wheel ends with the month: below its last day there is none.
	const days = page.getByRole('spinbutton', { name: t('meeting_day_day') })
	await days.press((await days.getAttribute('aria-valuenow')) === '1' ? 'ArrowDown' : 'ArrowUp')
	await page.getByRole('button', { name: t('meeting_day_confirm') }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(card(page, '访客接待')).toHaveCount(0)
	await page.getByRole('button', { name: t('meeting_day_back') }).click()
	await expect(card(page, '访客接待')).toHaveCount(1)
})

test('[ROUTE-24] [LIST-09] [ROLE-12] all meetings are shown to permitted users; others get the reason', async ({
	browser,
	server,
}) => {
	const manager = await openMember(browser, server.url, 'manager')
	await manager.page.getByRole('button', { name: manager.t('meeting_all_tile') }).click()
	await expect(manager.page).toHaveURL(/\/allMeetings$/)
	// Meetings of other tests may fill the first page of the list.
	const search = manager.page.getByRole('searchbox', { name: manager.t('meeting_search') })
	await search.fill('访客接待')
	await search.press('Enter')
	await expect(card(manager.page, '访客接待')).toHaveCount(1)
	const member = await openMember(browser, server.url, 'lilei')
	await expect(member.page.getByRole('article').first()).toBeVisible()
	await expect(member.page.getByRole('button', { name: member.t('meeting_all_tile') })).toHaveCount(0)
	await member.page.goto('/allMeetings')
	await expect(member.page.getByText(member.t('meeting_all_closed_title'))).toBeVisible()
})

test('[SHARE-01] [ROLE-06] a colleague shares a meeting from the app, without its password', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login' })
	await fillSignIn({ page: phone.inside as never, t: phone.t }, 'lilei')
	await expect.poll(phone.path).toBe('/MeetingList')
	const meeting = phone.inside.getByRole('article').filter({ hasText: '访客接待' })
	await meeting.getByRole('button', { name: '访客接待' }).click()
	await meeting.getByRole('button', { name: phone.t('meeting_share') }).click()
	await expect.poll(phone.calls).toContain('shareMeetingInfo')
})

for (const language of ['zh', 'en'] as Language[]) {
	test(`[PERS-06] [PERS-08] [PERS-15] [PERS-30] a new person manages their account (${language})`, async ({
		browser,
		server,
	}) => {
		const person = await openPhone(browser, server.url, { language })
		const { page, t } = person
		const mobile = newMobile()
		await page.goto('/Register')
		await fillMobileAndCode(server, page, t, mobile)
		await page.getByRole('button', { name: t('account_register_submit') }).click()
		await expect(page).toHaveURL(/\/perfectInfo/)
		await page.getByLabel(t('account_profile_name'), { exact: true }).fill('Lin Xia')
		await page.getByLabel(t('account_password_choose'), { exact: true }).fill('first-pass-1')
		await page.getByRole('button', { name: t('account_profile_submit') }).click()
		await expect(page).toHaveURL(/\/Login/)
		await fillSignIn(person, mobile, 'first-pass-1')
		await expect(page).toHaveURL(/\/MeetingList$/)

		await page.getByRole('link', { name: t('meeting_me', { name: 'Lin Xia' }) }).click()
		await page.getByRole('link', { name: new RegExp(t('personal_edit')) }).click()
		await page.getByLabel(t('personal_display_name'), { exact: true }).fill('Lin Xia 2')
		await page.getByRole('button', { name: t('personal_name_save') }).click()
		await expect(page.getByText('Lin Xia 2').first()).toBeVisible()

		await page.goto('/MeetingList/Personal/ModifyPwd')
		const password = (key: string) => page.getByLabel(t(key), { exact: true })
		await password('personal_password_current').fill('not-the-one-1')
		await password('account_new_password').fill('second-pass-2')
		await password('account_new_password_again').fill('second-pass-2')
		await page.getByRole('button', { name: t('account_reset_submit') }).click()
		await expect(page.getByText(t('personal_error_wrongPassword')).first()).toBeVisible()
		await expect(password('personal_password_current')).toHaveValue('')
		await password('personal_password_current').fill('first-pass-1')
		await page.getByRole('button', { name: t('account_reset_submit') }).click()
		await expect(page).toHaveURL(/\/Login/)
		await fillSignIn(person, mobile, 'second-pass-2')
		await expect(page).toHaveURL(/\/MeetingList$/)

		await page.goto('/complaints')
		await page.getByRole('textbox').fill('会议里有广告😀')
		await page.getByRole('button', { name: t('support_complaint_submit') }).click()
		await expect(page).toHaveURL(/\/MeetingList\/Personal$/)
		await page.getByRole('button', { name: t('personal_sign_out') }).click()
		await page
			.getByRole('alertdialog')
			.getByRole('button', { name: t('personal_sign_out'), exact: true })
			.click()
		await expect(page).toHaveURL(/\/$/)
		await page.goto('/MeetingList/Personal')
		await expect(page.getByText(t('personal_guest_title'))).toBeVisible()
	})
}
