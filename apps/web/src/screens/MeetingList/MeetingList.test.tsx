import { Meeting } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, become } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type Answer, type Asked, stubServer } from '../../testing/stubServer.ts'
import { MeetingList } from './MeetingList.tsx'

const own = 'GET /meeting/users/meetings'
const idOf = (n: number) => String(100_000_000 + n)

const mine = (n: number, fields: Partial<Meeting> = {}) =>
	aMeeting({ meetingId: idOf(n) as never, topic: `Meeting ${n}`, hostId: 'hanmei' as never, ...fields })

/** A list of the day, ten to a page. */
const listOf =
	(meetings: () => Meeting[]) =>
	({ query }: Asked): Answer => {
		const page = Number(query.get('page'))
		const size = Number(query.get('pageSize'))
		const all = meetings().map(meeting => Meeting.write(meeting))
		const data = all.slice((page - 1) * size, page * size)
		const has_more = all.length > page * size ? 1 : 0
		return {
			data: { server_time: '2026-11-21 09:00:00', meetings: { data, current_page: page, per_page: size, has_more } },
		}
	}

const detail = (meeting: Meeting) => ({
	[`GET /meeting/meetings/${meeting.meetingId}`]: { data: { meeting: Meeting.write(meeting) } },
})

const show = () => renderScreen('/MeetingList', MeetingList, '/MeetingList')
const press = (name: string | RegExp, within_ = screen) => fireEvent.click(within_.getByRole('button', { name }))
const topics = () => screen.queryAllByRole('article').map(card => within(card).getByRole('heading').textContent)

beforeEach(() => become(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[PAGE-12] [PAGE-17] on entry the first ten are asked for', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	expect(Object.fromEntries(server.last(own)?.query ?? [])).toMatchObject({ page: '1', pageSize: '10', type: '1' })
})

test('[LIST-03] the header names the company and the day of the server', async () => {
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	expect(screen.getByText('Parley Demo')).toBeTruthy()
	expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('11月21日')
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

test('[PAGE-07] a refresh asks for the first page alone and replaces the list', async () => {
	let meetings = Array.from({ length: 12 }, (_, n) => mine(n))
	const server = stubServer({ [own]: listOf(() => meetings) })
	await show()
	await screen.findByText('Meeting 9')
	press('加载更多')
	await screen.findByText('Meeting 11')
	meetings = Array.from({ length: 12 }, (_, n) => mine(50 + n))
	const before = server.count(own)
	press('刷新会议列表')
	await screen.findByText('Meeting 50')
	expect(topics()).toEqual(meetings.slice(0, 10).map(({ topic }) => topic))
	expect(server.asked.slice(before).map(({ query }) => query.get('page'))).toEqual(['1'])
})

test('[LIST-16] one card is open at a time', async () => {
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

test('[LIST-43] [PAGE-15] without an answer there is a panel whose retry loads the list', async () => {
	const server = stubServer({ [own]: 'no-answer' })
	await show()
	await screen.findByText('网络连接异常')
	server.answers[own] = listOf(() => [mine(1)])
	press('重试')
	await screen.findByText('Meeting 1')
	expect(screen.queryByText('网络连接异常')).toBeNull()
})

test('[LIST-43] what was loaded before stays below the panel', async () => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	server.answers[own] = 'no-answer'
	press('刷新会议列表')
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

test('[LIST-10] [LIST-13] type 5 neither schedules nor is told to', async () => {
	become(aMember({ userType: 5 }))
	stubServer({ [own]: listOf(() => []) })
	await show()
	await screen.findByText('今天没有会议')
	expect(screen.queryByRole('button', { name: /预约会议/ })).toBeNull()
	expect(screen.queryByText(/约一场/)).toBeNull()
})

test('[LIST-07] a guest is offered to log in, and nothing is asked of the server', async () => {
	become({ at: 'guest' })
	const server = stubServer({})
	await show()
	expect((await screen.findByRole('link', { name: '登录' })).getAttribute('href')).toBe('/Login')
	expect(server.asked).toEqual([])
})

test('[LIST-08] the join tile opens the join screen for a typed id', async () => {
	stubServer({ [own]: listOf(() => []) })
	const { where } = await show()
	press(/输入会议号/)
	await waitFor(() => expect(where()).toBe('/MeetingList/JoinMeeting/unkonw/false'))
})

test('[JOIN-29] [JOIN-32] joining looks at the meeting and opens its join screen', async () => {
	const theirs = mine(1, { hostId: 'lilei' as never, needsPassword: true })
	const server = stubServer({ [own]: listOf(() => [theirs]), ...detail(theirs) })
	const { where } = await show()
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	press('加入会议', within(screen.getByRole('article')) as never)
	await waitFor(() => expect(where()).toBe(`/MeetingList/JoinMeeting/${idOf(1)}/true`))
	expect(server.count(`GET /meeting/meetings/${idOf(1)}`)).toBe(1)
})

test.each([
	['[JOIN-30]', detail(mine(1, { status: 9 })), '会议已结束'],
	['[JOIN-33]', {}, '会议不存在'],
] as const)('%s a meeting that cannot be joined says why, and the list is asked for again', async (_, rest, says) => {
	const server = stubServer({ [own]: listOf(() => [mine(1)]), ...rest })
	await show()
	await screen.findByText('Meeting 1')
	press('Meeting 1')
	press('加入会议', within(screen.getByRole('article')) as never)
	await screen.findByText(says)
	await waitFor(() => expect(server.count(own)).toBe(2))
})

async function remove(meeting: Meeting, answers: Record<string, Answer>) {
	const server = stubServer({ [own]: listOf(() => [meeting]), ...answers })
	await show()
	await screen.findByText(meeting.topic)
	press(meeting.topic)
	press(/^(删除|结束会议)$/)
	const dialog = await screen.findByRole('alertdialog')
	return { server, dialog: within(dialog) }
}

test('[DEL-01] [DEL-04] a meeting in progress is ended, and the list is asked for again', async () => {
	const close = `GET /meeting/closeMeeting/${idOf(1)}`
	const { server, dialog } = await remove(mine(1, { status: 2 }), { [close]: {} })
	expect(dialog.getByText('结束这场会议？')).toBeTruthy()
	press('结束会议', dialog as never)
	await screen.findByText('会议已结束')
	expect(server.asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
	await waitFor(() => expect(server.count(own)).toBe(2))
})

test('[DEL-02] a meeting that is not in progress is deleted', async () => {
	const { server, dialog } = await remove(mine(1), { [`DELETE /meeting/meetings/${idOf(1)}`]: {} })
	press('删除', dialog as never)
	await screen.findByText('会议已删除')
	expect(server.asked.some(({ call }) => call.includes('closeMeeting'))).toBe(false)
})

test('nothing is deleted before it is confirmed', async () => {
	const { server, dialog } = await remove(mine(1), {})
	press('取消', dialog as never)
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect(server.asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
})

test('[DEL-05] a meeting that is gone says so, and a second later the list is asked for again', async () => {
	const { server, dialog } = await remove(mine(1), {})
	vi.useFakeTimers()
	press('删除', dialog as never)
	await act(() => vi.advanceTimersByTimeAsync(900))
	expect(screen.getByText(/删除失败/)).toBeTruthy()
	expect(server.count(own)).toBe(1)
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(server.count(own)).toBe(2)
})

test('[PAGE-11] [PAGE-21] when the second page comes empty the list goes to its top, 400 ms later', async () => {
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

test('[LIST-14] [PAGE-22] beyond one screen a button leads to the top; it is looked at once a second', async () => {
	stubServer({ [own]: listOf(() => [mine(1)]) })
	await show()
	await screen.findByText('Meeting 1')
	cleanup()
	vi.useFakeTimers()
	await show()
	const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
	Object.defineProperty(window, 'scrollY', { value: window.innerHeight + 1, configurable: true })
	await act(() => vi.advanceTimersByTimeAsync(900))
	expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
	await act(() => vi.advanceTimersByTimeAsync(200))
	press('回到顶部')
	expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
	Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
	scrolled.mockRestore()
})

test('a day whose first page is over opens further down, once', async () => {
	const brought = vi.fn()
	vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top: 5000 } as DOMRect)
	HTMLElement.prototype.scrollIntoView = brought
	const over = Array.from({ length: 12 }, (_, n) => mine(n, { status: 9, startTime: '2026-11-21 00:00:00' }))
	stubServer({ [own]: listOf(() => [...over, mine(50, { status: 2, startTime: '2026-11-21 00:00:00' })]) })
	await show()
	await screen.findByText('Meeting 50')
	await waitFor(() => expect(brought).toHaveBeenCalledTimes(1))
	expect((brought.mock.contexts[0] as HTMLElement).textContent).toContain('Meeting 50')
	press('刷新会议列表')
	await waitFor(() => expect(topics()).toHaveLength(10))
	expect(brought).toHaveBeenCalledTimes(1)
	vi.restoreAllMocks()
})
