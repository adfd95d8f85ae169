import { Meeting } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../features/site/index.ts'
import { invitationOnArrival } from '../navigation/invitationOnArrival.ts'
import { aMeeting } from '../testing/aMeeting.ts'
import { aMember, setPerson } from '../testing/aPerson.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../testing/stubServer.ts'
import { toast } from '../ui/index.ts'
import { Companies } from './Companies/Companies.screen.tsx'
import { EditMeeting } from './EditMeeting/EditMeeting.screen.tsx'
import { JoinMeeting } from './JoinMeeting/JoinMeeting.screen.tsx'
import { JoinQuickly } from './JoinQuickly/JoinQuickly.screen.tsx'
import { MeetingDetail } from './MeetingDetail/MeetingDetail.screen.tsx'
import { MeetingList } from './MeetingList/MeetingList.screen.tsx'
import { ScanJoin } from './ScanJoin/ScanJoin.screen.tsx'
import { ScanResult } from './ScanResult/ScanResult.screen.tsx'
import { SearchHost } from './SearchHost/SearchHost.screen.tsx'

const id = '842391556'
const detail = `GET /meeting/meetings/${id}`
const found = { [detail]: { data: { meeting: Meeting.encode(aMeeting()) } } }
const join = 'POST /meeting/joinMeeting'
const hosts = 'GET /meeting/users/getHostUser'
const create = 'POST /meeting/meetings'
const list = 'GET /meeting/users/meetings'
const never = () => new Promise<StubAnswer>(() => {})
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

const delay = () => new Promise(resolve => setTimeout(resolve, 50))
const formOf = async (label: string) => (await screen.findByLabelText(label)).closest('form') as HTMLFormElement

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	setPerson(aMember())
	useSite.setState({ info: undefined, guestsAllowed: true })
})
afterEach(() => {
	cleanup()
	for (const { id } of toast.current()) toast.dismiss(id)
	vi.unstubAllGlobals()
})

interface Left {
	path: string
	Screen: ComponentType
	at?: string
	/** The call that is still unanswered when the person leaves. */
	call: string
	answers?: Record<string, StubAnswer>
	act?(): unknown
}

test.each<[string, Left]>([
	['one’s profile', { path: '/companies', Screen: Companies, call: 'GET /meeting/personalCenterInfo' }],
	['a meeting', { path: '/detail/$meetingId', Screen: MeetingDetail, at: `/detail/${id}`, call: detail }],
	['the meetings of a day', { path: '/MeetingList', Screen: MeetingList, call: list }],
	[
		'invitations of companies',
		{ path: '/MeetingList', Screen: MeetingList, call: 'GET /corp/getAllUnTreatedInvitation' },
	],
	[
		'a meeting to edit',
		{
			path: '/MeetingList/EditMeeting',
			Screen: EditMeeting,
			at: `/MeetingList/EditMeeting?meeting_id=${id}`,
			call: `GET /meeting/checkMeetingExist/${id}`,
		},
	],
	[
		'a meeting to join',
		{
			path: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			Screen: JoinMeeting,
			at: `/MeetingList/JoinMeeting/${id}/false`,
			call: detail,
		},
	],
	[
		'a join by id and name',
		{
			path: '/joinQuickly',
			Screen: JoinQuickly,
			at: `/joinQuickly?meetingId=${id}`,
			call: join,
			answers: found,
			act() {
				type(screen.getByLabelText('您的姓名'), '小明')
				fireEvent.submit(screen.getByLabelText('会议号').closest('form') as HTMLFormElement)
			},
		},
	],
	[
		'a join by its form',
		{
			path: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			Screen: JoinMeeting,
			at: `/MeetingList/JoinMeeting/${id}/false`,
			call: join,
			answers: found,
			act: () => fireEvent.click(screen.getByRole('button', { name: '加入' })),
		},
	],
	[
		'a join that went on after signing in',
		{
			path: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			Screen: JoinMeeting,
			at: `/MeetingList/JoinMeeting/${id}/false?from=login&meeting=${encodeURIComponent(
				JSON.stringify({ meeting_id: id, display_name: '韩梅' }),
			)}`,
			call: join,
			answers: found,
		},
	],
	[
		'a join by a link',
		{
			path: '/Login/ScanJoin/$meetingId',
			Screen: ScanJoin,
			at: `/Login/ScanJoin/${id}`,
			call: join,
			answers: found,
			act: async () => fireEvent.submit(await formOf('您的姓名')),
		},
	],
	[
		'the join of a meeting that was started from the list',
		{
			path: '/MeetingList',
			Screen: MeetingList,
			call: join,
			answers: { [create]: { status: 201, code: 201, data: { meeting_id: id } } },
			act: () => fireEvent.click(screen.getByRole('button', { name: '立即开会' })),
		},
	],
	[
		'hosts that are searched for',
		{
			path: '/searchHost',
			Screen: SearchHost,
			at: '/searchHost?from=create&isOA=false',
			call: hosts,
			act: () => type(screen.getByRole('searchbox'), '李'),
		},
	],
])('leaving while it is on its way gives up %s', async (_, { path, Screen, at = path, call, ...given }) => {
	const server = stubServer({ ...given.answers, [call]: never })
	const { go } = await renderScreen(path, Screen, at)
	await given.act?.()
	await waitFor(() => expect(server.count(call)).toBe(1))
	expect(server.last(call)?.signal?.aborted).toBe(false)
	await go('/complaints')
	expect(server.last(call)?.signal?.aborted).toBe(true)
})

test('[HOST-03] the check of a host is given up on leaving', async () => {
	const found = { data: [{ id: 'lilei', name: 'li.lei', display_name: '李雷' }] }
	const server = stubServer({ [hosts]: ({ query }) => (query.has('name') ? never() : found) })
	const { go } = await renderScreen('/searchHost', SearchHost, '/searchHost?from=create&isOA=true')
	type(screen.getByRole('searchbox'), '李')
	fireEvent.click(await screen.findByRole('radio', { name: /李雷/ }))
	await waitFor(() => expect(server.last(hosts)?.query.has('name')).toBe(true))
	expect(server.last(hosts)?.signal?.aborted).toBe(false)
	await go('/complaints')
	expect(server.last(hosts)?.signal?.aborted).toBe(true)
})

test('a meeting that is scheduled only after the list was left opens no room', async () => {
	let schedule = (_: StubAnswer) => {}
	const server = stubServer({ [list]: never, [create]: () => new Promise<StubAnswer>(resolve => (schedule = resolve)) })
	const { go, where } = await renderScreen('/MeetingList', MeetingList, '/MeetingList')
	fireEvent.click(screen.getByRole('button', { name: '立即开会' }))
	await waitFor(() => expect(server.count(create)).toBe(1))
	await go('/complaints')
	await act(async () => schedule({ status: 201, code: 201, data: { meeting_id: id } }))
	await delay()
	expect([server.count(join), where(), toast.current()]).toEqual([0, '/complaints', []])
	expect(invitationOnArrival.take(id)).toBe(false)
})

test('the join that is given up on leaving says nothing and leads nowhere', async () => {
	const scheduled = { status: 201, code: 201, data: { meeting_id: id } }
	const server = stubServer({ [list]: never, [create]: scheduled, [join]: never })
	const { go, where } = await renderScreen('/MeetingList', MeetingList, '/MeetingList')
	fireEvent.click(screen.getByRole('button', { name: '立即开会' }))
	await waitFor(() => expect(server.count(join)).toBe(1))
	await go('/complaints')
	await delay()
	expect([where(), toast.current()]).toEqual(['/complaints', []])
	expect(invitationOnArrival.take(id)).toBe(false)
})

test('a link that is looked up again leads nowhere once its result was left', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({
		'GET /mobile/checkLogin': {},
		[detail]: () => new Promise<StubAnswer>(resolve => (answer = resolve)),
	})
	const path = '/Login/ScanResult'
	const { go, where } = await renderScreen(path, ScanResult, `${path}?status=0&again=${id}`)
	fireEvent.click(screen.getByRole('button', { name: '再查一次' }))
	await waitFor(() => expect(server.count(detail)).toBe(1))
	await go('/complaints')
	await act(async () => answer(found[detail] as StubAnswer))
	await delay()
	expect(where()).toBe('/complaints')
})
