import type { Page, WebSocket } from '@playwright/test'
import { expectNoViolations } from './fixtures/accessible.ts'
import {
	type ApiMember,
	expect,
	expectInRoom,
	joinById,
	type Language,
	openMember,
	type ParleyServer,
	type Person,
	signInByApi,
	test,
} from './fixtures/index.ts'
import { expectApplied } from './fixtures/settingApplied.ts'

/** Changes the setting as an administrator does, beside the running server, which applies it within seconds. */
async function letMeetingsCall(server: ParleyServer) {
	await server.runAdmin('site', 'set', 'localhost', 'meetingsCall=on')
	const info = async () => await (await fetch(`${server.url}/corp/indexCorp`)).text()
	await expectApplied(info, '"meetingsCall":1')
}

/** Schedules a meeting for now with these people of the demo as attendees. */
async function scheduleFor(host: ApiMember, topic: string, names: readonly string[]): Promise<string> {
	const start = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
	const created = await host.call('POST /meeting/meetings', {
		meeting_topic: topic,
		start_time: start,
		duration: 3_600,
		time_zone: 8,
		host_pwd: 'host-1234',
		meeting_start_rule: 0,
		grantedObject: JSON.stringify({
			persons: names.map(name => ({ userId: `demo_${name}`, nickName: '' })),
			departments: [],
		}),
	})
	return String(created.meeting_id)
}

/** Records messaging connections that a page opens from now on, and their packets. */
function watchMessaging(page: Page) {
	const opened: WebSocket[] = []
	const received: string[] = []
	page.on('websocket', socket => {
		if (!socket.url().includes('/im/socket')) return
		opened.push(socket)
		socket.on('framereceived', ({ payload }) => received.push(String(payload)))
	})
	return { opened, received }
}

/** Reloads the page and waits until it can receive calls: a person who is not connected yet is not called. */
async function listen({ page }: Person): Promise<WebSocket> {
	const { opened, received } = watchMessaging(page)
	await page.reload({ waitUntil: 'commit' })
	// Connections of the previous page.
	opened.length = 0
	received.length = 0
	await expect.poll(() => received.some(frame => frame.includes('"session"')), { timeout: 60_000 }).toBe(true)
	expect(opened).toHaveLength(1)
	return opened[0] as WebSocket
}

const ringing = ({ page, t }: Person, name: string) => page.getByRole('dialog', { name: t('calling_title', { name }) })
const button = (within: Pick<Page, 'getByRole'>, name: string) => within.getByRole('button', { name, exact: true })

for (const language of ['zh', 'en'] as Language[]) {
	test(`[IMCALL-55] a meeting that starts rings on the pages of its attendees: one joins, one declines, one misses it (${language})`, async ({
		browser,
		ownServer,
	}) => {
		test.setTimeout(240_000)
		await letMeetingsCall(ownServer)
		const api = await signInByApi(ownServer, 'hanmei')
		const topic = language === 'zh' ? '设计评审' : 'Design review'
		const id = await scheduleFor(api, topic, ['lilei', 'feng.qi', 'yu.qing'])
		const host = await openMember(browser, ownServer.url, 'hanmei', { language })
		const joins = await openMember(browser, ownServer.url, 'lilei', { language })
		const declines = await openMember(browser, ownServer.url, 'feng.qi', { language })
		const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
		const other = await openMember(browser, ownServer.url, 'feng.qi', { language, options: desktop })
		const misses = await openMember(browser, ownServer.url, 'yu.qing', { language })
		for (const person of [joins, declines, other, misses]) await listen(person)

		await joinById(host, id)
		const call = ringing(joins, '韩梅')
		for (const person of [joins, declines, other, misses]) await expect(ringing(person, '韩梅')).toBeVisible()
		await expect(call.getByText(topic)).toBeVisible()
		await expect(call.getByRole('timer')).toBeVisible()
		for (const name of ['calling_join', 'calling_decline']) {
			const box = await button(call, joins.t(name)).boundingBox()
			expect(Math.min(box?.height ?? 0, box?.width ?? 0), name).toBeGreaterThanOrEqual(44)
		}
		await expectNoViolations(joins.page, 'the dialog of a call')

		await button(ringing(declines, '韩梅'), declines.t('calling_decline')).click()
		await expect(ringing(other, '韩梅')).toHaveCount(0)
		await expect(other.page.getByText(other.t('calling_declined', { topic }))).toBeVisible()
		await expect(ringing(misses, '韩梅')).toBeVisible()

		await button(call, joins.t('calling_join')).click()
		await expectInRoom(joins, id)
		await expect(call).toHaveCount(0)

		await api.call(`GET /meeting/closeMeeting/${id}`, { _token: api.csrfToken })
		await expect(ringing(misses, '韩梅')).toHaveCount(0)
		await expect(misses.page.getByText(misses.t('calling_over', { name: '韩梅', topic }))).toBeVisible()
	})
}

test('[IMCALL-55] back ends the ringing on this page only; a person who is typing or in a meeting gets a notice; signing out ends the connection', async ({
	browser,
	ownServer,
}) => {
	test.setTimeout(240_000)
	const member = await openMember(browser, ownServer.url, 'lilei')
	const { page, t } = member
	const before = watchMessaging(page)
	await page.goto('/MeetingList', { waitUntil: 'networkidle' })
	await page.waitForTimeout(5_000)
	expect(before.opened, 'a site without calls opens no connection').toEqual([])

	await letMeetingsCall(ownServer)
	const api = await signInByApi(ownServer, 'hanmei')
	/** Starts a meeting as its host, without a page. */
	const host = await openMember(browser, ownServer.url, 'hanmei')
	const start = async (topic: string) => {
		const id = await scheduleFor(api, topic, ['lilei'])
		await joinById(host, id)
		return id
	}
	await page.goto('/MeetingList/Personal')
	await listen(member)
	const address = page.url()

	await start('第一场')
	await expect(ringing(member, '韩梅')).toBeVisible()
	await page.goBack()
	await expect(ringing(member, '韩梅')).toHaveCount(0)
	expect(page.url()).toBe(address)

	await page.goto('/complaints')
	await listen(member)
	await page.getByRole('textbox').pressSequentially('正在写')
	const second = await start('第二场')
	const notice = page.getByRole('complementary', { name: t('calling_region') })
	await expect(notice).toContainText('第二场')
	await page.keyboard.type('，还在写')
	await expect(page.getByRole('textbox')).toHaveValue('正在写，还在写')
	await expectNoViolations(page, 'the notice of a call')
	await button(notice, t('calling_decline')).click()
	await expect(notice).toHaveCount(0)

	await joinById(member, second)
	await expectInRoom(member, second)
	await start('第三场')
	await expect(notice).toContainText('第三场')
	await expect(ringing(member, '韩梅')).toHaveCount(0)

	await page.goto('/MeetingList/Personal')
	const last = await listen(member)
	await button(page, t('personal_sign_out')).click()
	await button(page.getByRole('alertdialog'), t('personal_sign_out')).click()
	await expect.poll(() => last.isClosed()).toBe(true)
})
