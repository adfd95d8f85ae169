import {
	type ApiMember,
	expect,
	expectInRoom,
	openMember,
	openPhone,
	type Person,
	signIn,
	signInByApi,
	test,
} from './fixtures/index.ts'

// In the personal edition the list contains only the person's own meetings, at any hour.
const person = { name: '13800000001' }

test('start now creates an own meeting with its invitation open in one tap; the list opens at meetings in progress', async ({
	browser,
	server,
}) => {
	const api = await signInByApi(server, person.name)
	// Rooms without a fixed time come first, more than a screen shows.
	for (let count = 1; count <= 8; count++) await schedule(api, { topic: `随时 ${count}`, isAnytime: true })

	// By form, since after a navigation the focus is on the heading.
	const host = await openPhone(browser, server.url)
	await signIn(host, person.name)
	const { page, t } = host
	await expect(cards(host).nth(7)).toBeAttached()
	await expectListHead(host)
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
	expect(await page.evaluate(() => window.scrollY)).toBe(0)

	await page.getByRole('button', { name: t('meeting_start_tile') }).click()
	const invitation = page.getByRole('dialog', { name: t('meeting_invitation') })
	await expect(invitation).toBeVisible()
	await expect(invitation.getByRole('img')).toBeVisible()
	const id = /\/room\/(\d{9})/.exec(page.url())?.[1] ?? ''
	await expect(invitation).toContainText(id.replace(/(\d{3})(?=\d)/g, '$1 '))
	await invitation.getByRole('button', { name: t('common_close') }).click()
	await expect(invitation).toBeHidden()
	await expectInRoom(host, id)
	await expect(page.getByText(t('room_host')).first()).toBeVisible()

	// For another person with the same list, header and search stay, and the meeting and the card on top are fully visible.
	const again = await openPhone(browser, server.url)
	await signIn(again, person.name)
	const current = cards(again).filter({ hasText: again.t('meeting_in_progress') })
	await expect(current).toBeInViewport({ ratio: 1 })
	await expectListHead(again)
	await expect(again.page.getByRole('heading', { level: 1 })).toBeFocused()
	await expect.poll(() => cutByHead(again)).toEqual([])

	await page.getByRole('button', { name: t('room_leave'), exact: true }).click()
	await page.getByRole('button', { name: t('room_end') }).click()
	// ROOM-116: it can be taken back for ten seconds.
	await expect(page.getByRole('heading', { name: t('room_out_ended_by_you_title') })).toBeFocused({ timeout: 30_000 })
})

test('search finds meetings of all days while typing, upcoming first, and cancel shows the day again', async ({
	browser,
	server,
}) => {
	const api = await signInByApi(server, person.name)
	const later = await schedule(api, { topic: '季度巡检 B', inDays: 30 })
	const sooner = await schedule(api, { topic: '季度巡检 A', inDays: 2 })
	const today = await schedule(api, { topic: '季度巡检 C' })
	// More than a screen, so that the day can be scrolled.
	for (let count = 1; count <= 10; count++) await schedule(api, { topic: `今天 ${count}` })
	const member = await openMember(browser, server.url, person.name)
	const { page, t } = member
	const found = cards(member).filter({ hasText: '季度巡检' })
	await expect(found).toHaveCount(1)
	await expect(cards(member).nth(8)).toBeAttached()
	await page.evaluate(() => window.scrollTo(0, 600))
	const scrolledTo = () => page.evaluate(() => Math.round(window.scrollY))
	// The list may still be scrolling to the current time.
	let before = 0
	const isAtRest = async () => {
		const last = before
		before = await scrolledTo()
		return before === last && before > 500
	}
	await expect.poll(isAtRest, { intervals: [300] }).toBe(true)

	const field = page.getByRole('searchbox', { name: t('meeting_search') })
	await field.pressSequentially('巡检')
	await expect(found).toHaveCount(3)
	for (const [at, id] of [today, sooner, later].entries()) await expect(found.nth(at)).toContainText(grouped(id))
	await expect(found.first()).toBeInViewport({ ratio: 1 })
	await expect.poll(() => cutByHead(member)).toEqual([])
	await expect(field).toBeFocused()
	// Ids are found, too.
	await field.fill(later)
	await expect(cards(member)).toHaveCount(1)
	await field.fill('没有这样的会议')
	await expect(page.getByText(t('meeting_search_none', { keywords: '没有这样的会议' }))).toBeVisible()

	await page.getByRole('button', { name: t('common_cancel') }).click()
	await expect(field).toHaveValue('')
	await expect(found).toHaveCount(1)
	await expect(found).toContainText(grouped(today))
	await expect.poll(scrolledTo).toBe(before)
	await expect(page.getByRole('group', { name: t('meeting_search') })).toBeFocused()
})

test('back from a detail restores the position in the list', async ({ browser, server }) => {
	const api = await signInByApi(server, person.name)
	for (let count = 1; count <= 12; count++) await schedule(api, { topic: `位置 ${count}` })
	const member = await openMember(browser, server.url, person.name)
	const { page, t } = member
	await cards(member).nth(6).getByRole('button').first().click()
	const detail = cards(member)
		.nth(6)
		.getByRole('button', { name: t('meeting_detail'), exact: true })
	await detail.scrollIntoViewIfNeeded()
	const scrolledTo = () => page.evaluate(() => Math.round(window.scrollY))
	// The card has its height, and is visible.
	await expect.poll(scrolledTo).toBeGreaterThan(100)
	await expect(detail).toBeInViewport({ ratio: 1 })
	await detail.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('meeting_detail_title'))
	const entries = await page.evaluate(() => window.history.length)
	await page.getByRole('button', { name: t('common_back') }).click()
	await expect(page.getByRole('button', { name: t('meeting_start_tile') })).toBeVisible()
	await expect.poll(scrolledTo).toBeGreaterThan(100)
	// The card is unchanged and visible.
	await expect(detail).toBeInViewport({ ratio: 1 })
	expect(await page.evaluate(() => window.history.length)).toBe(entries)
})

test('after scheduling the focus is on visible content, and on the list again after going back', async ({
	browser,
	server,
}) => {
	const { page, t } = await openMember(browser, server.url, person.name)
	const heading = page.getByRole('heading', { level: 1 })
	await page
		.getByRole('button', { name: t('meeting_schedule_tile') })
		.first()
		.click()
	await expect(page.getByRole('heading', { name: t('scheduling_title') })).toBeFocused()
	await page.getByLabel(t('scheduling_topic'), { exact: true }).fill('焦点')
	await page.getByRole('button', { name: t('scheduling_submit') }).click()
	await expect(page.getByRole('heading', { name: '焦点' })).toBeVisible()
	await expect(heading).toHaveText(t('meeting_detail_title'))
	await expect(heading).toBeFocused()
	await expect(heading).toBeInViewport({ ratio: 1 })
	await page.goBack()
	await expect(page.getByRole('button', { name: t('meeting_start_tile') })).toBeVisible()
	await expect(heading).toBeFocused()
	await expect(heading).toBeInViewport({ ratio: 1 })
})

const cards = ({ page }: Pick<Person, 'page'>) => page.getByRole('article')
const grouped = (id: string) => id.replace(/(\d{3})(?=\d)/g, '$1 ')

/** Expects date, actions and search to be visible. */
async function expectListHead({ page, t }: Person) {
	await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
	await expect(page.getByRole('button', { name: t('meeting_start_tile') })).toBeInViewport({ ratio: 1 })
	await expect(page.getByRole('searchbox', { name: t('meeting_search') })).toBeInViewport({ ratio: 1 })
}

/** Returns topics of cards partly hidden below the search. */
const cutByHead = ({ page, t }: Person) =>
	page.getByRole('searchbox', { name: t('meeting_search') }).evaluate(search => {
		const { bottom } = search.getBoundingClientRect()
		const all = [...document.querySelectorAll('article')]
		const cut = all.filter(card => {
			const box = card.getBoundingClientRect()
			return box.top < bottom && box.bottom > bottom
		})
		return cut.map(card => card.textContent)
	})

interface Wanted {
	topic: string
	inDays?: number
	/** Creates a recurring meeting without a fixed time. */
	isAnytime?: boolean
}

async function schedule(api: ApiMember, { topic, inDays = 0, isAnytime = false }: Wanted): Promise<string> {
	const start = new Date(Date.now() + (inDays * 24 + 8) * 3_600_000)
	const created = await api.call('POST /meeting/meetings', {
		meeting_topic: topic,
		start_time: start.toISOString().slice(0, 19).replace('T', ' '),
		time_zone: 8,
		duration: 3_600,
		host_pwd: 'Host-2026',
		...(isAnytime && { is_room: 1, repeat_type: 0 }),
	})
	return String(created.meeting_id)
}
