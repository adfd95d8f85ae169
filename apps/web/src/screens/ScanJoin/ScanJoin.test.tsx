import { Meeting } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { meetingStatus } from '@parley/core'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkPassword } from '../../features/joining/index.ts'
import { useSite } from '../../features/site/index.ts'
import { storage } from '../../storage/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { setScreenSize } from '../../testing/screenSize.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { ScanJoin } from './ScanJoin.screen.tsx'

const path = '/Login/ScanJoin/$meetingId'
const join = 'POST /meeting/joinMeeting'
const id = '842391556'
const shellJoin = `POST /mobile/joinMeeting/${id}`
const found = (fields: Partial<Meeting> = {}): Record<string, StubAnswer> => ({
	[`GET /meeting/meetings/${id}`]: { data: { meeting: Meeting.encode(aMeeting(fields)) } },
})
const roomUrl = `/room/${id}#ticket=t`
const parameters = {
	meetingId: id,
	meetingTopic: 'Roadmap',
	displayName: '小明',
	rtc_join_url: roomUrl,
	openAudio: 0,
	openVideo: 0,
	isHost: 0,
}
const letIn: StubAnswer = { data: { rtc_join_url: roomUrl, meetingTopic: 'Roadmap', parameters } }

function aPhone() {
	const info = { present: true, version: undefined }
	const call = vi.fn(async () => ({ ok: true, value: undefined }))
	const bridge = { present: true, info: { get: () => info, subscribe: () => () => {} }, call, on: () => () => {} }
	return { call, bridge: bridge as unknown as Bridge }
}

const show = (rest = '', bridge?: Bridge) => renderScreen(path, ScanJoin, `/Login/ScanJoin/${id}${rest}`, bridge)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const topic = 'Roadmap for the winter'

beforeEach(() => {
	setScreenSize('phone')
	localStorage.clear()
	sessionStorage.clear()
	setPerson({ kind: 'guest' })
	useSite.setState({ info: undefined, guestsAllowed: true, copyright: undefined, clockOffsetMs: 0 })
	vi.setSystemTime(new Date('2026-11-21T09:00:00+08:00'))
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[ROUTE-15] [LINK-10] [ENT-01] topic, id, host and time of the meeting are shown', async () => {
	const wire = {
		meeting_id: id,
		meeting_status: 1,
		meeting_privacy: 0,
		is_auth: 0,
		host_display_name: '韩梅',
		host_user_name: 'hanmei',
		create_id: 'lilei',
		meeting_topic: '季度计划',
		is_room: 0,
		start_time: '2026-11-21 10:00:00',
		end_time: '2026-11-21 11:30:00',
		duration: '01:30',
		repeat_type: 0,
		repeat_condition: 0,
		repeat_start_time: '',
		meeting_pwd: '',
		display_name: '',
		language: 'zh',
		// Not of this reading, but in every answer.
		id,
		is_lock: 0,
		time_zone: 8,
		meeting_start_rule: 0,
	}
	stubServer({ [`GET /meeting/meetings/${id}`]: { data: { meeting: wire } } })
	await show()
	await screen.findByText('季度计划')
	const facts = [...document.querySelectorAll('dl > div')].map(fact => fact.textContent)
	expect(facts).toEqual(['会议号842 391 556', '主持人韩梅', '时间今天 10:00–11:30'])
})

test.each([
	['[LINK-11] daily', { repeatType: 1 }, '每天'],
	['[LINK-11] weekly', { repeatType: 2, repeatCondition: 2, isRecurring: true }, '每周二'],
	['[LINK-11] monthly', { repeatType: 3, repeatCondition: 15 }, '15'],
	['[LINK-12] from start to end', { repeatType: 0 }, '今天 10:00–11:30'],
	['[LINK-12] [OP-016] a room without a fixed time', { repeatType: 0, isRecurring: true }, '今天 10:00–11:30'],
] as [string, Partial<Meeting>, string][])('%s', async (_, fields, words) => {
	stubServer(found(fields))
	await show()
	await screen.findByText(topic)
	const [, , time] = [...document.querySelectorAll('dl > div')]
	expect(time?.textContent).toContain(words)
})

test('[LINK-13] name and two switches; a password where the meeting has one, but for host and creator', async () => {
	stubServer(found())
	await show()
	await screen.findByText(topic)
	expect(screen.getAllByRole('switch')).toHaveLength(2)
	expect([field('您的姓名').tagName, screen.queryByLabelText('会议密码')]).toEqual(['INPUT', null])
	cleanup()

	stubServer(found({ needsPassword: true }))
	await show()
	await screen.findByLabelText('会议密码')
	cleanup()

	setPerson(aMember())
	stubServer(found({ needsPassword: true, hostId: 'hanmei' as never }))
	await show()
	await screen.findByText(topic)
	expect(screen.queryByLabelText('会议密码')).toBeNull()
})

test('[LINK-14] a plain browser offers the web, the app and a code', async () => {
	stubServer(found())
	await show()
	for (const name of ['网页入会', '在 App 中入会', '二维码入会']) await button(name)
})

test.each([
	['storage', () => storage.write('isInApp', '1'), undefined],
	['a phone around the page', () => {}, aPhone().bridge],
] as const)(
	'[LINK-15] [LINK-16] [OP-072] in the app, detected by %s, the only button is the one of the app',
	async (_, before, bridge) => {
		before()
		stubServer(found())
		await show('', bridge)
		await button('在 App 中入会')
		expect([screen.queryByText('网页入会'), screen.queryByText('二维码入会')]).toEqual([null, null])
	},
)

test('[LINK-17] [BRG-14] [BRG-20] the app gets the device request and the parameters', async () => {
	const { bridge, call } = aPhone()
	const server = stubServer({ ...found(), [join]: letIn })
	await show('', bridge)
	await screen.findByText(topic)
	type('您的姓名', '小明')
	await press('在 App 中入会')
	await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
	expect(server.last(join)?.body).toMatchObject({ action: 'clientJoin', language: 'zh', display_name: '小明' })
	expect(call.mock.calls).toEqual([
		['checkAuthority', { audio: false, video: false }],
		['joinMeeting', parameters],
	])
	// Back from the meeting one may go in again.
	await press('在 App 中入会')
	await waitFor(() => expect(server.count(join)).toBe(2))
})

test('[JOIN-26] [OP-055] a link from the shell is joined by the call for shells', async () => {
	const { bridge, call } = aPhone()
	const server = stubServer({ ...found({ needsPassword: true }), [shellJoin]: { data: { parameters } } })
	linkPassword.save(id, '1234')
	await show('?from=shell', bridge)
	await screen.findByLabelText('会议密码')
	type('您的姓名', '小明')
	await press('在 App 中入会')
	await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
	expect(server.last(shellJoin)?.body).toEqual({
		display_name: '小明',
		meeting_pwd: '1234',
		language: 'zh',
		openAudio: 0,
		openVideo: 0,
	})
	expect(server.count(join)).toBe(0)
})

test('[LINK-18] [LINK-07] a web join uses the password of the link, opens the room and ends the link visit', async () => {
	storage.write('publicScan', '1')
	linkPassword.save(id, '1234')
	const server = stubServer({ ...found({ needsPassword: true }), [join]: letIn })
	const { where } = await show()
	await waitFor(() => expect(field('会议密码').value).toBe('1234'))
	type('您的姓名', '小明')
	await press('网页入会')
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toMatchObject({ action: 'webJoin', meeting_pwd: '1234' })
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[JERR-04] a wrong password of a link is removed from storage too', async () => {
	linkPassword.save(id, '9')
	stubServer({ ...found({ needsPassword: true }), [join]: { code: 803 } })
	await show()
	await waitFor(() => expect(field('会议密码').value).toBe('9'))
	type('您的姓名', '小明')
	await press('网页入会')
	await screen.findByText('会议密码不正确，请重新输入')
	expect([field('会议密码').value, linkPassword.read(id)]).toEqual(['', undefined])
})

test('[JOIN-06] [JOIN-18] guests have the name used last, names on an OA site are locked', async () => {
	storage.write('joinDisplayName', '小明')
	stubServer(found())
	await show()
	expect(field('您的姓名')).toMatchObject({ value: '小明', readOnly: false })
	cleanup()
	setPerson(aMember())
	useSite.setState({ info: { isOa: true, type: 1 } as never })
	await show()
	expect(field('您的姓名')).toMatchObject({ value: '韩梅', readOnly: true })
})

test.each([
	['is over', found({ status: meetingStatus.ended }), '/Login/ScanResult?status=9'],
	['is not there', {}, '/Login/ScanResult?status=0'],
	['is private', found({ isPrivate: true, needsPassword: true }), `/bootLogin/${id}/false/true`],
	['answers 501', { [`GET /meeting/meetings/${id}`]: { code: 501 } }, `/bootLogin/${id}/false/false`],
] as [string, Record<string, StubAnswer>, string][])(
	'opened at its address, a meeting that %s leads on',
	async (_, answers, to) => {
		stubServer(answers)
		const { where } = await show()
		await waitFor(() => expect(where()).toBe(to))
	},
)

test.each([
	[804, '/Login/ScanResult?status=9'],
	[805, '/Login/ScanResult?status=0'],
])('[JERR-06] [JERR-07] a join refused with %s leads to the result', async (code, to) => {
	stubServer({ ...found(), [join]: { code } })
	const { where } = await show()
	type('您的姓名', '小明')
	await press('网页入会')
	await waitFor(() => expect(where()).toBe(to))
})

test('[JERR-12] [OP-008] a lost session shows the error and leads to the landing', async () => {
	storage.write('publicScan', '1')
	stubServer({ ...found(), [join]: { status: 401, code: 401 } })
	const { where } = await show()
	type('您的姓名', '小明')
	await press('网页入会')
	await waitFor(() => expect(where()).toBe('/'))
	await screen.findByText('登录已失效，请重新登录后加入。')
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[JERR-14] an unknown id is shown, though it is no field here', async () => {
	stubServer({ ...found(), [join]: { status: 404 } })
	await show()
	type('您的姓名', '小明')
	await press('网页入会')
	await screen.findByText('会议号不正确，请核对后重试')
})

test('[JERR-01] the sign-in is one tap away, and leads back here', async () => {
	stubServer({ ...found(), [join]: { code: 801 } })
	const { where } = await show()
	type('您的姓名', '小明')
	await press('网页入会')
	await press('去登录')
	await waitFor(() => expect(where()).toContain(`/Login?meetingId=${id}&publicJoin=false`))
})

test('[JERR-18] a network failure is shown, and the same method retried', async () => {
	const server = stubServer({ ...found(), [join]: 'no-answer' })
	await show()
	type('您的姓名', '小明')
	await press('网页入会')
	await screen.findByText('网络超时，请检查连接后再试。')
	await press('再试一次')
	await waitFor(() => expect(server.count(join)).toBe(2))
	expect(server.last(join)?.body).toMatchObject({ action: 'webJoin' })
})

test('after a failed lookup the meeting can be joined or looked up again', async () => {
	const server = stubServer({ [`GET /meeting/meetings/${id}`]: 'no-answer', [join]: letIn })
	await show()
	await screen.findByText(/暂时查不到会议信息/)
	server.answers[`GET /meeting/meetings/${id}`] = found()[`GET /meeting/meetings/${id}`] as StubAnswer
	await press('重新查找')
	await screen.findByText(topic)
})

test('[OP-071] the code is drawn in the page, with the password of the link', async () => {
	setScreenSize('laptop')
	const server = stubServer(found({ needsPassword: true }))
	linkPassword.save(id, '12')
	await show()
	await screen.findByLabelText('会议密码')
	const asked = server.requests.length
	await press('二维码入会')
	const sheet = within(await screen.findByRole('dialog'))
	const code = await sheet.findByRole('img', { name: '会议 842 391 556 的二维码' })
	expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
	expect(sheet.getByText(/\/\?meetingId=842391556#pwd=MTI$/)).toBeTruthy()
	expect(server.requests.length).toBe(asked)
})

test.each([
	['phone', 'the link to copy comes first, because a phone cannot scan its own screen', true],
	['laptop', 'the code comes first, because another device scans it', false],
] as const)('[ROOM-193] on a %s %s', async (size, _, isLinkFirst) => {
	setScreenSize(size)
	const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
	stubServer(found())
	await show()
	await press('二维码入会')
	const sheet = within(await screen.findByRole('dialog', { name: '在其他设备上入会' }))
	const copy = await sheet.findByRole('button', { name: '复制会议链接' })
	const code = sheet.getByRole('img', { name: '会议 842 391 556 的二维码' })
	expect(copy.compareDocumentPosition(code) === Node.DOCUMENT_POSITION_FOLLOWING).toBe(isLinkFirst)
	fireEvent.click(copy)
	await waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\/\?meetingId=842391556$/)))
	// Nothing else on the sheet says what the link cannot do.
	expect(sheet.queryAllByText(/手机/).length).toBeLessThanOrEqual(1)
})

test('going back ends the link visit', async () => {
	storage.write('publicScan', '1')
	stubServer(found())
	const { where } = await show()
	await press('返回')
	await waitFor(() => expect(where()).toBe('/'))
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[LINK-11] [LIST-35] the time names its zone to a reader of another one', async () => {
	setReaderZone('Asia/Kolkata')
	stubServer(found())
	await show()
	await screen.findByText(/（UTC\+8，您当地时间 07:30–09:00）/)
})
