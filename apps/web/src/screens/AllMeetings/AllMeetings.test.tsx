import { meeting as calls, type Meeting } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aMeeting, aPage } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { AllMeetings } from './AllMeetings.screen.tsx'

const all = 'GET /meeting/list'
const page = (...meetings: Partial<Meeting>[]): StubAnswer => ({
	data: calls.all.output.encode(aPage(meetings.map(aMeeting))),
})
const show = () => renderScreen('/allMeetings', AllMeetings, '/allMeetings')
const siteShows = (publicMeetings: boolean) =>
	useSite.setState({ copyright: { guestJoin: true, publicMeetings, neutral: false, telephone: '' } })

beforeEach(() => {
	localStorage.clear()
	localStorage.setItem('accessToken', 'tok')
	siteShows(true)
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	useSite.setState({ copyright: undefined })
})

test.each([0, 6, 7])(
	'[ROUTE-24] [LIST-09] [LIST-44] [OP-073] type %i sees all meetings of the company',
	async userType => {
		localStorage.setItem('corpId', 'c1')
		setPerson(aMember({ userType }))
		const server = stubServer({ [all]: page({ topic: 'Of somebody else' }) })
		await show()
		await screen.findByText('Of somebody else')
		expect(screen.getByText('所有会议')).toBeTruthy()
		const { query, headers } = server.last(all) ?? {}
		expect([query?.get('type'), query?.get('page'), query?.get('pageSize')]).toEqual(['1', '1', '10'])
		// With the session, so that the server answers with everything they may see.
		expect([headers?.corpId, headers?.authorization]).toEqual(['c1', 'Bearer tok'])
		expect(server.requests.map(({ call }) => call)).toEqual([all])
	},
)

test('[PAGE-02] [PAGE-06] it has the day and the search of the list', async () => {
	vi.setSystemTime(new Date('2026-11-21T10:00:00+08:00'))
	setPerson(aMember({ userType: 0 }))
	const server = stubServer({ [all]: page({}) })
	await show()
	const input = await screen.findByRole('searchbox')
	fireEvent.change(input, { target: { value: ' road ' } })
	fireEvent.submit(input)
	await waitFor(() => expect(server.last(all)?.query.get('keywords')).toBe('road'))
	fireEvent.click(screen.getByRole('button', { name: /选择日期/ }))
	fireEvent.keyDown((await screen.findAllByRole('spinbutton'))[2] as HTMLElement, { key: 'ArrowDown' })
	fireEvent.click(screen.getByRole('button', { name: '查看这一天' }))
	await waitFor(() => expect(server.last(all)?.query.get('t')).toBe('2026-11-22'))
	expect(server.last(all)?.query.has('keywords')).toBe(false)
})

test('[DEL-06] [ROLE-04] type 7 deletes the meetings of others, type 6 only views them', async () => {
	for (const [userType, may] of [
		[7, true],
		[6, false],
	] as const) {
		setPerson(aMember({ userType }))
		stubServer({ [all]: page({ topic: 'Theirs' }) })
		await show()
		fireEvent.click(await screen.findByRole('button', { name: 'Theirs' }))
		await screen.findByRole('button', { name: '详情' })
		expect(screen.queryByRole('button', { name: '删除' }) !== null).toBe(may)
		cleanup()
	}
})

test.each([
	['a member of another type', () => setPerson(aMember({ userType: 1 })), '仅管理员可查看'],
	['an administrator where the site shows none', () => siteShows(false), '本站点不展示所有会议'],
] as const)('[LIST-09] [OP-013] %s is told so, asks nothing, and finds the way back', async (_, prepare, says) => {
	setPerson(aMember({ userType: 0 }))
	prepare()
	const server = stubServer({})
	const { where } = await show()
	await screen.findByText(says)
	expect(server.requests).toEqual([])
	fireEvent.click(screen.getByRole('button', { name: '返回会议列表' }))
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('[LIST-09] a guest, who may be an administrator, is asked to sign in first', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer({})
	const { where } = await show()
	await screen.findByText('请先登录')
	expect(server.requests).toEqual([])
	fireEvent.click(screen.getByRole('link', { name: '去登录' }))
	await waitFor(() => expect(where()).toBe('/Login'))
})
