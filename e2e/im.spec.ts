import type { FrameLocator, Page } from '@playwright/test'
import axe from 'axe-core'
import { elements, hasEngine, openEngine } from './engines/index.ts'
import { expect, type Language, openPhone, test } from './fixtures/index.ts'

const words = {
	zh: {
		cut: '断开连接',
		join: '恢复连接',
		freeze: '冻结 10 秒',
		reload: '重新加载',
		chat: '单聊',
		group: '群组',
		room: '聊天室',
		friends: '好友',
		figures: '统计',
		send: '发送',
		write: '输入消息',
		revoked: '消息已撤回',
		ready: '已就绪',
		apply: '申请加李雷为好友',
		accept: '接受',
		isFriend: '李雷 已是您的好友',
		unfriend: '删除好友李雷',
		shield: '屏蔽李雷的消息',
		unshield: '接收李雷的消息',
		isShielded: '李雷 是您的好友，消息已被您屏蔽',
		refused: '对方不接收您的消息',
		again: '重发',
		asGuest: '以访客身份发言',
		asMember: '回到 李雷',
		joinGroup: '加入群组',
	},
	en: {
		cut: 'Disconnect',
		join: 'Reconnect',
		freeze: 'Freeze for 10 s',
		reload: 'Reload',
		chat: 'Chat',
		group: 'Group',
		room: 'Room',
		friends: 'Friends',
		figures: 'Statistics',
		send: 'Send',
		write: 'Write a message',
		revoked: 'Message unsent',
		ready: 'Ready',
		apply: 'Send 李雷 a friend request',
		accept: 'Accept',
		isFriend: '李雷 is your friend',
		unfriend: 'Remove 李雷 from friends',
		shield: 'Block messages from 李雷',
		unshield: 'Unblock messages from 李雷',
		isShielded: '李雷 is your friend; you blocked their messages',
		refused: 'They blocked your messages',
		again: 'Resend',
		asGuest: 'Chat as a guest',
		asMember: 'Back to 李雷',
		joinGroup: 'Join the group',
	},
} satisfies Record<Language, Record<string, string>>
type Words = (typeof words)[Language]
type Pane = ReturnType<typeof personIn>

/** A person of the page, in their frame. */
function personIn(frame: FrameLocator, t: Words) {
	/** Tab, whose label may include the unread count. */
	const button = (name: string) =>
		frame.getByRole('button', { name: new RegExp(`^${name.replace(/\s/g, '\\s')}(\\s*\\d+\\s*(unread|条未读))?$`) })
	return {
		frame,
		press: (name: string) => button(name).click(),
		message: (content: string) => frame.locator('[data-his-id] .bubble', { hasText: content }),
		pending: frame.locator('[data-cmid]'),
		ready: () => expect(frame.getByRole('status').filter({ hasText: t.ready })).toBeVisible(),
		async write(content: string) {
			await frame.getByRole('textbox', { name: t.write }).fill(content)
			await button(t.send).click()
		},
		/** Returns the numbers of the displayed events, in screen order. */
		numbers: () =>
			frame.locator('[data-his-id]').evaluateAll(rows => rows.map(row => Number(row.getAttribute('data-his-id')))),
		revocations: () =>
			frame
				.locator('[data-revocation]')
				.evaluateAll(marks => marks.map(mark => Number(mark.getAttribute('data-revocation')))),
		async figure(name: string) {
			return Number(await frame.locator(`[data-stat="${name}"]`).textContent())
		},
	}
}

async function openPeople(page: Page, t: Words) {
	await page.goto('/im/')
	const hanmei = personIn(page.frameLocator('iframe').nth(0), t)
	const lilei = personIn(page.frameLocator('iframe').nth(1), t)
	await hanmei.ready()
	await lilei.ready()
	return { hanmei, lilei }
}

async function expectAccessible(page: Page) {
	for (const frame of page.frames()) {
		await frame.evaluate(axe.source)
		const found = await frame.evaluate(async () => {
			const { violations } = await (window as never as { axe: typeof axe }).axe.run(document, { iframes: false })
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
		})
		expect(found, frame.url()).toEqual([])
	}
}

const wide = { viewport: { width: 1100, height: 800 }, isMobile: false, hasTouch: false }

for (const language of ['zh', 'en'] as const) {
	const t: Words = words[language]

	test(`two people chat; a cut or frozen connection and a reload lose nothing (${language})`, async ({
		browser,
		server,
	}) => {
		const { page } = await openPhone(browser, server.url, { language, options: wide })
		const { hanmei, lilei } = await openPeople(page, t)
		for (const person of [hanmei, lilei]) await person.press(t.group)

		await hanmei.write(`one ${language}`)
		await lilei.write(`two ${language}`)
		for (const person of [hanmei, lilei])
			for (const text of ['one', 'two']) await expect(person.message(`${text} ${language}`)).toHaveCount(1)

		// Messages written while the line is cut, by either side, arrive when it is back.
		await lilei.press(t.cut)
		await lilei.write(`three ${language}`)
		await hanmei.write(`four ${language}`)
		await expect(hanmei.message(`four ${language}`)).toHaveCount(1)
		await expect(lilei.pending).toHaveCount(1)
		await expect(hanmei.message(`three ${language}`)).toHaveCount(0)
		await expect(lilei.message(`four ${language}`)).toHaveCount(0)
		await lilei.press(t.join)
		for (const person of [hanmei, lilei])
			for (const text of ['three', 'four']) await expect(person.message(`${text} ${language}`)).toHaveCount(1)
		await expect(lilei.pending).toHaveCount(0)

		// A reloaded tab sends its unsent messages once.
		await lilei.press(t.cut)
		await lilei.write(`five ${language}`)
		await expect(lilei.pending).toHaveCount(1)
		await lilei.press(t.reload)
		await lilei.ready()
		await lilei.press(t.group)
		for (const person of [hanmei, lilei]) await expect(person.message(`five ${language}`)).toHaveCount(1)

		// A connection silent for ten seconds.
		await lilei.press(t.freeze)
		await hanmei.write(`six ${language}`)
		await expect(hanmei.message(`six ${language}`)).toHaveCount(1)
		await lilei.write(`seven ${language}`)
		await expect(lilei.message(`six ${language}`)).toHaveCount(0)
		for (const person of [hanmei, lilei])
			for (const text of ['six', 'seven'])
				await expect(person.message(`${text} ${language}`)).toHaveCount(1, { timeout: 30_000 })

		const numbers = await hanmei.numbers()
		const first = numbers[0] ?? 0
		expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
		// A revocation is shown at its message.
		const all = [...numbers, ...(await hanmei.revocations())].sort((a, b) => a - b)
		expect(all).toEqual(all.map((_, index) => first + index))
		expect((await lilei.numbers()).slice(-7)).toEqual(numbers.slice(-7))

		const own = hanmei.frame.locator('.own', { hasText: `six ${language}` })
		await own.getByRole('button').click()
		for (const person of [hanmei, lilei]) {
			await expect(person.message(`six ${language}`)).toHaveCount(0)
			await expect(person.frame.getByText(t.revoked).last()).toBeVisible()
		}
		await expectAccessible(page)
		await lilei.press(t.figures)
		expect(await lilei.figure('messagesSent')).toBeGreaterThan(0)
		expect(await lilei.figure('discontinuities')).toBe(0)
	})

	test(`a friend application, and a guest in the room (${language})`, async ({ browser, server }) => {
		const { page } = await openPhone(browser, server.url, { language, options: wide })
		const { hanmei, lilei } = await openPeople(page, t)
		for (const person of [hanmei, lilei]) await person.press(t.friends)
		await hanmei.press(t.apply)
		await lilei.press(t.accept)
		await expect(hanmei.frame.getByText(t.isFriend)).toBeVisible()
		await expectAccessible(page)
		await hanmei.press(t.shield)
		await expect(hanmei.frame.getByText(t.isShielded)).toBeVisible()
		await lilei.press(t.chat)
		await lilei.write(`shielded ${language}`)
		await expect(lilei.frame.locator('[data-cmid]')).toContainText(t.refused)
		await hanmei.press(t.unshield)
		await expect(hanmei.frame.getByText(t.isFriend)).toBeVisible()
		await lilei.press(t.again)
		await expect(lilei.message(`shielded ${language}`)).toHaveCount(1)
		await hanmei.press(t.unfriend)
		await expect(hanmei.frame.getByRole('button', { name: t.apply })).toBeVisible()

		for (const person of [hanmei, lilei]) await person.press(t.room)
		await lilei.frame.getByRole('link', { name: t.asGuest }).click()
		// The previous page is also ready, and would lose text written into it now.
		await expect(lilei.frame.getByRole('link', { name: t.asMember })).toBeVisible()
		await lilei.ready()
		await lilei.write(`from a guest ${language}`)
		for (const person of [hanmei, lilei]) await expect(person.message(`from a guest ${language}`)).toHaveCount(1)
	})

	test(`a phone shows one person at a time, and every tab is accessible (${language})`, async ({ browser, server }) => {
		const { page } = await openPhone(browser, server.url, { language, options: { colorScheme: 'dark' } })
		const { hanmei, lilei } = await openPeopleOnPhone(page, t)
		for (const tab of [t.chat, t.group, t.room, t.friends, t.figures]) {
			await hanmei.press(tab)
			await expectAccessible(page)
			const width = await hanmei.frame
				.locator('html')
				.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
			expect(width).toBeLessThan(2)
		}
		await page.getByRole('radio', { name: '李雷' }).check({ force: true })
		await expect(lilei.frame.locator('main')).toBeVisible()
		await expect(hanmei.frame.locator('main')).toBeHidden()
	})
}

async function openPeopleOnPhone(page: Page, t: Words) {
	await page.goto('/im/')
	const hanmei = personIn(page.frameLocator('iframe').nth(0), t)
	const lilei = personIn(page.frameLocator('iframe').nth(1), t)
	await hanmei.ready()
	return { hanmei, lilei }
}

test('the QR code of a group admits a person', async ({ browser, server }) => {
	const t = words.en
	const { page } = await openPhone(browser, server.url, { language: 'en', options: wide })
	const { hanmei } = await openPeople(page, t)
	const url = await hanmei.frame.locator('body').evaluate(async () => {
		const { appId } = await (await fetch('/im/demo')).json()
		const im = (window as never as { ParleyIM: typeof import('@parley/im-sdk') }).ParleyIM.createIM({
			environment: {
				http: async ({ method, url, headers, body }) => {
					const authorization = `Bearer ${sessionStorage.getItem('im-demo:hanmei')}`
					const answer = await fetch(url, { method, headers: { ...headers, authorization }, ...(body ? { body } : {}) })
					return answer.json()
				},
			},
		})
		const { imUserId, imToken } = await im.requestToken({ appId })
		await im.login({ uid: imUserId, appId, token: imToken })
		const gid = await im.groups.create({ name: 'Choir' })
		const { url } = await im.group(gid).qrCode()
		im.close()
		return url
	})
	expect(new URL(url).pathname).toBe('/im/group')
	// The site has no address except its host name.
	const { pathname, search } = new URL(url)
	await page.goto(pathname + search)
	const lilei = page.frameLocator('iframe').nth(1)
	await expect(lilei.getByText('Choir')).toBeVisible()
	await lilei.getByRole('button', { name: t.joinGroup }).click()
	// The group can be used, beside the others.
	await expect(lilei.getByRole('combobox', { name: 'Switch group' })).toHaveText(/Choir/)
	await expect(lilei.getByText('李雷 joined')).toBeVisible()
	await expect(lilei.getByRole('button', { name: t.joinGroup })).toHaveCount(0)
	await personIn(lilei, t).write('here I am')
	await expect(personIn(lilei, t).message('here I am')).toHaveCount(1)
	// Switching person or language keeps the invitation.
	await page.goto(`${pathname}${search}&language=zh`)
	await expect(page.getByRole('heading', { name: '消息服务' })).toBeVisible()
	await expect(lilei.getByText(words.zh.ready)).toBeVisible()
})

const atEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight < 2

test('a reader further up keeps their position; new messages are announced, and one press away', async ({
	browser,
	server,
}) => {
	const t = words.en
	const options = { ...wide, viewport: { width: 1100, height: 560 } }
	const { page } = await openPhone(browser, server.url, { language: 'en', options })
	const { hanmei, lilei } = await openPeople(page, t)
	for (const person of [hanmei, lilei]) await person.press(t.group)
	for (let number = 0; number < 8; number++) await lilei.write(`line ${number}`)
	const log = hanmei.frame.locator('.log')
	await expect(hanmei.message('line 7')).toHaveCount(1)
	await expect.poll(() => log.evaluate(atEnd)).toBe(true)

	await log.evaluate(box => box.scrollTo({ top: 10 }))
	await lilei.write('one more')
	await expect(hanmei.frame.getByRole('button', { name: 'New messages' })).toBeVisible()
	await expect(hanmei.message('one more')).toHaveCount(1)
	expect(await log.evaluate(box => box.scrollTop)).toBe(10)
	await hanmei.frame.getByRole('button', { name: 'New messages' }).click()
	expect(await log.evaluate(atEnd)).toBe(true)
})

test('text written while signed out stays in its field; a refused message shows the reason, and can be resent', async ({
	browser,
	server,
}) => {
	const t = words.en
	const options = { ...wide, viewport: { width: 1100, height: 560 } }
	const { page } = await openPhone(browser, server.url, { language: 'en', options })
	const { hanmei, lilei } = await openPeople(page, t)
	// The log is taller than the window.
	for (const person of [hanmei, lilei]) await person.press(t.room)
	for (let number = 0; number < 8; number++) await hanmei.write(`room ${number}`)
	await expect(lilei.message('room 7')).toHaveCount(1)
	await hanmei.press(t.chat)
	await lilei.press('Sign out')
	const field = lilei.frame.getByRole('textbox', { name: t.write })
	await field.fill('kept')
	await expect(lilei.frame.getByRole('button', { name: t.send })).toBeDisabled()
	await lilei.press('Sign in')
	await lilei.ready()
	await lilei.press(t.send)
	await expect(hanmei.frame.getByRole('button', { name: t.room }).locator('.badge')).toHaveText('1')
	await expect(lilei.message('kept')).toHaveCount(1)

	await lilei.write('too soon')
	const refused = lilei.frame.locator('[data-cmid]', { hasText: 'too soon' })
	await expect(refused).toContainText('Sending too fast. Wait a few seconds.')
	// The actions for a message are in view.
	const log = lilei.frame.locator('.log')
	expect(await log.evaluate(box => box.scrollHeight > box.clientHeight)).toBe(true)
	expect(await log.evaluate(atEnd)).toBe(true)
	await expectAccessible(page)
	await expect(async () => {
		await refused.getByRole('button', { name: 'Resend' }).click({ timeout: 1_000 })
		await expect(lilei.message('too soon')).toHaveCount(1, { timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	await lilei.write('never')
	await lilei.frame.getByRole('button', { name: 'Remove' }).click()
	await expect(lilei.pending).toHaveCount(0)
})

test('an owner announces, shows the QR code, silences a member and revokes messages of others', async ({
	browser,
	server,
}) => {
	const t = words.en
	const { page } = await openPhone(browser, server.url, { language: 'en', options: wide })
	const { hanmei, lilei } = await openPeople(page, t)
	for (const person of [hanmei, lilei]) await person.press(t.group)
	await lilei.write('to be revoked')
	await hanmei.frame.locator('.theirs', { hasText: 'to be revoked' }).getByRole('button').click()
	await expect(lilei.frame.getByText('韩梅 unsent a message')).toHaveCount(1)

	await hanmei.press('Details')
	await hanmei.frame.getByRole('textbox', { name: 'Announcement' }).fill('Rehearsal at three')
	await hanmei.press('Save')
	await expect(lilei.frame.locator('.announcement')).toContainText('Rehearsal at three')
	await expect(lilei.frame.getByText('韩梅 announced: Rehearsal at three')).toBeVisible()
	await hanmei.press('Show QR code')
	await expect(hanmei.frame.getByRole('img', { name: 'Group QR code' })).toBeVisible()
	await hanmei.press('Mute for 10 minutes 李雷')
	await expect(lilei.frame.getByText('李雷 is muted until')).toBeVisible()
	await lilei.write('may I?')
	await expect(lilei.frame.locator('[data-cmid]')).toContainText('You are muted')
	await expectAccessible(page)
	await hanmei.press('Unmute 李雷')
	await expect(lilei.frame.getByText('李雷 was unmuted')).toBeVisible()
	await lilei.press('Resend')
	await hanmei.press('Close')
	await expect(hanmei.message('may I?')).toHaveCount(1)
})

test('a person limits the rate of a busy room: skipped messages are announced and shown on demand', async ({
	browser,
	server,
}) => {
	const t = words.en
	const { page } = await openPhone(browser, server.url, { language: 'en', options: wide })
	const { hanmei, lilei } = await openPeople(page, t)
	for (const person of [hanmei, lilei]) await person.press(t.room)
	await lilei.press('Details')
	await lilei.frame.getByRole('combobox', { name: 'Chat room messages' }).selectOption('At most 1 per second')
	await lilei.press('Close')
	// The room's owner has no cooldown, and half of the rate.
	const gap = lilei.frame.locator('.gap').first()
	let written = 0
	// On a busy machine writing may be slower than the limit.
	await expect(async () => {
		for (let i = 0; i < 8; i++) await hanmei.write(`busy ${written++}`)
		await expect(gap).toContainText('Messages skipped', { timeout: 2_000 })
	}).toPass({ timeout: 45_000 })
	await expect(hanmei.message(`busy ${written - 1}`)).toHaveCount(1)
	await expectAccessible(page)
	// They are one press away, in their positions.
	const show = lilei.frame.getByRole('button', { name: 'Show skipped messages' })
	await expect(async () => {
		if ((await show.count()) > 0) await show.first().click()
		await expect(gap).toHaveCount(0, { timeout: 1_000 })
	}).toPass({ timeout: 30_000 })
	for (let number = 0; number < written; number++) await expect(lilei.message(`busy ${number}`)).not.toHaveCount(0)
	const numbers = await lilei.numbers()
	expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
})

test('a rejected applicant is told; a pane that became a guest shows it, in its language', async ({
	browser,
	server,
}) => {
	const t = words.en
	const { page } = await openPhone(browser, server.url, { language: 'zh' })
	await page.goto('/im/?language=en')
	const [hanmei, lilei] = [0, 1].map(at => personIn(page.frameLocator('iframe').nth(at), t)) as [Pane, Pane]
	await hanmei.ready()
	await hanmei.press(t.friends)
	await hanmei.press(t.apply)
	await expect(hanmei.frame.getByText('Request sent to 李雷')).toBeVisible()
	await expect(hanmei.frame.getByRole('button', { name: t.apply })).toHaveCount(0)
	const people = page.getByRole('radio')
	await people.nth(1).check({ force: true })
	await lilei.press(t.friends)
	await lilei.press('Decline')
	await people.nth(0).check({ force: true })
	await expect(hanmei.frame.getByText('李雷 declined your request')).toBeVisible()

	await hanmei.press(t.chat)
	await hanmei.write('look here')
	await expect(page.getByRole('radio', { name: 'new messages' })).toHaveCount(1)
	await people.nth(1).check({ force: true })
	await expect(page.getByRole('radio', { name: 'new messages' })).toHaveCount(0)
	await lilei.press(t.chat)
	expect(await lilei.frame.locator('.log').evaluate(atEnd)).toBe(true)

	await lilei.press(t.room)
	await lilei.frame.getByRole('link', { name: t.asGuest }).click()
	await lilei.ready()
	await expect(page.getByRole('radio', { name: 'Guest' })).toBeChecked()
	await lilei.frame.getByRole('link', { name: 'Back to 李雷' }).click()
	await lilei.ready()
	await expect(page.getByRole('radio', { name: '李雷' })).toBeChecked()
})

test('with text at 130 % and 320 px nothing is cut off or overlaps', async ({ browser, server }) => {
	const t = words.en
	const options = { viewport: { width: 320, height: 568 } }
	const { page } = await openPhone(browser, server.url, { language: 'en', options })
	const { hanmei } = await openPeopleOnPhone(page, t)
	const size = () =>
		hanmei.frame
			.locator('.bubble')
			.first()
			.evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize))
	await hanmei.press(t.group)
	const before = await size()
	for (const frame of page.frames())
		await frame.evaluate(() => {
			document.documentElement.style.fontSize = '130%'
		})
	expect(await size()).toBeCloseTo(before * 1.3, 1)
	const found = await hanmei.frame.locator('html').evaluate(html => {
		const tabs = [...html.querySelectorAll('.tabs button')].map(each => each.scrollWidth - each.clientWidth)
		return { wide: html.scrollWidth - html.clientWidth, tabs, log: html.querySelector('.log')?.clientHeight ?? 0 }
	})
	expect(found.wide).toBeLessThan(2)
	expect(Math.max(...found.tabs)).toBeLessThan(2)
	expect(found.log).toBeGreaterThan(160)
})

test('the first lines of the SDK’s README run in the console of two tabs', async ({ browser, server }) => {
	const { page, context } = await openPhone(browser, server.url, { language: 'en' })
	const other = await context.newPage()
	for (const tab of [page, other]) await tab.goto('/im/')
	const { readFile } = await import('node:fs/promises')
	const readme = await readFile(new URL('../sdk/im/README.md', import.meta.url), 'utf8')
	const [first = '', then = ''] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, lines = '']) => lines.trim())
	expect([first.split('\n').length, then.split('\n').length]).toEqual([5, 1])
	const heard: { tab: Page; text: string }[] = []
	for (const tab of [page, other]) tab.on('console', message => void heard.push({ tab, text: message.text() }))
	// Pasted into both at once; a console keeps `im`, as the window does here.
	await Promise.all([page, other].map(tab => tab.evaluate(`(async () => {${first}\nwindow.im = im})()`)))
	await other.evaluate(`(async () => {${then}})()`)
	for (const tab of [page, other])
		await expect.poll(() => heard.filter(said => said.tab === tab && said.text.includes('hello')).length).toBe(1)
})

for (const engine of ['firefox', 'webkit'] as const) {
	test(`${engine}: messages written while disconnected are sent after a reload`, async ({ server }) => {
		test.skip(!hasEngine[engine], `${engine} is not installed`)
		const t = words.en
		const window = await openEngine(engine, server.url, 'en')
		try {
			await window.goto(`${server.url}/im/?as=lilei&language=en`)
			await window.see(elements.text(t.ready))
			await window.click(tab(t.group))
			await window.fill(elements.field(t.write), `said in ${engine}`)
			await window.click(elements.button(t.send))
			await window.see(logged(`said in ${engine}`))
			await window.click(elements.button(t.cut))
			await window.fill(elements.field(t.write), `kept in ${engine}`)
			await window.click(elements.button(t.send))
			await window.see('//*[@data-cmid]')
			await window.goto(`${server.url}/im/?as=lilei&language=en`)
			await window.see(elements.text(t.ready))
			await window.click(tab(t.group))
			await window.see(logged(`kept in ${engine}`))
			const shown = await window.evaluate(() => [...document.querySelectorAll('.bubble')].map(row => row.textContent))
			expect(shown.filter(content => content === `kept in ${engine}`)).toHaveLength(1)
		} finally {
			await window.close()
		}
	})
}

/** Finds a tab, with or without an unread count. */
const tab = (name: string) => `//nav//button[starts-with(normalize-space(.), "${name}")]`

/** Finds a message with a position. */
const logged = (content: string) => `//li[@data-his-id][.//*[normalize-space(.)="${content}"]]`
