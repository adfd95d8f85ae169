import type { Locator, Page } from '@playwright/test'
import {
	expect,
	fillSignIn,
	type Language,
	newMobile,
	openSimulatedPhone,
	proveMobile,
	schedule,
	signIn,
	takePhone,
	test,
} from './fixtures/index.ts'

const row = (within: Page | Locator, name: string) => within.getByRole('button', { name })
const card = (page: Page, topic: string) => page.getByRole('article').filter({ hasText: topic })

for (const language of ['zh', 'en'] as Language[]) {
	test(`[REC-01] [REC-05] [STORE-08] [MEMB-09] a recurring meeting for a department and one more (${language})`, async ({
		browser,
		server,
	}) => {
		test.setTimeout(120_000)
		const host = await takePhone(browser, server.url, { language })
		const { page, say } = host
		await signIn(host, 'hanmei')
		const topic = language === 'zh' ? '架构周会' : 'Architecture weekly'
		await page.goto('/MeetingList/CreateMeeting')
		await page.getByLabel(say('scheduling_topic'), { exact: true }).fill(topic)
		await page.getByRole('switch', { name: say('scheduling_room') }).check()

		await row(page, say('scheduling_recurrence')).click()
		await expect(page).toHaveURL(/\/frequency\?from=create$/)
		const wheel = page.getByRole('spinbutton', { name: say('scheduling_frequency_wheel') })
		await wheel.press('ArrowDown')
		await expect(page.getByRole('radiogroup', { name: say('scheduling_frequency_weekday') })).toBeVisible()
		await page.getByRole('radio').nth(0).click()
		await page.getByRole('button', { name: say('scheduling_frequency_done') }).click()

		await expect(page.getByLabel(say('scheduling_topic'), { exact: true })).toHaveValue(topic)
		await row(page, say('scheduling_attendees')).click()
		await expect(page).toHaveURL(/\/selectMembers\?/)
		await page.getByRole('checkbox', { name: '研发部' }).check()
		await page.getByRole('link', { name: say('directory_search') }).click()
		await page.getByRole('searchbox').fill('李雷')
		// Comes with the department already (MEMB-12).
		await expect(page.getByText(say('directory_comes_with', { department: '研发部' }))).toBeVisible()
		await page.getByRole('searchbox').fill('冯琪')
		await page.getByRole('checkbox', { name: /冯琪/ }).check()
		await page.getByRole('button', { name: say('directory_done'), exact: true }).click()
		await page.reload()
		await page.getByRole('button', { name: say('directory_confirm'), exact: true }).click()

		await expect(page).toHaveURL(/\/CreateMeeting$/)
		await expect(page.getByLabel(say('scheduling_topic'), { exact: true })).toHaveValue(topic)
		await page.getByRole('button', { name: say('scheduling_submit') }).click()
		await expect(page).toHaveURL(/\/detail\/\d{9}$/)
		const detail = page.url()
		await expect(page.getByRole('heading', { name: topic })).toBeVisible()
		await expect(page.getByText(say('meeting_room_tag'), { exact: true })).toBeVisible()

		// Whoever is invited finds it in their list of its day, somebody else does not.
		const listOfSunday = async (name: string) => {
			const phone = await takePhone(browser, server.url, { language })
			await signIn(phone, name)
			const topics = await phone.page.evaluate(async () => {
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
			await phone.context.close()
			return topics
		}
		expect(await listOfSunday('lilei')).toContain(topic)
		expect(await listOfSunday('feng.qi')).toContain(topic)
		expect(await listOfSunday('oa.wang')).not.toContain(topic)

		await page.goto(detail)
		await page.getByRole('button', { name: say('meeting_delete') }).click()
		await page
			.getByRole('alertdialog')
			.getByRole('button', { name: say('meeting_delete') })
			.click()
		await expect(page).toHaveURL(/\/MeetingList$/)
		await host.context.close()
	})
}

test('[EDIT-07] [EDIT-14] [HOST-03] [HTTP-17] a meeting gets another topic and another host', async ({
	browser,
	server,
}) => {
	const host = await takePhone(browser, server.url)
	const { page, say } = host
	await signIn(host, 'hanmei')
	const id = await schedule(host, { topic: '改前的主题', password: '2468' })
	await page.evaluate(() => {
		addEventListener('parley:analytics', event => {
			document.documentElement.dataset.heard = JSON.stringify((event as CustomEvent).detail)
		})
	})
	await page.getByRole('button', { name: say('meeting_edit') }).click()
	await expect(page).toHaveURL(/\/MeetingList\/EditMeeting\?.*meeting_id=\d{9}/)
	expect(page.url()).not.toContain('2468')
	const topic = page.getByLabel(say('scheduling_topic'), { exact: true })
	await expect(topic).toHaveValue('改前的主题')
	await topic.fill('改后的主题')

	await row(page, say('scheduling_host')).first().click()
	await page.getByRole('searchbox').fill('李雷')
	await page.getByRole('radio', { name: /李雷/ }).click()
	await page.getByRole('button', { name: say('scheduling_hosts_done') }).click()
	await page.getByRole('button', { name: say('scheduling_edit_submit') }).click()

	await expect(page).toHaveURL(new RegExp(`/detail/${id}$`))
	await expect(page.getByRole('heading', { name: '改后的主题' })).toBeVisible()
	await expect(page.getByText('李雷').first()).toBeVisible()
	expect(await page.evaluate(() => document.documentElement.dataset.heard)).toBe(
		JSON.stringify({ event: 'edit', meetingId: id }),
	)
	await host.context.close()
})

test('[EDIT-02] [EDIT-03] [ROLE-04] on an OA site an operator changes who is invited, and nothing else', async ({
	browser,
	server,
}) => {
	const operator = await takePhone(browser, server.at('oa.localhost'))
	const { page, say } = operator
	await signIn(operator, 'operator')
	await page.goto('/MeetingList/EditMeeting?meeting_id=359204816')
	await expect(page.getByText(say('scheduling_edit_fixed'))).toBeVisible()
	await expect(page.getByLabel(say('scheduling_topic'), { exact: true })).not.toBeEditable()
	await expect(row(page, say('scheduling_attendees'))).toBeEnabled()
	await operator.context.close()
})

test('[CREATE-22] on a site that wants it nobody schedules for nobody', async ({ browser, server }) => {
	const person = await takePhone(browser, server.at('oa.localhost'))
	const { page, say } = person
	await signIn(person, 'hanmei')
	await page.goto('/MeetingList/CreateMeeting')
	await page.getByLabel(say('scheduling_topic'), { exact: true }).fill('没有人的会')
	await page.getByRole('button', { name: say('scheduling_submit') }).click()
	await expect(page.getByText(say('Meeting.pleaseSelectParticipant'))).toBeVisible()
	await expect(page).toHaveURL(/\/CreateMeeting$/)
	await person.context.close()
})

test('[CORP-01] [CORP-02] [LIST-04] somebody works in the other company, and is still there after a reload', async ({
	browser,
	server,
}) => {
	const person = await takePhone(browser, server.url)
	const { page, say } = person
	await signIn(person, 'hanmei')
	const company = (name: string) =>
		page.getByRole('button', { name: new RegExp(`^${name} ?${say('company_switch_hint')}`) })
	await company('Parley Demo').click()
	await page.getByRole('dialog').getByText('Harbour Labs').click()
	await expect(company('Harbour Labs')).toBeVisible()
	await expect(card(page, '访客接待')).toHaveCount(0)
	await page.reload()
	await expect(company('Harbour Labs')).toBeVisible()
	await company('Harbour Labs').click()
	await page.getByRole('dialog').getByText('Parley Demo').click()
	await expect(card(page, '访客接待')).toHaveCount(1)
	await person.context.close()
})

test('[PAGE-02] [PAGE-03] [PAGE-14] [STORE-05] a word is searched, and another day looked at', async ({
	browser,
	server,
}) => {
	const person = await takePhone(browser, server.url)
	const { page, say } = person
	await signIn(person, 'hanmei')
	await expect(card(page, '访客接待')).toHaveCount(1)
	const search = page.getByRole('searchbox', { name: say('meeting_search') })
	await search.fill('访客接待😀 ')
	await search.press('Enter')
	await expect(page.getByRole('article')).toHaveCount(1)
	await search.fill('不存在的会议')
	await search.press('Enter')
	await expect(page.getByText(say('meeting_search_none', { keywords: '不存在的会议' }))).toBeVisible()
	await page.getByRole('button', { name: say('meeting_search_everything') }).click()
	await expect(card(page, '访客接待')).toHaveCount(1)
	await search.click()
	await expect(page.getByRole('button', { name: '不存在的会议' })).toBeVisible()
	await page.keyboard.press('Escape')

	await page.getByRole('button', { name: new RegExp(say('meeting_day_hint')) }).click()
	await page.getByRole('spinbutton', { name: say('meeting_day_day') }).press('ArrowDown')
	await page.getByRole('button', { name: say('meeting_day_confirm') }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(card(page, '访客接待')).toHaveCount(0)
	await page.getByRole('button', { name: say('meeting_day_back') }).click()
	await expect(card(page, '访客接待')).toHaveCount(1)
	await person.context.close()
})

test('[ROUTE-24] [LIST-09] [ROLE-12] who may see all meetings does, others are told why not', async ({
	browser,
	server,
}) => {
	const manager = await takePhone(browser, server.url)
	await signIn(manager, 'manager')
	await manager.page.getByRole('button', { name: manager.say('meeting_all_tile') }).click()
	await expect(manager.page).toHaveURL(/\/allMeetings$/)
	await expect(card(manager.page, '访客接待')).toHaveCount(1)
	const member = await takePhone(browser, server.url)
	await signIn(member, 'lilei')
	await expect(member.page.getByRole('article').first()).toBeVisible()
	await expect(member.page.getByRole('button', { name: member.say('meeting_all_tile') })).toHaveCount(0)
	await member.page.goto('/allMeetings')
	await expect(member.page.getByText(member.say('meeting_all_closed_title'))).toBeVisible()
	for (const { context } of [manager, member]) await context.close()
})

test('[SHARE-01] [ROLE-06] a colleague shares a meeting from the app, without its password', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login' })
	await fillSignIn({ page: phone.inside as never, say: phone.say }, 'lilei')
	await expect.poll(phone.path).toBe('/MeetingList')
	const meeting = phone.inside.getByRole('article').filter({ hasText: '访客接待' })
	await meeting.getByRole('button', { name: '访客接待' }).click()
	await meeting.getByRole('button', { name: phone.say('meeting_share') }).click()
	await expect.poll(phone.calls).toContain('shareMeetingInfo')
	await phone.close()
})

for (const language of ['zh', 'en'] as Language[]) {
	test(`[PERS-06] [PERS-08] [PERS-15] [PERS-30] somebody new looks after their account (${language})`, async ({
		browser,
		server,
	}) => {
		test.setTimeout(120_000)
		const person = await takePhone(browser, server.url, { language })
		const { page, say } = person
		const mobile = newMobile()
		await page.goto('/Register')
		await proveMobile(server, page, say, mobile)
		await page.getByRole('button', { name: say('account_register_submit') }).click()
		await expect(page).toHaveURL(/\/perfectInfo/)
		await page.getByLabel(say('account_profile_name'), { exact: true }).fill('Lin Xia')
		await page.getByLabel(say('account_password_choose'), { exact: true }).fill('first-pass-1')
		await page.getByRole('button', { name: say('account_profile_submit') }).click()
		await expect(page).toHaveURL(/\/Login/)
		await fillSignIn(person, mobile, 'first-pass-1')
		await expect(page).toHaveURL(/\/MeetingList$/)

		await page.getByRole('link', { name: say('meeting_me', { name: 'Lin Xia' }) }).click()
		await page.getByRole('link', { name: new RegExp(say('personal_edit')) }).click()
		await page.getByLabel(say('personal_display_name'), { exact: true }).fill('Lin Xia 2')
		await page.getByRole('button', { name: say('personal_name_save') }).click()
		await expect(page.getByText('Lin Xia 2').first()).toBeVisible()

		await page.goto('/MeetingList/Personal/ModifyPwd')
		const password = (key: string) => page.getByLabel(say(key), { exact: true })
		await password('personal_password_current').fill('not-the-one-1')
		await password('account_new_password').fill('second-pass-2')
		await password('account_new_password_again').fill('second-pass-2')
		await page.getByRole('button', { name: say('account_reset_submit') }).click()
		await expect(page.getByText(say('personal_says_wrongPassword')).first()).toBeVisible()
		await expect(password('personal_password_current')).toHaveValue('')
		await password('personal_password_current').fill('first-pass-1')
		await page.getByRole('button', { name: say('account_reset_submit') }).click()
		await expect(page).toHaveURL(/\/Login/)
		await fillSignIn(person, mobile, 'second-pass-2')
		await expect(page).toHaveURL(/\/MeetingList$/)

		await page.goto('/complaints')
		await page.getByRole('textbox').fill('会议里有广告😀')
		await page.getByRole('button', { name: say('support_complaint_submit') }).click()
		await expect(page).toHaveURL(/\/MeetingList\/Personal$/)
		await page.getByRole('button', { name: say('personal_sign_out') }).click()
		await page
			.getByRole('alertdialog')
			.getByRole('button', { name: say('personal_sign_out') })
			.click()
		await expect(page).toHaveURL(/\/$/)
		await page.goto('/MeetingList/Personal')
		await expect(page.getByText(say('personal_guest_title'))).toBeVisible()
		await person.context.close()
	})
}
