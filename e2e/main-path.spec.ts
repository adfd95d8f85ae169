import {
	expect,
	isInRoom,
	joinById,
	type Language,
	schedule,
	seesAndHears,
	signIn,
	takePhone,
	test,
	turnOn,
} from './fixtures/index.ts'

for (const language of ['zh', 'en'] as Language[]) {
	test(`[LIST-18] [CREATE-24] [JOIN-23] two members schedule, join and see and hear each other (${language})`, async ({
		browser,
		server,
	}) => {
		test.setTimeout(120_000)
		const host = await takePhone(browser, server.url, { language })
		await signIn(host, 'hanmei')
		const topic = language === 'zh' ? '路线图评审' : 'Roadmap review'
		await host.page.getByRole('button', { name: host.say('meeting_schedule_tile') }).click()
		const id = await schedule(host, { topic })
		await expect(host.page.getByRole('heading', { name: topic })).toBeVisible()

		const member = await takePhone(browser, server.url, { language })
		await signIn(member, 'lilei')
		await member.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
		await member.page.getByRole('button', { name: member.say('joining_submit'), exact: true }).click()
		await expect(member.page.getByText(member.say('joining_says_notStarted'))).toBeVisible()

		await host.page.getByRole('button', { name: host.say('meeting_join'), exact: true }).click()
		await turnOn(host)
		await host.page.getByRole('button', { name: host.say('joining_submit'), exact: true }).click()
		await isInRoom(host, id)
		await joinById(member, id)

		await seesAndHears(host.page, 1)
		await seesAndHears(member.page, 1)

		// While they meet the list says so; once the host has ended it, it is over.
		const onlooker = await takePhone(browser, server.url, { language })
		await signIn(onlooker, 'lilei')
		await onlooker.page.goto(`/detail/${id}`)
		await expect(onlooker.page.getByText(onlooker.say('meeting_in_progress')).first()).toBeVisible()

		await host.page.getByRole('button', { name: host.say('room_leave'), exact: true }).click()
		await host.page.getByRole('button', { name: host.say('room_end') }).click()
		await expect(member.page.getByText(member.say('room_out_ended_by_host_title'))).toBeVisible()
		await onlooker.page.reload()
		await expect(onlooker.page.getByText(onlooker.say('meeting_over')).first()).toBeVisible()
		for (const { context } of [host, member, onlooker]) await context.close()
	})
}
