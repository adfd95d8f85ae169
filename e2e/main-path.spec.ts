import type { Page } from '@playwright/test'
import {
	countRoomSockets,
	expect,
	expectInRoom,
	type Language,
	openMember,
	scheduleMeeting,
	test,
	turnOnDevices,
	waitUntilSeesAndHears,
} from './fixtures/index.ts'

/** The calls that a page sends on its sockets of the room from now on. */
function watchRoomCalls(page: Page): string[] {
	const calls: string[] = []
	page.on('websocket', socket =>
		socket.on('framesent', ({ payload }) => {
			const [, name] = /^42\/\w+,\d*\["([^"]+)"/.exec(String(payload)) ?? []
			if (name !== undefined) calls.push(name)
		}),
	)
	return calls
}

for (const language of ['zh', 'en'] as Language[]) {
	test(`[LIST-18] [CREATE-24] [JOIN-23] [ROOM-81] [ROOM-89] two members schedule, join, and see and hear each other (${language})`, async ({
		browser,
		server,
		engine,
	}) => {
		const host = await openMember(browser, server.url, 'hanmei', { language })
		const topic = language === 'zh' ? '路线图评审' : 'Roadmap review'
		await host.page.getByRole('button', { name: host.t('meeting_schedule_tile') }).click()
		const id = await scheduleMeeting(host, { topic })
		await expect(host.page.getByRole('heading', { name: topic })).toBeVisible()

		const member = await openMember(browser, server.url, 'lilei', { language })
		await member.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
		await turnOnDevices(member)
		await member.page.getByRole('button', { name: member.t('joining_submit'), exact: true }).click()
		await expect(member.page.getByText(member.t('joining_wait_title'))).toBeVisible()

		const calls = watchRoomCalls(host.page)
		await host.page.getByRole('button', { name: host.t('meeting_join'), exact: true }).click()
		await turnOnDevices(host)
		// Connected before the tap, which opens no other connection.
		await expect.poll(() => countRoomSockets(host.page)).toBeGreaterThan(0)
		// LiveKit takes no connection before its grant.
		if (engine === 'embedded') await expect.poll(() => calls).toContain('answer')
		const opened = await countRoomSockets(host.page)
		await host.page.getByRole('button', { name: host.t('joining_submit'), exact: true }).click()
		await expectInRoom(host, id)
		expect(await countRoomSockets(host.page)).toBe(opened)
		// The join has entered the room, and admitted the prepared connection.
		expect(calls.filter(name => name === 'enter' || name === 'hello')).toEqual([])
		// JERR-02: a person waiting for the host is admitted without another tap; attempts are up to half a minute apart.
		await member.page.waitForURL(`**/room/${id}`, { timeout: 60_000 })
		await expectInRoom(member, id)

		await waitUntilSeesAndHears(host.page, 1)
		await waitUntilSeesAndHears(member.page, 1)

		// The list shows the meeting as in progress, and as ended once the host has ended it.
		const observer = await openMember(browser, server.url, 'lilei', { language })
		await observer.page.goto(`/detail/${id}`)
		await expect(observer.page.getByText(observer.t('meeting_in_progress')).first()).toBeVisible()

		await host.page.getByRole('button', { name: host.t('room_leave'), exact: true }).click()
		await host.page.getByRole('button', { name: host.t('room_end') }).click()
		// ROOM-116: it can be taken back for ten seconds.
		await expect(member.page.getByText(member.t('room_out_ended_by_host_title'))).toBeVisible({ timeout: 30_000 })
		await observer.page.reload()
		await expect(observer.page.getByText(observer.t('meeting_over')).first()).toBeVisible()
	})
}
