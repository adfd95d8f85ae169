import type { Browser } from '@playwright/test'
import {
	expect,
	joinById,
	openMember,
	openPhone,
	type Person,
	scheduleMeeting,
	setSwitch,
	startMeetingOfTwo,
	test,
} from './fixtures/index.ts'

const chatControl = ({ page, t }: Person) => page.getByRole('button', { name: new RegExp(`^${t('chat_title')}`) })
const field = ({ page, t }: Person) => page.getByRole('textbox', { name: t('chat_placeholder') })
const list = ({ page, t }: Person) => page.getByRole('list', { name: t('chat_messages') })
const close = ({ page, t }: Person) =>
	page
		.getByRole('dialog', { name: t('chat_title') })
		.getByRole('button', { name: t('room_close') })
		.click()

async function openChat(person: Person) {
	await chatControl(person).click()
	await expect(field(person)).toBeEnabled()
}

async function write(person: Person, text: string) {
	await field(person).fill(text)
	await person.page.keyboard.press('Enter')
	await expect(list(person).getByText(text)).toBeVisible()
	await expect(person.page.getByText(person.t('chat_sending'))).toHaveCount(0)
}

/** A guest in the room of the meeting. */
async function openGuest(browser: Browser, url: string, id: string, name: string): Promise<Person> {
	const guest = await openPhone(browser, url)
	await guest.page.goto(`/MeetingList/JoinMeeting/${id}/false`)
	await guest.page.getByLabel(guest.t('joining_name'), { exact: true }).fill(name)
	await guest.page.getByRole('button', { name: guest.t('joining_submit'), exact: true }).click()
	await expect(chatControl(guest)).toBeVisible()
	return guest
}

test('[ROOM-130] [ROOM-131] [ROOM-207] members and a guest write to everyone: markup stays text, links open elsewhere, unread messages are counted', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '会中聊天')
	const guest = await openGuest(browser, server.url, id, 'Ann')
	await openChat(host)
	await expect(host.page.getByText(host.t('chat_empty'))).toBeVisible()
	// No keyboard of the phone covers it; the focus is in the sheet.
	await expect(host.page.getByRole('dialog', { name: host.t('chat_title') })).toBeFocused()
	await field(host).fill('第一行')
	await host.page.keyboard.press('Shift+Enter')
	await host.page.keyboard.type('<img src=x onerror=alert(1)> https://example.com/p/384。')
	await host.page.keyboard.press('Enter')

	// It comes while the chat is closed: counted, and shown for a moment.
	await expect(member.page.getByText('第一行').first()).toBeVisible()
	await expect(chatControl(member)).toHaveAccessibleName(member.t('chat_unread', { count: 1 }))
	await openChat(member)
	await expect(list(member).getByText(member.t('chat_new'))).toBeVisible()
	await expect(list(member).getByText('<img src=x onerror=alert(1)>')).toBeVisible()
	const link = list(member).getByRole('link')
	await expect(link).toHaveAttribute('href', 'https://example.com/p/384')
	await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
	await write(member, '收到')
	await close(member)
	await expect(chatControl(member)).toHaveAccessibleName(member.t('chat_title'))

	await openChat(guest)
	await expect(list(guest).getByText('收到')).toBeVisible()
	await write(guest, 'Hello')
	await expect(list(host).getByText('Ann', { exact: true })).toBeVisible()

	// 255 characters are sent, one more is not.
	await field(guest).fill('x'.repeat(256))
	await expect(guest.page.getByText(guest.t('chat_over', { count: 1 }))).toBeVisible()
	await guest.page.keyboard.press('Enter')
	await expect(field(guest)).toHaveValue('x'.repeat(256))
	// The typed text is kept.
	await guest.page.goBack()
	await expect(field(guest)).toHaveCount(0)
	await openChat(guest)
	await expect(field(guest)).toHaveValue('x'.repeat(256))
})

test('[ROOM-134] a private message is seen by its two people only, also after a reload', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '私聊')
	const guest = await openGuest(browser, server.url, id, 'Ann')
	for (const person of [member, guest]) await openChat(person)
	// The list of people is where anybody writes to one of them.
	await host.page.getByRole('button', { name: host.t('room_people_counted', { count: 3 }) }).click()
	await host.page.getByRole('button', { name: host.t('room_person_more', { name: 'Ann' }) }).click()
	await host.page
		.getByRole('dialog', { name: 'Ann' })
		.getByRole('button', { name: host.t('room_person_message') })
		.click()
	await expect(host.page.getByLabel(host.t('chat_to')).locator('option:checked')).toHaveText(
		host.t('chat_private_to', { name: 'Ann' }),
	)
	await write(host, '只给你看')
	await expect(list(guest).getByText('只给你看')).toBeVisible()
	await expect(list(guest).getByText(guest.t('chat_private_note', { name: '韩梅' }))).toBeVisible()
	// An answer goes to the same person, and to nobody else.
	await guest.page.getByRole('button', { name: guest.t('chat_actions', { name: '韩梅' }) }).click()
	await guest.page.getByRole('button', { name: guest.t('chat_reply'), exact: true }).click()
	await write(guest, 'Only for you')
	await expect(list(host).getByRole('blockquote')).toHaveText(/只给你看/)

	await host.page.getByLabel(host.t('chat_to')).selectOption({ label: host.t('chat_everyone') })
	await write(host, '大家好')
	await expect(list(member).getByText('大家好')).toBeVisible()
	await expect(list(member).getByText('只给你看')).toHaveCount(0)
	await expect(list(member).getByText('Only for you')).toHaveCount(0)

	await guest.page.reload()
	await openChat(guest)
	for (const text of ['只给你看', 'Only for you', '大家好'])
		await expect(list(guest).getByText(text, { exact: true }).first()).toBeVisible()
	// Read before the reload.
	await expect(list(guest).getByText(guest.t('chat_new'))).toHaveCount(0)

	// A person who has left gets nothing any more.
	await host.page.getByLabel(host.t('chat_to')).selectOption({ label: host.t('chat_private_to', { name: 'Ann' }) })
	await guest.page.goto('/')
	await close(host)
	await expect(host.page.locator('[data-person]')).toHaveCount(2, { timeout: 30_000 })
	await openChat(host)
	await expect(host.page.getByText(host.t('chat_gone_text'))).toBeVisible()
})

test('[ROOM-135] [ROOM-136] reactions have counts, and who comes late sees the messages to everyone unless the host decides otherwise', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '表情回应')
	for (const person of [host, member]) await openChat(person)
	await write(host, '早上好')
	await member.page.getByRole('button', { name: member.t('chat_actions', { name: '韩梅' }) }).click()
	await member.page
		.getByRole('button', { name: member.t('chat_react', { reaction: member.t('room_reaction_celebrate') }) })
		.click()
	const count = (person: Person, of: number) =>
		list(person).getByRole('button', {
			name: person.t('chat_reaction_count', { reaction: person.t('room_reaction_celebrate'), count: of }),
		})
	await expect(count(host, 1)).toBeVisible()
	await count(host, 1).click()
	await expect(count(member, 2)).toBeVisible()
	await expect(count(member, 2)).toHaveAttribute('aria-pressed', 'true')

	const late = await openGuest(browser, server.url, id, 'Ann')
	await expect(chatControl(late)).toHaveAccessibleName(late.t('chat_title'))
	await openChat(late)
	await expect(list(late).getByText('早上好')).toBeVisible()
	await expect(list(late).getByText(late.t('chat_history'))).toBeVisible()
	await expect(count(late, 2)).toHaveAttribute('aria-pressed', 'false')
	await count(member, 2).click()
	await expect(count(late, 1)).toBeVisible()

	await setSwitch(host.page.getByRole('switch', { name: host.t('chat_history_setting') }), false)
	const later = await openGuest(browser, server.url, id, 'Bo')
	await openChat(later)
	await write(host, '欢迎')
	await expect(list(later).getByText('欢迎')).toBeVisible()
	await expect(list(later).getByText('早上好')).toHaveCount(0)
})

test('[ROOM-175] an author unsends a message and the host removes one, for all who see it, and newcomers see neither', async ({
	browser,
	server,
}) => {
	const { host, member, id } = await startMeetingOfTwo(browser, server.url, '撤回消息')
	for (const person of [host, member]) await openChat(person)
	await write(member, '说错了')
	await write(member, '不该说的')
	const actions = (person: Person, name: string) =>
		person.page.getByRole('button', { name: person.t('chat_actions', { name }) })
	await actions(host, '李雷').first().click()
	await host.page.getByRole('button', { name: host.t('chat_reply'), exact: true }).click()
	await write(host, '什么？')
	await expect(list(member).getByRole('blockquote')).toHaveText(/说错了/)

	await actions(member, member.t('chat_you')).first().click()
	await member.page.getByRole('button', { name: member.t('chat_unsend'), exact: true }).click()
	await expect(list(member).getByText(member.t('chat_gone_own'))).toBeVisible()
	await expect(list(host).getByText(host.t('chat_gone_other', { name: '李雷' }))).toBeVisible()
	for (const person of [host, member])
		await expect(list(person).getByRole('blockquote')).toHaveText(person.t('chat_gone_quoted'))

	await actions(host, '李雷').click()
	await expect(host.page.getByRole('button', { name: host.t('chat_unsend'), exact: true })).toHaveCount(0)
	await host.page.getByRole('button', { name: host.t('chat_remove'), exact: true }).click()
	await host.page
		.getByRole('alertdialog')
		.getByRole('button', { name: host.t('chat_remove') })
		.click()
	for (const person of [host, member]) {
		await expect(list(person).getByText(person.t('chat_gone_removed'))).toBeVisible()
		await expect(list(person).getByText('不该说的')).toHaveCount(0)
	}

	const late = await openGuest(browser, server.url, id, 'Ann')
	await openChat(late)
	await expect(list(late).getByText('什么？')).toBeVisible()
	await expect(list(late).getByRole('blockquote')).toHaveText(late.t('chat_gone_quoted'))
	for (const text of ['说错了', '不该说的', '撤回了', '移除了']) await expect(list(late).getByText(text)).toHaveCount(0)
})

test('[ROOM-176] a long chat opens at the first new message or at the end, and what is written or opened is seen whole', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '很多消息')
	const scroller = ({ page, t }: Person) => page.getByRole('group', { name: t('chat_title') })
	const belowOf = (person: Person) =>
		scroller(person).evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
			Math.round(scrollHeight - scrollTop - clientHeight),
		)
	await openChat(host)
	for (let count = 1; count <= 10; count++) await write(host, `${count}\n${'很长的一段话'.repeat(12)}`)
	await openChat(member)
	const mark = list(member).getByText(member.t('chat_new'))
	await expect(mark).toBeInViewport()
	const topOf = async () => ((await mark.boundingBox())?.y ?? 0) - ((await scroller(member).boundingBox())?.y ?? 0)
	expect(await topOf()).toBeLessThan(40)

	// The button that leads to the end covers no action.
	const newest = member.page.getByRole('button', { name: member.t('chat_to_newest') })
	const covered = (await newest.boundingBox())?.y ?? 0
	const actions = member.page.getByRole('button', { name: member.t('chat_actions', { name: '韩梅' }) })
	const tops = await actions.evaluateAll(all => all.map(element => element.getBoundingClientRect().top))
	await actions.nth(tops.filter(top => top < covered).length - 1).click()
	const copy = await member.page.getByRole('button', { name: member.t('chat_copy'), exact: true }).boundingBox()
	expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual(covered)
	await newest.click()
	await expect.poll(() => belowOf(member)).toBeLessThanOrEqual(1)

	await close(member)
	await expect(field(member)).toHaveCount(0)
	await openChat(member)
	await expect(mark).toHaveCount(0)
	await expect.poll(() => belowOf(member)).toBeLessThanOrEqual(1)
	// The note below a private message is a part of it.
	await member.page
		.getByLabel(member.t('chat_to'))
		.selectOption({ label: member.t('chat_private_to', { name: '韩梅' }) })
	await write(member, '只给你看')
	await expect(list(member).getByText(member.t('chat_private_note', { name: '韩梅' }))).toBeInViewport({ ratio: 1 })
	expect(await belowOf(member)).toBeLessThanOrEqual(1)
})

test('[ROOM-133] beside a wide stage the chat is a panel, opened by C and closed by Escape, and the stage shrinks', async ({
	browser,
	server,
}) => {
	const { host, member } = await startMeetingOfTwo(browser, server.url, '宽屏聊天')
	const { page } = host
	await page.setViewportSize({ width: 1280, height: 800 })
	const stage = page.getByRole('main')
	const panel = page.getByRole('complementary', { name: host.t('chat_title') })
	const widthOf = async () => (await stage.boundingBox())?.width ?? 0
	const before = await widthOf()
	await page.keyboard.press('c')
	await expect(field(host)).toBeFocused()
	expect(Math.round((await panel.boundingBox())?.width ?? 0)).toBe(360)
	expect(Math.round(await widthOf())).toBeLessThanOrEqual(Math.round(before) - 360)
	// The keys of the room are letters here.
	await page.keyboard.type('cmv')
	await expect(field(host)).toHaveValue('cmv')
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	expect(await widthOf()).toBe(before)

	// A message shows itself for a moment, over the lowest part of the stage only.
	await openChat(member)
	await write(member, '看这里')
	const preview = stage.getByText('李雷 看这里')
	await expect(preview).toBeVisible()
	const [shown, around] = [await preview.boundingBox(), await stage.boundingBox()]
	expect(shown?.y).toBeGreaterThanOrEqual((around?.y ?? 0) + (around?.height ?? 0) - 64)
	await expect(preview).toHaveCount(0, { timeout: 10_000 })
	await expect(chatControl(host)).toHaveAccessibleName(host.t('chat_unread', { count: 1 }))
})

test('[ROOM-139] where messaging cannot be reached the room works, and the chat says so until it can', async ({
	browser,
	server,
}) => {
	const host = await openMember(browser, server.url, 'hanmei')
	const id = await scheduleMeeting(host, { topic: '聊天不可用' })
	let isRefused = true
	await host.page.routeWebSocket(/\/im\//, socket => {
		if (isRefused) void socket.close()
		else socket.connectToServer()
	})
	await joinById(host, id)
	await openChat(host)
	const failed = host.page.getByText(host.t('chat_failed'))
	await field(host).fill('在吗')
	await expect(failed).toBeVisible({ timeout: 60_000 })
	await expect(field(host)).toHaveValue('在吗')
	isRefused = false
	await host.page.getByRole('button', { name: host.t('chat_retry') }).click()
	await expect(failed).toHaveCount(0)
	await write(host, '在吗')
})
