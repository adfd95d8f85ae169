import { Meeting } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../features/site/index.ts'
import { aMeeting } from '../testing/aMeeting.ts'
import { aMember, setPerson } from '../testing/aPerson.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../testing/stubServer.ts'
import { Companies } from './Companies/Companies.screen.tsx'
import { EditMeeting } from './EditMeeting/EditMeeting.screen.tsx'
import { JoinMeeting } from './JoinMeeting/JoinMeeting.screen.tsx'
import { JoinQuickly } from './JoinQuickly/JoinQuickly.screen.tsx'
import { MeetingDetail } from './MeetingDetail/MeetingDetail.screen.tsx'
import { MeetingList } from './MeetingList/MeetingList.screen.tsx'
import { SearchHost } from './SearchHost/SearchHost.screen.tsx'

const id = '842391556'
const detail = `GET /meeting/meetings/${id}`
const hosts = 'GET /meeting/users/getHostUser'
const never = () => new Promise<StubAnswer>(() => {})
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	setPerson(aMember())
	useSite.setState({ info: undefined, guestsAllowed: true })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

interface Left {
	path: string
	Screen: ComponentType
	at?: string
	/** What is still without an answer when the person leaves. */
	call: string
	answers?: Record<string, StubAnswer>
	act?(): unknown
}

test.each<[string, Left]>([
	['one’s profile', { path: '/companies', Screen: Companies, call: 'GET /meeting/personalCenterInfo' }],
	['a meeting', { path: '/detail/$meetingId', Screen: MeetingDetail, at: `/detail/${id}`, call: detail }],
	['the meetings of a day', { path: '/MeetingList', Screen: MeetingList, call: 'GET /meeting/users/meetings' }],
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
			call: 'POST /meeting/joinMeeting',
			answers: { [detail]: { data: { meeting: Meeting.encode(aMeeting()) } } },
			act() {
				type(screen.getByLabelText('您的姓名'), '小明')
				fireEvent.submit(screen.getByLabelText('会议号').closest('form') as HTMLFormElement)
			},
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
	given.act?.()
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
