import { Meeting, Membership, User } from '@parley/api'
import { meetingStatus, personalEdition } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { apiReactions } from '../../api/index.ts'
import { connectApiReactions } from '../../app/apiReactions.ts'
import { refreshSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { parseBootSite } from '../../features/site/site.ts'
import { invitationOnArrival } from '../../navigation/invitationOnArrival.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aCompany, aMember, setPerson } from '../../testing/aPerson.ts'
import { aShell } from '../../testing/aShell.ts'
import { setSite } from '../../testing/aSite.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { setScreenSize } from '../../testing/screenSize.ts'
import { type StubAnswer, type StubRequest, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { shownBusyMs } from '../../ui/useShownBusy.ts'
import { MeetingList } from './MeetingList.screen.tsx'

const own = 'GET /meeting/users/meetings'
const idOf = (n: number) => String(100_000_000 + n)

const mine = (n: number, fields: Partial<Meeting> = {}) =>
	aMeeting({ meetingId: idOf(n) as never, topic: `Meeting ${n}`, hostId: 'hanmei' as never, ...fields })

/** A list of the day, ten to a page. */
const listOf =
	(meetings: () => Meeting[]) =>
	({ query }: StubRequest): StubAnswer => {
		const page = Number(query.get('page'))
		const size = Number(query.get('pageSize'))
		const all = meetings().map(meeting => Meeting.encode(meeting))
		const data = all.slice((page - 1) * size, page * size)
		const has_more = all.length > page * size ? 1 : 0
		return {
			data: { server_time: '2026-11-21 09:00:00', meetings: { data, current_page: page, per_page: size, has_more } },
		}
	}

const detail = (meeting: Meeting) => ({
	[`GET /meeting/meetings/${meeting.meetingId}`]: { data: { meeting: Meeting.encode(meeting) } },
})

const show = (bridge?: Parameters<typeof renderScreen>[3]) =>
	renderScreen('/MeetingList', MeetingList, '/MeetingList', bridge)
const press = (name: string | RegExp, within_ = screen) => fireEvent.click(within_.getByRole('button', { name }))
/** Waits for a button that is rendered later. */
const pressOnce = async (name: string | RegExp, within_ = screen) =>
	fireEvent.click(await within_.findByRole('button', { name }))
/** Counts requests of the list alone: a second later the invitations are fetched too. */
const pagesAsked = ({ requests }: ReturnType<typeof stubServer>) =>
	requests.filter(({ call }) => call === own).map(({ query }) => query.get('page'))
const topics = () => screen.queryAllByRole('article').map(card => within(card).getByRole('heading').textContent)

beforeEach(() => {
	localStorage.clear()
	setPerson(aMember())
	useSite.setState({ copyright: undefined })
})
afterEach(() => {
	cleanup()
	setSite(undefined)
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[PAGE-12] [PAGE-17] on entry the first ten are fetched', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	expect(Object.fromEntries(server.last(own)?.query ?? [])).toMatchObject({ page: '1', pageSize: '10', type: '1' })
})

test('[LIST-03] [ROUTE-34] the header names the company and the day of the server', async () => {
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	expect(screen.getByText('Parley Demo')).toBeTruthy()
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('11月21日')
})

test('[HTTP-14] where the clock of the server is a day ahead of this one, the list is that of its day', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	const site = useSite.getState()
	const boot = { serverNow: Date.parse('2026-11-22T10:00:00+08:00'), zone: 'Asia/Shanghai' }
	useSite.setState(parseBootSite(boot, Date.now()))
	stubServer({ [own]: 'no-answer' })
	await show()
	expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('11月22日')
	useSite.setState(site)
})

test('[PAGE-08] [PAGE-10] more is appended until there is no more', async () => {
	stubServer({ [own]: listOf(() => Array.from({ length: 12 }, (_, n) => mine(n))) })
	await show()
	await screen.findByText('Meeting 9')
	expect(topics()).toHaveLength(10)
	press('加载更多')
	await screen.findByText('没有更多会议了')
	expect(topics()).toHaveLength(12)
})

test('[PAGE-08] the next page is appended when the end of the list comes near the window', async () => {
	const observed: { end: Element; margin: string | undefined; reach(isIntersecting: boolean): void }[] = []
	class Observer {
		observe: (end: Element) => void
		disconnect() {}
		constructor(report: (entries: { isIntersecting: boolean }[]) => void, options?: IntersectionObserverInit) {
			const reach = (isIntersecting: boolean) => report([{ isIntersecting }])
			this.observe = end => void observed.push({ end, margin: options?.rootMargin, reach })
		}
	}
	vi.stubGlobal('IntersectionObserver', Observer)
	const server = stubServer({ [own]: listOf(() => Array.from({ length: 12 }, (_, n) => mine(n))) })
	await show()
	await screen.findByText('Meeting 9')
	const [foot] = observed
	expect([observed.length, foot?.end.contains(screen.getByRole('button', { name: '加载更多' }))]).toEqual([1, true])
	act(() => foot?.reach(false))
	expect(server.count(own)).toBe(1)
	act(() => foot?.reach(true))
	await screen.findByText('Meeting 11')
	expect(topics()).toHaveLength(12)
	expect(pagesAsked(server)).toEqual(['1', '2'])
	expect(Number.parseInt(foot?.margin ?? '', 10)).toBeGreaterThan(0)
})

test('[PAGE-07] a refresh fetches the first page alone and replaces the list', async () => {
	let meetings = Array.from({ length: 12 }, (_, n) => mine(n))
	const server = stubServer({ [own]: listOf(() => meetings) })
	await show()
	await screen.findByText('Meeting 9')
	press('加载更多')
	await screen.findByText('Meeting 11')
	meetings = Array.from({ length: 12 }, (_, n) => mine(50 + n))
	const before = server.count(own)
	await pressOnce('刷新会议列表')
	await screen.findByText('Meeting 50')
	expect(topics()).toEqual(meetings.slice(0, 10).map(({ topic }) => topic))
	expect(pagesAsked(server).slice(before)).toEqual(['1'])
})

test('[LIST-16] one card is expanded at a time', async () => {
	stubServer({ [own]: listOf(() => [mine(1), mine(2)]) })
	await show()
	await screen.findByText('Meeting 1')
	const [first, second] = ['Meeting 1', 'Meeting 2'].map(name => screen.getByRole('button', { name })) as [
		HTMLElement,
		HTMLElement,
	]
	fireEvent.click(first)
	expect(first.getAttribute('aria-expanded')).toBe('true')
	fireEvent.click(second)
	expect(first.getAttribute('aria-expanded')).toBe('false')
	expect(second.getAttribute('aria-expanded')).toBe('true')
	fireEvent.click(second)
	expect(second.getAttribute('aria-expanded')).toBe('false')
})

test('going back to the list shows the card expanded that was; opened anew, none is', async () => {
	stubServer({ [own]: listOf(() => [mine(1), mine(2)]) })
	const { go, router } = await show()
	const card = () => screen.findByRole('button', { name: 'Meeting 2' })
	const isExpanded = async () => (await card()).getAttribute('aria-expanded')
	fireEvent.click(await card())
	await go('/companies')
	act(() => router.history.back())
	expect(await isExpanded()).toBe('true')
	await go('/companies')
	await go('/MeetingList')
	expect(await isExpanded()).toBe('false')
})

test('[LIST-17] a card that is expanded near the lower edge is scrolled until it has 260 px below its head', async () => {
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	const head = screen.getByRole('article').firstElementChild
	vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
		return { top: innerHeight - 100, bottom: this === head ? innerHeight - 20 : innerHeight - 10 } as DOMRect
	})
	const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
	vi.useFakeTimers()
	press('Meeting 1')
	await act(() => vi.advanceTimersByTimeAsync(1_000))
	expect(scrolled.mock.calls).toEqual([[expect.objectContaining({ top: 260 - 20 })]])
	vi.restoreAllMocks()
})

test('[JERR-06] the list is fetched again for whoever comes back to it', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	const { go, back } = await show()
	await screen.findByText('Meeting 1')
	await go('/companies')
	server.answers[own] = listOf(() => [mine(2)])
	await back()
	await screen.findByText('Meeting 2')
	expect(screen.queryByText('Meeting 1')).toBeNull()
})

test('[LIST-43] [PAGE-15] without an answer there is an error panel whose retry loads the list', async () => {
	const server = stubServer({ [own]: 'no-answer' })
	await show()
	await screen.findByText('网络连接异常')
	server.answers[own] = listOf(() => [mine(1)])
	press('重试')
	await screen.findByText('Meeting 1')
	expect(screen.queryByText('网络连接异常')).toBeNull()
})

test('[LIST-43] a retry that fails at once is seen, and keeps the panel and the focus', async () => {
	const server = stubServer({ [own]: 'no-answer' })
	await show()
	const retry = await screen.findByRole('button', { name: '重试' })
	vi.useFakeTimers()
	retry.focus()
	press('重试')
	await act(() => vi.advanceTimersByTimeAsync(shownBusyMs - 100))
	expect(server.count(own)).toBe(2)
	expect([retry.isConnected, retry.getAttribute('aria-busy')]).toEqual([true, 'true'])
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect([document.activeElement === retry, retry.getAttribute('aria-busy')]).toEqual([true, null])
})

test('[LIST-43] what was loaded before stays below the panel', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	server.answers[own] = 'no-answer'
	await pressOnce('刷新会议列表')
	await screen.findByText('以下是上次加载的会议。')
	expect(topics()).toEqual(['Meeting 1'])
})

test.each([
	['[LIST-39]', { code: 500 }],
	['[LIST-42]', { status: 503, code: 503 }],
] as const)('%s an answer that is no list says so', async (_, answer) => {
	stubServer({ [own]: answer })
	await show()
	const said = await screen.findAllByText('获取会议列表失败')
	expect(said.some(({ className }) => className.includes('toast'))).toBe(true)
})

test('[LIST-12] an empty day offers to schedule', async () => {
	stubServer({ [own]: listOf(() => []) })
	await show()
	await screen.findByText('今天没有会议')
	expect(screen.getAllByRole('button', { name: /预约会议/ })).toHaveLength(2)
})

test('[LIST-10] [LIST-13] type 5 neither schedules nor is offered to', async () => {
	setPerson(aMember({ userType: 5 }))
	stubServer({ [own]: listOf(() => []) })
	await show()
	await screen.findByText('今天没有会议')
	expect(screen.queryByRole('button', { name: /预约会议/ })).toBeNull()
	expect(screen.queryByText(/约一场/)).toBeNull()
})

test('[LIST-07] a guest is offered to sign in, and nothing is fetched', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer({})
	await show()
	expect((await screen.findByRole('link', { name: '登录' })).getAttribute('href')).toBe('/Login')
	expect(screen.getByRole('link', { name: '加入会议' }).getAttribute('href')).toBe('/joinQuickly')
	expect(server.requests).toEqual([])
})

test('[LIST-07] [LAND-07] on a site without guests nothing promises a meeting without signing in', async () => {
	setPerson({ kind: 'guest' })
	stubServer({})
	useSite.setState({ guestsAllowed: false })
	await show()
	expect(screen.getByText('本站点的会议需要登录后加入。')).toBeTruthy()
	expect(screen.queryByRole('link', { name: '加入会议' })).toBeNull()
	useSite.setState({ guestsAllowed: true })
})

test('[LIST-08] the join tile opens the join screen for a typed id', async () => {
	stubServer({ [own]: listOf(() => []) })
	const { where } = await show()
	press('加入会议')
	await waitFor(() => expect(where()).toBe('/MeetingList/JoinMeeting/unkonw/false'))
})

const manageSite = 'GET /meeting/siteControl/siteManage'
const create = 'POST /meeting/meetings'
const joinCall = 'POST /meeting/joinMeeting'
const settings = {
	...{ duration: 2700, pattern: 1, privacy: 0, live: 0, isIntranet: 0, isOaSite: 1, select_invitees: 1, is_login: 1 },
}
const admitted: StubAnswer = {
	data: {
		rtc_join_url: `/room/${idOf(7)}#ticket=t`,
		meetingTopic: '韩梅的会议',
		parameters: {
			meetingId: idOf(7),
			meetingTopic: '韩梅的会议',
			displayName: '韩梅',
			rtc_join_url: `/room/${idOf(7)}#ticket=t`,
			openAudio: 0,
			openVideo: 0,
			isHost: 1,
		},
	},
}

test('start now is one tap into the room of a meeting of one’s own that begins now', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:20+08:00'))
	const server = stubServer({
		[own]: listOf(() => []),
		[manageSite]: { data: settings },
		[create]: { status: 201, code: 201, data: { meeting_id: idOf(7) } },
		[joinCall]: admitted,
	})
	const { where } = await show()
	const tile = screen.getByRole('button', { name: '立即开会' })
	fireEvent.click(tile)
	fireEvent.click(tile)
	await waitFor(() => expect(where()).toContain(`/room/${idOf(7)}`))
	expect(server.count(create)).toBe(1)
	expect(server.last(create)?.body).toMatchObject({
		meeting_topic: '韩梅的会议',
		start_time: expect.stringMatching(/^2026-11-21 10:00/),
		duration: 2700,
	})
	expect(String(server.last(create)?.body.grantedObject)).toContain('hanmei')
	expect(server.last(joinCall)?.body).toMatchObject({ meetingId: idOf(7) })
	expect([invitationOnArrival.take(idOf(7)), invitationOnArrival.take(idOf(7))]).toEqual([true, false])
})

test('where nothing could be started the list stays and says so; where it could not be joined the meeting is shown', async () => {
	const server = stubServer({ [own]: listOf(() => []), [manageSite]: 'no-answer', [create]: 'no-answer' })
	const { where } = await show()
	press('立即开会')
	await screen.findByText(/发起会议失败/)
	expect(where()).toBe('/MeetingList')
	server.answers[create] = { status: 201, code: 201, data: { meeting_id: idOf(8) } }
	server.answers[joinCall] = { code: 807 }
	// Once its wheel has gone.
	await pressOnce('立即开会')
	await waitFor(() => expect(where()).toBe(`/detail/${idOf(8)}`))
})

test('[JOIN-29] [JOIN-32] joining looks the meeting up and opens its join screen', async () => {
	const theirs = mine(1, { hostId: 'lilei' as never, needsPassword: true })
	const server = stubServer({ [own]: listOf(() => [theirs]), ...detail(theirs) })
	const { where } = await show()
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	await pressOnce('加入会议', within(screen.getByRole('article')) as never)
	await waitFor(() => expect(where()).toBe(`/MeetingList/JoinMeeting/${idOf(1)}/true`))
	expect(server.count(`GET /meeting/meetings/${idOf(1)}`)).toBe(1)
})

test.each([
	['[JOIN-30]', detail(mine(1, { status: meetingStatus.ended })), '会议已结束'],
	['[JOIN-33]', {}, '会议不存在'],
] as const)('%s a meeting that cannot be joined says why, and the list is asked for again', async (_, rest, says) => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]), ...rest })
	await show()
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	await pressOnce('加入会议', within(screen.getByRole('article')) as never)
	await screen.findByText(says)
	await waitFor(() => expect(server.count(own)).toBe(2))
})

async function remove(meeting: Meeting, answers: Record<string, StubAnswer>) {
	const server = stubServer({ [own]: listOf(() => [meeting]), ...answers })
	await show()
	await screen.findByText(meeting.topic)
	press(meeting.topic)
	await pressOnce(/^(删除|结束会议)$/)
	const dialog = await screen.findByRole('alertdialog')
	return { server, dialog: within(dialog) }
}

test('[DEL-01] [DEL-04] a meeting in progress is ended, and the list is fetched again', async () => {
	const close = `GET /meeting/closeMeeting/${idOf(1)}`
	const { server, dialog } = await remove(mine(1, { status: meetingStatus.inProgress }), { [close]: {} })
	expect(dialog.getByText('结束这场会议？')).toBeTruthy()
	press('结束会议', dialog as never)
	await screen.findByText('会议已结束')
	expect(server.requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
	await waitFor(() => expect(server.count(own)).toBe(2))
})

test('[DEL-02] a meeting that is not in progress is deleted', async () => {
	const { server, dialog } = await remove(mine(1), { [`DELETE /meeting/meetings/${idOf(1)}`]: {} })
	press('删除', dialog as never)
	await screen.findByText('会议已删除')
	expect(server.requests.some(({ call }) => call.includes('closeMeeting'))).toBe(false)
})

test('nothing is deleted before it is confirmed', async () => {
	const { server, dialog } = await remove(mine(1), {})
	press('取消', dialog as never)
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect(server.requests.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
})

test('[DEL-05] for a meeting that does not exist any more a message is shown, and a second later the list is fetched again', async () => {
	const { server, dialog } = await remove(mine(1), {})
	vi.useFakeTimers()
	press('删除', dialog as never)
	await act(() => vi.advanceTimersByTimeAsync(900))
	expect(screen.getByText(/删除失败/)).toBeTruthy()
	expect(server.count(own)).toBe(1)
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(server.count(own)).toBe(2)
})

test('[PAGE-11] [PAGE-21] when the second page is empty the list scrolls to its top, 400 ms later', async () => {
	const server = stubServer({ [own]: listOf(() => Array.from({ length: 12 }, (_, n) => mine(n))) })
	await show()
	await screen.findByText('Meeting 9')
	const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
	server.answers[own] = listOf(() => [])
	vi.useFakeTimers()
	press('加载更多')
	await act(() => vi.advanceTimersByTimeAsync(380))
	expect(screen.getByText('没有更多会议了')).toBeTruthy()
	expect(scrolled).not.toHaveBeenCalled()
	await act(() => vi.advanceTimersByTimeAsync(60))
	expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
	scrolled.mockRestore()
})

test('[PAGE-11] who leaves the list before it has scrolled to its top keeps the next screen where it is', async () => {
	const server = stubServer({ [own]: listOf(() => Array.from({ length: 12 }, (_, n) => mine(n))) })
	const { unmount } = await show()
	await screen.findByText('Meeting 9')
	const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
	server.answers[own] = listOf(() => [])
	vi.useFakeTimers()
	press('加载更多')
	await act(() => vi.advanceTimersByTimeAsync(380))
	expect(screen.getByText('没有更多会议了')).toBeTruthy()
	unmount()
	await act(() => vi.advanceTimersByTimeAsync(1_000))
	expect(scrolled).not.toHaveBeenCalled()
	scrolled.mockRestore()
})

test('[PAGE-09] [PAGE-10] an empty page does not count: with new meetings the same page is requested', async () => {
	const meetings = (count: number) => listOf(() => Array.from({ length: count }, (_, n) => mine(n)))
	const server = stubServer({ [own]: meetings(12) })
	await show()
	await screen.findByText('Meeting 9')
	server.answers[own] = meetings(0)
	await pressOnce('加载更多')
	await screen.findByText('没有更多会议了')
	expect(server.last(own)?.query.get('page')).toBe('2')
	server.answers[own] = meetings(14)
	await pressOnce('刷新会议列表')
	await pressOnce('加载更多')
	await screen.findByText('Meeting 13')
	expect(server.last(own)?.query.get('page')).toBe('2')
})

test('[LIST-14] [PAGE-22] below one screen a button scrolls to the top; the position is checked once a second', async () => {
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	cleanup()
	vi.useFakeTimers()
	await show()
	const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
	const position = vi.fn(() => window.innerHeight + 1)
	Object.defineProperty(window, 'scrollY', { get: position, configurable: true })
	fireEvent.scroll(window)
	await act(() => vi.advanceTimersByTimeAsync(900))
	expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(screen.getByRole('button', { name: '回到顶部' })).toBeTruthy()
	position.mockClear()
	for (let n = 0; n < 20; n++) fireEvent.scroll(window)
	await act(() => vi.advanceTimersByTimeAsync(5_000))
	expect(position).toHaveBeenCalledTimes(5)
	vi.useRealTimers()
	await pressOnce('回到顶部')
	expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
	Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
	scrolled.mockRestore()
})

test('a day whose first page is over is scrolled further down, once', async () => {
	const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
	vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
		return (this.textContent?.includes('Meeting 50') ? { top: 5000, bottom: 5100 } : { top: 0, bottom: 100 }) as DOMRect
	})
	const over = Array.from({ length: 12 }, (_, n) =>
		mine(n, { status: meetingStatus.ended, startTime: '2026-11-21 00:00:00' }),
	)
	stubServer({
		[own]: listOf(() => [...over, mine(50, { status: meetingStatus.inProgress, startTime: '2026-11-21 00:00:00' })]),
	})
	const { go, router } = await show()
	await screen.findByText('Meeting 50')
	await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1))
	expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 5000 - (window.innerHeight - 100) / 2 }))
	await pressOnce('刷新会议列表')
	await waitFor(() => expect(topics()).toHaveLength(10))
	expect(scrolled).toHaveBeenCalledTimes(1)

	// Going back to it leaves it as it was; opened anew, it shows the current time again.
	await go('/companies')
	act(() => router.history.back())
	await screen.findByText('Meeting 1')
	await act(() => new Promise(resolve => requestAnimationFrame(resolve)))
	expect(scrolled).toHaveBeenCalledTimes(1)
	await go('/companies')
	await go('/MeetingList')
	await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2))
	vi.restoreAllMocks()
})

// Which company

const harbour = { companyId: 'c2' as never, name: 'Harbour Labs', userType: 0 }
const remember = 'POST /corp/rememberLastCorp'
const companyButton = () => screen.queryByRole('button', { name: /切换企业/ })

const personalCompany = { companyId: 'p' as never, name: 'x', type: personalEdition }

test('[LIST-04] the company is a button from the second one on; the personal edition is not counted', async () => {
	stubServer({ [own]: listOf(() => []) })
	for (const others of [[], [personalCompany]]) {
		setPerson(aMember({ others }))
		await show()
		expect(screen.getByText('Parley Demo')).toBeTruthy()
		expect(companyButton()).toBeNull()
		cleanup()
	}
	setPerson(aMember({ others: [harbour] }))
	await show()
	expect(companyButton()?.textContent).toContain('Parley Demo')
})

test('[CORP-01] [CORP-02] [CORP-08] choosing another company stores it, and the list is fetched for it', async () => {
	localStorage.setItem('corpId', 'c1')
	setPerson(aMember({ others: [harbour] }))
	const server = stubServer({ [own]: listOf(() => [mine(1)]), [remember]: {} })
	await show()
	await screen.findByText('Meeting 1')
	expect(server.last(own)?.headers.corpId).toBe('c1')
	fireEvent.click(companyButton() as HTMLElement)
	const sheet = within(await screen.findByRole('dialog', { name: '切换企业' }))
	expect(sheet.getByRole('button', { name: 'Parley Demo' }).getAttribute('aria-current')).toBe('true')
	const other = sheet.getByRole('button', { name: 'Harbour Labs' })
	fireEvent.click(other)
	fireEvent.click(other)
	await waitFor(() => expect(server.last(own)?.headers.corpId).toBe('c2'))
	expect(server.count(remember)).toBe(1)
	expect(companyButton()?.textContent).toContain('Harbour Labs')
	const order = server.requests.map(({ call }) => call)
	expect(order.lastIndexOf(own)).toBeGreaterThan(order.indexOf(remember))
})

test('[CORP-02] where the company cannot be changed a message is shown, and everything stays', async () => {
	localStorage.setItem('corpId', 'c1')
	setPerson(aMember({ others: [harbour] }))
	const server = stubServer({ [own]: listOf(() => [mine(1)]), [remember]: 'no-answer' })
	await show()
	await screen.findByText('Meeting 1')
	fireEvent.click(companyButton() as HTMLElement)
	fireEvent.click(await screen.findByRole('button', { name: 'Harbour Labs' }))
	await screen.findByText(/切换失败/)
	expect(localStorage.getItem('corpId')).toBe('c1')
	expect(server.count(own)).toBe(1)
})

test('[CORP-01] beside two companies the personal edition can be chosen, unless nobody can register on the site', async () => {
	setPerson(aMember({ others: [harbour, personalCompany] }))
	stubServer({ [own]: listOf(() => []) })
	await show()
	fireEvent.click(companyButton() as HTMLElement)
	expect(await screen.findByRole('button', { name: '个人版' })).toBeTruthy()
	cleanup()
	setSite({ type: 1 })
	await show()
	fireEvent.click(companyButton() as HTMLElement)
	expect(await screen.findByRole('button', { name: 'Harbour Labs' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: '个人版' })).toBeNull()
})

// Invitations of companies

const pending = 'GET /corp/getAllUnTreatedInvitation'
const treat = 'POST /corp/treatInvitation'
const me = 'GET /auth/me'
const invites = (...names: string[]): StubAnswer => ({
	data: names.map((corpName, n) => ({ siteId: `i${n}`, corpName })),
})
/** The browser is idle at once. */
const quietly = () => {
	vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act))
	vi.stubGlobal('cancelIdleCallback', clearTimeout)
	return show()
}
const asked = (name: string) => screen.findByRole('dialog', { name: `${name} 邀请您加入` })

test('[CORP-03] [OP-105] they are fetched once, after the list, and answered one after another', async () => {
	const server = stubServer({
		[own]: listOf(() => [mine(1)]),
		[pending]: invites('One', 'Two'),
		[treat]: { data: { corpId: 'c1' } },
	})
	await quietly()
	await screen.findByText('Meeting 1')
	expect(server.requests[0]?.call).toBe(own)
	const first = await asked('One')
	expect(screen.queryByRole('dialog', { name: /Two/ })).toBeNull()
	press('拒绝', within(first) as never)
	press('拒绝', within(await asked('Two')) as never)
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(server.requests.filter(({ call }) => call === treat).map(({ body }) => [body.siteId, body.action])).toEqual([
		['i0', 2],
		['i1', 2],
	])
	expect(server.count(pending)).toBe(1)
})

test('[CORP-04] a person who accepts is a member there, and works in that company', async () => {
	localStorage.setItem('corpId', 'c1')
	localStorage.setItem('accessToken', 'tok')
	const invited = aCompany({ companyId: 'i0' as never, name: 'One' })
	const { user } = aMember()
	const now = User.encode({ ...user, companies: [...user.companies, invited] })
	const server = stubServer({
		[own]: listOf(() => [mine(1)]),
		[pending]: invites('One'),
		[treat]: { data: { corpId: 'i0' } },
		[me]: { data: now },
		[remember]: {},
	})
	await quietly()
	press('接受', within(await asked('One')) as never)
	await waitFor(() => expect(server.last(own)?.headers.corpId).toBe('i0'))
	expect(server.last(treat)?.body).toMatchObject({ action: 1, siteId: 'i0' })
	expect(server.last(remember)?.body).toMatchObject({ corpId: 'i0' })
	expect(JSON.parse(localStorage.getItem('corp') ?? '')).toEqual(Membership.encode(invited))
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('[CORP-05] a person who declines stays in their company', async () => {
	localStorage.setItem('corpId', 'c1')
	const server = stubServer({
		[own]: listOf(() => [mine(1)]),
		[pending]: invites('One'),
		[treat]: { data: { corpId: 'c1' } },
	})
	await quietly()
	press('拒绝', within(await asked('One')) as never)
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(localStorage.getItem('corpId')).toBe('c1')
	expect([server.count(own), server.count(remember)]).toEqual([1, 0])
})

test('an answer that could not be sent can be given again; a dialog closed without one is shown the next time', async () => {
	const server = stubServer({ [own]: listOf(() => []), [pending]: invites('One'), [treat]: 'no-answer' })
	await quietly()
	const dialog = await asked('One')
	press('接受', within(dialog) as never)
	await screen.findByText(/答复未提交/)
	expect(await asked('One')).toBeTruthy()
	fireEvent.keyDown(dialog, { key: 'Escape' })
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(server.count(treat)).toBe(1)
	cleanup()
	await quietly()
	await asked('One')
	expect(server.count(pending)).toBe(2)
})

// Header and tiles

test('[LIST-05] the personal icon opens the personal centre', async () => {
	stubServer({ [own]: listOf(() => []) })
	await show()
	expect(screen.getByRole('link', { name: '我：韩梅' }).getAttribute('href')).toBe('/MeetingList/Personal')
})

test.each([0, 1, 5, 6, 7])('[LIST-06] [LIST-09] [LIST-10] [LIST-11] what type %i is offered', async userType => {
	setPerson(aMember({ userType }))
	stubServer({ [own]: listOf(() => [mine(1)]) })
	const offered = () => ({
		scan: screen.queryByRole('button', { name: '扫一扫' }) !== null,
		scanTile: screen.queryByRole('button', { name: /扫码入会/ }) !== null,
		schedule: screen.queryByRole('button', { name: /预约会议/ }) !== null,
		all: screen.queryByRole('button', { name: /所有会议/ }) !== null,
	})
	const isScanner = userType === 5
	const expected = { scan: !isScanner, scanTile: isScanner, schedule: !isScanner }
	await show()
	expect(offered()).toEqual({ ...expected, all: false })
	act(() => useSite.setState({ copyright: { guestJoin: true, publicMeetings: true, neutral: false, telephone: '' } }))
	expect(offered()).toEqual({ ...expected, all: [0, 6, 7].includes(userType) })
})

test('[LIST-09] the tile opens all meetings', async () => {
	setPerson(aMember({ userType: 6 }))
	useSite.setState({ copyright: { guestJoin: true, publicMeetings: true, neutral: false, telephone: '' } })
	stubServer({ [own]: listOf(() => []) })
	const { where } = await show()
	press(/所有会议/)
	await waitFor(() => expect(where()).toBe('/allMeetings'))
})

test('[LIST-06] [LIST-11] in the app the shell scans, and the link is followed', async () => {
	const { bridge, calls } = aShell({ scan: () => ({ content: `https://x/?meetingId=${idOf(1)}`, publicScan: '1' }) })
	stubServer({ [own]: listOf(() => []), 'POST /auth/refresh': { data: { access_token: 't' } }, ...detail(mine(1)) })
	const { where } = await show(bridge)
	press('扫一扫')
	await waitFor(() => expect(where()).toContain(`/Login/ScanJoin/${idOf(1)}`))
	expect(calls).toContainEqual(['scan', 'publicScan'])
})

test('a code of something else is reported as unknown', async () => {
	const { bridge } = aShell({ scan: () => ({ content: 'https://example.org/menu' }) })
	stubServer({ [own]: listOf(() => []) })
	const { where } = await show(bridge)
	press('扫一扫')
	await screen.findByText(/二维码/)
	expect(where()).toBe('/MeetingList')
})

test('[BRG-12] two taps scan once, and an answer that comes after the screen was left leads nowhere', async () => {
	let answer = (_: unknown) => {}
	const { bridge, calls } = aShell({ scan: () => new Promise(resolve => (answer = resolve)) })
	const server = stubServer({ [own]: listOf(() => []), ...detail(mine(1)) })
	const { where, go } = await show(bridge)
	press('扫一扫')
	press('扫一扫')
	expect(calls.filter(([name]) => name === 'scan')).toHaveLength(1)
	await go('/MeetingList/CreateMeeting')
	await act(async () => answer({ content: `https://x/?meetingId=${idOf(1)}`, publicScan: '1' }))
	expect(where()).toBe('/MeetingList/CreateMeeting')
	expect(server.requests.map(({ call }) => call)).not.toContain(`GET /meeting/meetings/${idOf(1)}`)
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[BRG-12] an answer of the shell that cannot be read is said, a cancelled scan is not', async () => {
	const shell = aShell({ scan: () => ({ content: '', publicScan: '' }) })
	stubServer({ [own]: listOf(() => []) })
	await show(shell.bridge)
	press('扫一扫')
	await waitFor(() => expect(shell.calls.some(([name]) => name === 'scan')).toBe(true))
	expect(screen.queryByText('扫码失败，请重试')).toBeNull()
	cleanup()
	const { bridge } = aShell()
	await show({ ...bridge, call: (async () => ({ ok: false, failure: 'malformed' })) as never })
	press('扫一扫')
	await screen.findByText('扫码失败，请重试')
})

test('[BRG-12] after a cancelled scan one can scan again', async () => {
	const { bridge, calls } = aShell({ scan: () => ({ content: '', publicScan: '' }) })
	stubServer({ [own]: listOf(() => []) })
	await show(bridge)
	const scans = () => calls.filter(([name]) => name === 'scan').length
	press('扫一扫')
	await waitFor(() => expect(scans()).toBe(1))
	await act(async () => {})
	press('扫一扫')
	await waitFor(() => expect(scans()).toBe(2))
})

// The day and the search

const chooseTomorrow = async () => {
	press(/选择日期/)
	const [, , days] = await screen.findAllByRole('spinbutton')
	fireEvent.keyDown(days as HTMLElement, { key: 'ArrowDown' })
	press('查看这一天')
}

test('[PAGE-01] [PAGE-02] another day is chosen with three wheels and fetched; one tap shows today again', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	expect(server.last(own)?.query.has('t')).toBe(false)
	press(/选择日期/)
	expect((await screen.findAllByRole('spinbutton')).map(wheel => wheel.getAttribute('aria-label'))).toEqual([
		'年',
		'月',
		'日',
	])
	fireEvent.keyDown(screen.getAllByRole('spinbutton')[2] as HTMLElement, { key: 'ArrowDown' })
	press('查看这一天')
	await waitFor(() => expect(server.last(own)?.query.get('t')).toBe('2026-11-22'))
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('11月22日 周日 · 明天')
	press('回到今天')
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('11月21日')
	expect(screen.queryByRole('button', { name: '回到今天' })).toBeNull()
	expect(topics()).toEqual(['Meeting 1'])
})

test('[PAGE-01] [PAGE-19] a day of the list can be typed, and is chosen in a calendar on a wide screen', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	setScreenSize('laptop')
	onTestFinished(() => setScreenSize('phone'))
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	press(/选择日期/)
	fireEvent.click(await screen.findByRole('button', { name: /11月19日/ }))
	press('查看这一天')
	await waitFor(() => expect(server.last(own)?.query.get('t')).toBe('2026-11-19'))
	press(/选择日期/)
	const day = await screen.findByRole('textbox', { name: '日期' })
	fireEvent.change(day, { target: { value: '2015-12-31' } })
	press('查看这一天')
	expect(screen.getByText('请输入 2016-01-01 至 2156-12-31 之间的日期')).toBeTruthy()
	fireEvent.change(day, { target: { value: '2156-12-31' } })
	fireEvent.keyDown(day, { key: 'Enter' })
	await waitFor(() => expect(server.last(own)?.query.get('t')).toBe('2156-12-31'))
})

test('[PAGE-13] another day without meetings is shown as empty', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	stubServer({ [own]: listOf(() => []) })
	await show()
	await screen.findByText('今天没有会议')
	await chooseTomorrow()
	await screen.findByText('这一天没有会议')
})

const box = () => screen.findByRole('searchbox')
async function search(words: string) {
	const input = await box()
	fireEvent.focus(input)
	fireEvent.change(input, { target: { value: words } })
	fireEvent.submit(input)
}

test('[PAGE-03] [PAGE-06] keywords are sent trimmed; the cancel icon shows the whole day again', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await search('  road map  ')
	await waitFor(() => expect(server.last(own)?.query.get('keywords')).toBe('road map'))
	expect((await box()).getAttribute('value') ?? ((await box()) as HTMLInputElement).value).toBe('road map')
	press('清空搜索')
	await waitFor(() => expect(server.last(own)?.query.has('keywords')).toBe(false))
})

test('[PAGE-05] emoji and unusual characters are removed while typing, but not during composition', async () => {
	stubServer({ [own]: listOf(() => []) })
	await show()
	const input = (await box()) as HTMLInputElement
	fireEvent.change(input, { target: { value: 'a😀\u200bb' } })
	expect(input.value).toBe('ab')
	fireEvent.compositionStart(input)
	fireEvent.input(input, { target: { value: 'ab😀' }, isComposing: true })
	expect(input.value).toBe('ab😀')
	fireEvent.compositionEnd(input)
	expect(input.value).toBe('ab')
})

test('[PAGE-04] the list is dimmed while the box has the focus', async () => {
	stubServer({ [own]: listOf(() => []) })
	await show()
	const input = await box()
	expect(screen.queryByTestId('backdrop')).toBeNull()
	fireEvent.focus(input)
	expect(screen.getByTestId('backdrop')).toBeTruthy()
	// Elements above the backdrop dim by this attribute.
	const dimming = () => document.querySelector('[data-dims]')
	expect(dimming()).toBeTruthy()
	fireEvent.change(input, { target: { value: 'r' } })
	expect([screen.queryByTestId('backdrop'), dimming()]).toEqual([null, null])
	fireEvent.change(input, { target: { value: '' } })
	fireEvent.click(screen.getByTestId('backdrop'))
	expect(screen.queryByTestId('backdrop')).toBeNull()
	fireEvent.focus(input)
	fireEvent.keyDown(input, { key: 'Escape' })
	expect(screen.queryByTestId('backdrop')).toBeNull()
})

test('[STORE-05] the last five searches are offered again, newest first, until they are cleared', async () => {
	const server = stubServer({ [own]: listOf(() => []) })
	await show()
	for (const words of ['a', 'b', 'c', 'd', 'e', 'f']) await search(words)
	const input = await box()
	fireEvent.focus(input)
	const past = () => screen.queryAllByRole('button', { name: /^[a-f]$/ }).map(({ textContent }) => textContent)
	expect(past()).toEqual(['f', 'e', 'd', 'c', 'b'])
	press('c')
	await waitFor(() => expect(server.last(own)?.query.get('keywords')).toBe('c'))
	fireEvent.focus(input)
	press('清空')
	expect(past()).toEqual([])
})

test('[PAGE-14] a search without results shows the keywords, and offers the whole day', async () => {
	stubServer({
		[own]: ({ query }: StubRequest) => listOf(() => (query.has('keywords') ? [] : [mine(1)]))({ query } as StubRequest),
	})
	await show()
	await search('xyz')
	await screen.findByText('没有找到“xyz”')
	press('显示当天会议')
	await screen.findByText('Meeting 1')
	expect(((await box()) as HTMLInputElement).value).toBe('')
})

test('[PAGE-03] a search that is cancelled leaves the day where it was, and the focus on the search', async () => {
	stubServer({
		[own]: ({ query }: StubRequest) =>
			listOf(() => (query.has('keywords') ? [mine(1)] : [mine(2)]))({ query } as StubRequest),
	})
	const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
	await show()
	await screen.findByText('Meeting 2')
	vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640)
	const input = (await box()) as HTMLInputElement
	act(() => input.focus())
	fireEvent.change(input, { target: { value: 'road' } })
	await screen.findByText('Meeting 1')
	expect(scrolled).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
	// Another search begins at its top, too, and changes nothing about the day.
	vi.spyOn(window, 'scrollY', 'get').mockReturnValue(90)
	await search('map')
	act(() => input.focus())
	scrolled.mockClear()
	press('取消')
	await screen.findByText('Meeting 2')
	expect(scrolled.mock.calls).toEqual([[{ top: 640, behavior: 'instant' }]])
	expect(document.activeElement).toBe(screen.getByRole('group', { name: '搜索主题或会议号' }))
	expect([screen.queryByRole('button', { name: '取消' }), screen.queryByTestId('backdrop')]).toEqual([null, null])
	vi.restoreAllMocks()
})

test('[PAGE-14] the button of a search without results that shows the day again leaves the focus on the search', async () => {
	stubServer({
		[own]: ({ query }: StubRequest) => listOf(() => (query.has('keywords') ? [] : [mine(1)]))({ query } as StubRequest),
	})
	await show()
	await search('xyz')
	const everything = await screen.findByRole('button', { name: '显示当天会议' })
	act(() => everything.focus())
	fireEvent.click(everything)
	await screen.findByText('Meeting 1')
	expect(document.activeElement).toBe(screen.getByRole('group', { name: '搜索主题或会议号' }))
})

test('[PAGE-16] all days are searched while one types, after a pause, and the older search is cancelled', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	const found = [mine(1, { startTime: '2026-11-22 10:00:00' }), mine(2, { startTime: '2026-11-25 10:00:00' })]
	const server = stubServer({
		[own]: ({ query }: StubRequest) =>
			listOf(() => (query.has('keywords') ? found : [mine(9)]))({ query } as StubRequest),
	})
	await show()
	await screen.findByText('Meeting 9')
	const input = await box()
	fireEvent.focus(input)
	for (const value of ['r', 'ro', 'roa']) fireEvent.change(input, { target: { value } })
	expect(screen.queryByTestId('backdrop')).toBeNull()
	await screen.findByText('Meeting 2')
	const asked = server.requests.filter(({ query }) => query.has('keywords'))
	expect(asked.map(({ query }) => [query.get('keywords'), query.get('t')])).toEqual([['roa', null]])
	expect(screen.getByText('明天 · 11月22日 周日')).toBeTruthy()
	expect(screen.getByText('11月25日 周三')).toBeTruthy()
	expect((input as HTMLInputElement).value).toBe('roa')
	fireEvent.change(input, { target: { value: '' } })
	await screen.findByText('Meeting 9')
	expect(screen.queryByText('11月25日 周三')).toBeNull()
})

test('[PAGE-16] the answer to an older search is ignored', async () => {
	let late: () => void = () => {}
	const slow = new Promise<void>(resolve => (late = resolve))
	const answer = async ({ query }: StubRequest): Promise<StubAnswer> => {
		const words = query.get('keywords')
		if (words === 'old') await slow
		return listOf(() => [mine(words === 'old' ? 1 : 2)])({ query } as StubRequest)
	}
	stubServer({ [own]: answer })
	await show()
	await search('old')
	await search('new')
	await screen.findByText('Meeting 2')
	await act(async () => late())
	expect(topics()).toEqual(['Meeting 2'])
})

test('the day and the search are kept while a meeting is viewed', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	const { go } = await show()
	await screen.findByText('Meeting 1')
	await chooseTomorrow()
	await search('road')
	await waitFor(() => expect(server.last(own)?.query.get('keywords')).toBe('road'))
	await go('/publicMeeting')
	await go('/MeetingList')
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('11月22日')
	expect(((await box()) as HTMLInputElement).value).toBe('road')
})

// Actions of a card

test('[LIST-02] [LIST-31] [ROUTE-39] [EDIT-14] edit opens the edit screen with the fields of the meeting, without its passwords', async () => {
	stubServer({ [own]: listOf(() => [mine(1, { password: '246810', hostPassword: 'abcde-23456' })]) })
	const { where } = await show()
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	await pressOnce('编辑')
	await waitFor(() => expect(where()).toContain('/MeetingList/EditMeeting?'))
	const query = new URL(where(), 'http://x').searchParams
	expect(query.get('meeting_id')).toBe(idOf(1))
	expect(query.get('meeting_topic')).toBe('Meeting 1')
	expect(where()).not.toMatch(/246810|abcde|pwd/)
})

test('[LIST-02] [SHARE-01] [SHARE-04] share passes the meeting to the shell, once', async () => {
	let finish = () => {}
	const { bridge, calls } = aShell({ shareMeetingInfo: () => new Promise<void>(resolve => (finish = resolve)) })
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show(bridge)
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	const share = await screen.findByRole('button', { name: '分享' })
	fireEvent.click(share)
	fireEvent.click(share)
	await waitFor(() => expect(calls).toHaveLength(1))
	expect(calls[0]).toEqual([
		'shareMeetingInfo',
		expect.objectContaining({ meetingId: idOf(1), meetingTopic: 'Meeting 1' }),
	])
	await act(async () => finish())
	expect(calls).toHaveLength(1)
})

test('[LIST-40] 401 leads to the index, and where the token had just been refreshed to the sign-in with a sentence', async () => {
	const toastsBefore = new Set(toast.current().map(({ id }) => id))
	const before = { ...apiReactions }
	setPerson(aMember())
	localStorage.setItem('accessToken', 'old')
	stubServer({ [own]: { status: 401, code: 401 }, 'POST /auth/refresh': { data: { access_token: 'fresh' } } })
	const { router, where, visit } = await renderScreen('/MeetingList', MeetingList, '/complaints')
	connectApiReactions(router)
	await visit('/MeetingList')
	await waitFor(() => expect(where()).toBe('/'))
	await refreshSession()
	await visit('/MeetingList')
	await waitFor(() => expect(where()).toBe('/Login'))
	expect(router.state.location.state.isSessionRefused).toBe(true)
	// The list that is left says nothing of its own.
	expect(toast.current().filter(({ id }) => !toastsBefore.has(id))).toEqual([])
	Object.assign(apiReactions, before)
})

test('[LIST-41] 419 loads the page again', async () => {
	sessionStorage.clear()
	const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => {})
	stubServer({ [own]: { status: 419, code: 419 } })
	await show()
	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	reload.mockRestore()
})

test('[LIST-35] a reader in another zone sees the zone of the list, and of each meeting when it is there', async () => {
	vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00+08:00'), toFake: ['Date'] })
	setReaderZone('America/Los_Angeles')
	stubServer({
		[own]: listOf(() => [
			mine(1),
			mine(2, { isRecurring: true, repeatType: 1 }),
			mine(3, { isRecurring: true, repeatType: 0 }),
			mine(4, { startTime: '2026-11-22 10:00:00' }),
			mine(5, { startTime: '2026-11-21 22:00:00' }),
		]),
	})
	await show()
	await screen.findByText('Meeting 1')
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('UTC+8')
	const [oneOff, daily, noFixedTime, tomorrow, sameDate] = screen.getAllByRole('article').map(card => card.textContent)
	expect(oneOff).toContain('UTC+8，您当地时间 今天 18:00–19:30')
	expect(daily).toContain('UTC+8，您当地时间 前一天 18:00–19:30')
	expect(noFixedTime).not.toContain('UTC')
	expect(tomorrow).toContain('UTC+8，您当地时间 明天 18:00–19:30')
	// Today there: the date here is the same, and tomorrow.
	expect(sameDate).toContain('UTC+8，您当地时间 明天 06:00–07:30')
})

test('[LIST-35] a reader whose clock shows the same is told of no zone, whatever its name is', async () => {
	setReaderZone('Asia/Singapore')
	stubServer({ [own]: listOf(() => [mine(1)]) })
	const { container } = await show()
	await screen.findByText('Meeting 1')
	expect(container.textContent).not.toContain('UTC')
})
