import { Meeting } from '@parley/api'
import type { Bridge, PageHandlerArguments, PageHandlerName } from '@parley/bridge'
import { meetingStatus } from '@parley/core'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectBridge } from '../../bridge/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { setPerson } from '../../testing/aPerson.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { handleShellCommands } from './shellCommands.ts'

const id = '842391556'
const check = 'GET /mobile/checkLogin'
const detail = `GET /meeting/meetings/${id}`
const join = `POST /mobile/joinMeeting/${id}`
const found = (fields: Partial<Meeting> = {}): StubAnswer => ({ data: { meeting: Meeting.encode(aMeeting(fields)) } })
const parameters = {
	meetingId: id,
	meetingTopic: 'Roadmap',
	displayName: '小明',
	rtc_join_url: `/room/${id}#ticket=t`,
	openAudio: 0,
	openVideo: 0,
	isHost: 0,
}

type Fire = <N extends PageHandlerName>(name: N | 'exitConference', data?: unknown) => void

/** A page with a real bridge and a phone around it. */
function aPage(path = '/MeetingList') {
	const handlers = new Map<string, (data: unknown, respond?: () => void) => void>()
	const called: [string, unknown][] = []
	const places: unknown[] = []
	const shell = {
		callHandler: (name: string, data: unknown, respond?: (reply: unknown) => void) => {
			called.push([name, data])
			if (name === 'checkAuthority') respond?.({ audio: true, video: true })
		},
		registerHandler: (name: string, handler: (data: unknown) => void) => void handlers.set(name, handler),
	}
	const window = Object.assign(Object.create(globalThis.window), { WebViewJavascriptBridge: shell, document })
	const bridge: Bridge = connectBridge({ window })
	const goHome = vi.fn()
	handleShellCommands(bridge, {
		path: () => path,
		goHome,
		go: place => places.push(place),
		openWorkplaceSignIn: () => {},
		onNavigate: () => {},
	})
	const fire: Fire = (name, data) => handlers.get(name)?.(data)
	return { fire, places, goHome, called: (name: string) => called.filter(([called]) => called === name) }
}

const says = vi.spyOn(toast, 'show')
const direct: PageHandlerArguments<'directJoin'> = { meetingId: id, displayName: '小明', password: '12' }

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	setPerson({ kind: 'guest' })
	says.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

test.each([
	['an object', { meetingId: id, pwd: 'MTI' }],
	['JSON text', JSON.stringify({ meetingId: Number(id), pwd: 'MTI' })],
])(
	'[BRG-05] [OP-065] shortLinkJoin as %s starts the short link, joined by the call made for phones',
	async (_, data) => {
		const server = stubServer({ [check]: { code: 401 }, [detail]: found() })
		const { fire, places } = aPage()
		fire('shortLinkJoin', data)
		await waitFor(() => expect(places).toHaveLength(1))
		expect(places[0]).toMatchObject({
			to: '/Login/ScanJoin/$meetingId',
			params: { meetingId: id },
			search: { from: 'shell' },
		})
		expect(server.requests.map(({ call }) => call)).toEqual([detail])
		expect([localStorage.getItem('publicScan'), sessionStorage.getItem(`linkPassword.${id}`)]).toEqual(['1', '12'])
	},
)

test('[LINK-03] [LINK-04] [LINK-09] a short link leads to the screens of ended, private and missing meetings', async () => {
	const server = stubServer({ [check]: { code: 401 }, [detail]: found({ status: meetingStatus.ended }) })
	const { fire, places } = aPage()
	const next = async (meetingId: string) => {
		const before = places.length
		fire('shortLinkJoin', { meetingId, pwd: '' })
		await waitFor(() => expect(places).toHaveLength(before + 1))
		return places.at(-1)
	}
	expect(await next(id)).toMatchObject({ to: '/Login/ScanResult', search: { status: '9' } })
	server.answers[detail] = found({ isPrivate: true })
	expect(await next(id)).toMatchObject({ to: '/bootLogin/$meetingId/$publicJoin/$hasPwd' })
	expect(await next('100000001')).toMatchObject({ to: '/Login/ScanResult', search: { status: '0' } })
	expect(await next('no id')).toMatchObject({ to: '/Login/ScanResult', search: { status: '0' } })
})

test('[BRG-05] fired twice it is followed once', async () => {
	const server = stubServer({ [check]: { code: 401 }, [detail]: found() })
	const { fire, places } = aPage()
	fire('shortLinkJoin', { meetingId: id, pwd: '' })
	fire('shortLinkJoin', { meetingId: id, pwd: '' })
	await waitFor(() => expect(places).toHaveLength(1))
	await new Promise(resolve => setTimeout(resolve, 50))
	expect([places.length, server.count(detail)]).toEqual([1, 1])
})

test.each([
	['[JOIN-34]', { ...direct, meetingId: '84239155' }, '会议号错误'],
	['[JOIN-34]', { ...direct, meetingId: '8423915561' }, '会议号错误'],
	['[JOIN-35]', { ...direct, displayName: ' ' }, '姓名错误'],
	['[JOIN-34]', {}, '会议号错误'],
])('%s a direct join of %j asks nobody and is told', async (_, data, word) => {
	const server = stubServer({})
	const { fire } = aPage()
	fire('directJoin', data)
	await waitFor(() => expect(says.mock.calls.map(([text]) => text)).toEqual([word]))
	expect(server.requests).toEqual([])
})

test.each([
	['an object', direct],
	['JSON text', JSON.stringify(direct)],
])('[BRG-06] [JOIN-26] a direct join as %s is asked for and handed to the phone', async (_, data) => {
	const server = stubServer({ [join]: { data: { parameters } } })
	const { fire, called, places } = aPage()
	fire('directJoin', data)
	await waitFor(() => expect(called('joinMeeting')).toEqual([['joinMeeting', parameters]]))
	expect(server.last(join)?.body).toEqual({
		display_name: '小明',
		meeting_pwd: '12',
		language: 'zh',
		openAudio: 0,
		openVideo: 0,
	})
	expect(places).toEqual([])
})

test('[BRG-06] fired twice it joins once', async () => {
	const server = stubServer({ [join]: { data: { parameters } } })
	const { fire, called } = aPage()
	fire('directJoin', direct)
	fire('directJoin', direct)
	await waitFor(() => expect(called('joinMeeting')).toHaveLength(1))
	await new Promise(resolve => setTimeout(resolve, 50))
	expect([called('joinMeeting').length, server.count(join)]).toEqual([1, 1])
})

test.each([
	[803, '/Login/ScanJoin/$meetingId', '会议密码不正确，请重新输入'],
	[804, '/Login/ScanResult', '会议已结束，无法再加入。'],
	[801, '/bootLogin/$meetingId/$publicJoin/$hasPwd', '该会议仅限登录用户加入，请先登录。'],
])('a direct join answered %s says why and goes on', async (code, to, word) => {
	stubServer({ [join]: { code } })
	const { fire, places, called } = aPage()
	fire('directJoin', direct)
	await waitFor(() => expect(says.mock.calls.map(([text]) => text)).toEqual([word]))
	expect(places).toEqual([expect.objectContaining({ to })])
	expect(called('joinMeeting')).toEqual([])
	expect(localStorage.getItem('joinDisplayName')).toBe('小明')
})

test('[BRG-09] the phone’s own way back goes to the index, from wherever one is', () => {
	const { fire, goHome } = aPage('/MeetingList/CreateMeeting')
	fire('backPreviousPage')
	expect(goHome).toHaveBeenCalledOnce()
})

test('[BRG-07] leaving a meeting goes home from a detail page, and from no other', () => {
	const onDetail = aPage(`/detail/${id}`)
	onDetail.fire('exitMeeting')
	const onList = aPage('/MeetingList')
	onList.fire('exitMeeting', { type: 'meeting' })
	expect([onDetail.goHome.mock.calls.length, onList.goHome.mock.calls.length]).toEqual([1, 0])
})

test.each([
	['exitMeeting', '{"type":"conference"}'],
	['exitConference', undefined],
] as const)('[BRG-08] [OP-063] %s of a conference forgets the link and goes home', (name, data) => {
	localStorage.setItem('publicScan', '1')
	const { fire, goHome } = aPage('/MeetingList')
	fire(name as PageHandlerName, data)
	expect([localStorage.getItem('publicScan'), goHome.mock.calls.length]).toEqual([null, 1])
})
