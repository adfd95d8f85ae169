import { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aMeeting, aPage } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, type StubRequest, stubServer } from '../../testing/stubServer.ts'
import { PublicMeeting } from './PublicMeeting.screen.tsx'

const list = 'GET /meeting/list'
const id = '842391556'
const other = '100000001'
const page = (meetings: Meeting[], more = {}): StubAnswer => ({
	data: calls.all.output.encode(aPage(meetings, more)),
})
const detail = (fields: Partial<Meeting> = {}): Record<string, StubAnswer> => ({
	[`GET /meeting/meetings/${id}`]: { data: { meeting: Meeting.encode(aMeeting(fields)) } },
})
const show = () => renderScreen('/publicMeeting', PublicMeeting, '/publicMeeting')
const join = async () => fireEvent.click(await screen.findByRole('button', { name: '加入' }))

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	useSite.setState({ guestsAllowed: true, copyright: undefined, clockOffsetMs: 0 })
	vi.setSystemTime(new Date('2026-11-21T09:00:00+08:00'))
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[ROUTE-23] [LIST-45] [OP-144] the public meetings of the day, and all a card offers is joining', async () => {
	const server = stubServer({
		[list]: page([aMeeting(), aMeeting({ meetingId: other as never, status: meetingStatus.ended, topic: 'Over' })]),
	})
	await show()
	const cards = await screen.findAllByRole('article')
	const names = cards.map(card =>
		within(card)
			.queryAllByRole('button')
			.map(button => button.textContent),
	)
	expect(names).toEqual([['加入'], []])
	expect(cards[0]?.textContent).toContain('今天 10:00–11:30')
	expect(server.last(list)?.query.get('type')).toBe('1')
})

test('[LIST-45] the list is fetched without the session, so that an administrator sees the public one too', async () => {
	localStorage.setItem('corpId', 'c1')
	localStorage.setItem('accessToken', 'tok')
	setPerson(aMember({ userType: 0 }))
	const server = stubServer({ [list]: page([aMeeting()]) })
	await show()
	await screen.findByRole('article')
	const { headers, query } = server.last(list) ?? {}
	expect(query?.has('unauth')).toBe(true)
	expect([headers?.corpId, headers?.authorization]).toEqual([undefined, undefined])
})

test('what is over comes after what can be joined', async () => {
	stubServer({
		[list]: page([
			aMeeting({ status: meetingStatus.ended, topic: 'Over' }),
			aMeeting({ meetingId: other as never, topic: 'Next' }),
		]),
	})
	await show()
	const topics = (await screen.findAllByRole('article')).map(card => within(card).getByRole('heading').textContent)
	expect(topics).toEqual(['Next', 'Over'])
})

test('a card says what the list of members says: for how long a meeting has been on, and that nobody has come', async () => {
	stubServer({
		[list]: page([
			aMeeting({ status: meetingStatus.inProgress, startTime: '2026-11-21 08:48:00' }),
			aMeeting({ meetingId: other as never, status: meetingStatus.notStarted, startTime: '2026-11-21 08:50:00' }),
		]),
	})
	await show()
	const cards = await screen.findAllByRole('article')
	expect(cards[0]?.textContent).toContain('进行中 · 12 分钟')
	expect(cards[1]?.textContent).toContain('未开始 · 暂无人入会')
})

test('the day is that of the zone of the site', async () => {
	useSite.setState({ zone: 'America/New_York' })
	stubServer({ [list]: page([]) })
	await show()
	expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('11月20日')
	useSite.setState({ zone: 'Asia/Shanghai' })
})

test('further pages come on demand', async () => {
	const answer = ({ query }: StubRequest) =>
		query.get('page') === '1'
			? page([aMeeting()], { hasMore: true })
			: page([aMeeting({ meetingId: other as never, topic: 'Second page' })], { page: 2 })
	stubServer({ [list]: answer })
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
	await screen.findByText('Second page')
	expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('[JOIN-29] [JOIN-32] [OP-046] joining looks the meeting up and opens its join screen, which returns here', async () => {
	const server = stubServer({ [list]: page([aMeeting()]), ...detail({ needsPassword: true }) })
	const { where } = await show()
	await join()
	await waitFor(() => expect(where()).toBe(`/MeetingList/JoinMeeting/${id}/true`))
	expect(server.count(`GET /meeting/meetings/${id}`)).toBe(1)
	expect(localStorage.getItem('publicMeeting')).toBe('1')
})

test('[JOIN-31] for a meeting that has become private a guest is asked to sign in', async () => {
	stubServer({ [list]: page([aMeeting()]), ...detail({ isPrivate: true }) })
	const { where } = await show()
	await join()
	await waitFor(() => expect(where()).toBe(`/bootLogin/${id}/true/false`))
})

test.each([
	['[JOIN-30]', detail({ status: meetingStatus.ended }), /已结束/],
	['[JOIN-33]', {}, /不存在/],
] as [string, Record<string, StubAnswer>, RegExp][])(
	'%s what cannot be joined any more is said, and the list asked for again',
	async (_, answers, says) => {
		const server = stubServer({ [list]: page([aMeeting()]), ...answers })
		await show()
		await join()
		await screen.findByText(says)
		await waitFor(() => expect(server.count(list)).toBe(2))
	},
)

test('an empty day and a network failure each show a message and what to do', async () => {
	stubServer({ [list]: page([]) })
	await show()
	await screen.findByText('今天没有公开会议')
	expect(screen.getByText('加入会议').closest('a')?.getAttribute('href')).toBe('/joinQuickly')
	cleanup()

	const server = stubServer({ [list]: 'no-answer' })
	await show()
	await screen.findByText('公开会议加载失败')
	server.answers[list] = page([aMeeting()])
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await screen.findByRole('article')
})

test('[LAND-05] on a site with the list disabled a message is shown and nothing is fetched', async () => {
	useSite.setState({ copyright: { guestJoin: true, publicMeetings: false, neutral: false, telephone: '' } })
	const server = stubServer({})
	await show()
	await screen.findByText('本站点不展示公开会议')
	expect(server.requests).toEqual([])
})

test('[LAND-07] what is said beside the list promises guests nothing that the site refuses them', async () => {
	const said = async (guestsAllowed: boolean) => {
		useSite.setState({ guestsAllowed })
		stubServer({ [list]: page([]) })
		await show()
		const { textContent } = await screen.findByText(/凭会议号|有会议号/)
		cleanup()
		return textContent
	}
	expect([await said(true), await said(false)]).toEqual(['有会议号的话，可以直接加入。', '登录后，可以凭会议号加入。'])
	setPerson(aMember())
	expect(await said(false)).toBe('有会议号的话，可以直接加入。')
})

test('[OP-046] coming back clears the mark to return here', async () => {
	localStorage.setItem('publicMeeting', '1')
	stubServer({ [list]: page([]) })
	await show()
	await screen.findByText('今天没有公开会议')
	expect(localStorage.getItem('publicMeeting')).toBeNull()
})

test('[LIST-35] day and hours name their zone to a reader of another one', async () => {
	setReaderZone('Asia/Kolkata')
	stubServer({ [list]: page([aMeeting()]) })
	await show()
	expect((await screen.findByRole('article')).textContent).toContain(
		'今天 10:00–11:30（UTC+8，您当地时间 07:30–09:00）',
	)
	expect(screen.getByRole('heading', { level: 2, name: /11月21日/ }).textContent).toContain('UTC+8')
})
