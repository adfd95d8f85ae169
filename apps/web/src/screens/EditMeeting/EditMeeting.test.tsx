import { delays } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analyticsEventName } from '../../analytics/index.ts'
import { reachability } from '../../api/index.ts'
import { toEditSearch } from '../../features/scheduling/index.ts'
import { routeTable } from '../../navigation/routes.ts'
import { formatSearchParams } from '../../navigation/searchParams.ts'
import { storage } from '../../storage/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { wireForm } from '../../testing/wireForm.ts'
import { EditMeeting } from './EditMeeting.screen.tsx'

const path = '/MeetingList/EditMeeting'
const patch = 'PATCH /meeting/meetings/842391556'
const exists = 'GET /meeting/checkMeetingExist/842391556'
const form = 'GET /meeting/meetings/842391556/edit'
const draftKey = 'meetingDraft.edit'

const manage = (fields: object = {}): Record<string, StubAnswer> => ({
	'GET /meeting/siteControl/siteManage': {
		data: {
			duration: 5400,
			pattern: 0,
			privacy: 0,
			live: 0,
			isIntranet: 0,
			isOaSite: 1,
			select_invitees: 0,
			is_login: 1,
			...fields,
		},
	},
})
const may = (update: number, isOaSite = 0): StubAnswer => ({ data: { update, isOaSite, meeting_topic: '冬季计划' } })
const here = (fields: object = {}, update = 1): Record<string, StubAnswer> => ({
	...manage(),
	[exists]: may(update, Number('isOA' in fields)),
	[form]: { data: { meeting: wireForm(fields) } },
	[patch]: {},
})
const fixed = {
	isOA: 1,
	canNotEdit: 1,
	create_id: 'x',
	host_user_name: 'y',
	meeting_pwd: undefined,
	host_pwd: undefined,
}

const card = aMeeting({
	topic: '冬季计划',
	creatorId: 'hanmei' as never,
	hostId: 'hanmei' as never,
	hostName: '韩梅',
})
const at = (search: object = toEditSearch(card)) => `${path}${formatSearchParams({ ...search })}`
/** The page was come to from the list. */
async function show(search?: object) {
	const shown = await renderScreen(path, EditMeeting, '/MeetingList')
	await shown.visit(at(search))
	return shown
}
const keepChanges = (changes: object, of = 'hanmei c1') =>
	storage.writeTabText(draftKey, JSON.stringify({ of, search: { meeting_id: '842391556' }, before: {}, changes }))
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const hostPassword = () => screen.getByLabelText<HTMLInputElement>('主持人密码')
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))
const ready = () =>
	waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(false))

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	storage.writeTabText(draftKey, undefined)
})

test.each([
	['meeting', '会议密码（选填）'],
	['host', '主持人密码'],
	['live', '直播密码（选填）'],
])('[JERR-04] whoever comes to change the %s password starts at its field, in view', async (password, label) => {
	stubServer(here({ live: 1 }))
	const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
	const { router } = await renderScreen(path, EditMeeting, '/MeetingList')
	await act(async () => router.history.push(at(), { startsAtPassword: password } as never))
	await ready()
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
	await waitFor(() => expect(scrolled.mock.contexts).toContain(document.activeElement))
	cleanup()
	await show()
	await ready()
	expect(document.activeElement).toBe(document.body)
	scrolled.mockRestore()
})

test('[ROUTE-39] [EDIT-14] the form is shown at once with the values of the query', async () => {
	stubServer({ [exists]: () => new Promise(() => {}), [form]: () => new Promise(() => {}) })
	await show()
	expect(field('会议主题').value).toBe('冬季计划')
	expect(screen.getByText('1 小时 30 分钟')).toBeTruthy()
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
})

test('[API-04] [API-13] the server adds what the query lacks, and what has changed since', async () => {
	const server = stubServer(here({ meeting_topic: '新的主题' }))
	await show()
	await ready()
	expect([server.count(exists), server.count(form)]).toEqual([1, 1])
	expect(field('会议主题').value).toBe('新的主题')
	expect(field('会议密码（选填）').value).toBe('2468')
	expect(hostPassword().value).toBe('abcde-23456')
})

test('what was typed meanwhile stays', async () => {
	let answer = (_: StubAnswer) => {}
	stubServer({ ...here(), [form]: () => new Promise(resolve => (answer = resolve)) })
	await show()
	type(field('会议主题'), '我写的')
	await act(async () => answer({ data: { meeting: wireForm({ meeting_topic: '别人写的', duration: 3600 }) } }))
	await ready()
	expect(field('会议主题').value).toBe('我写的')
	expect(screen.getByText('1 小时')).toBeTruthy()
})

test('[EDIT-14] with too few values in the query the form waits for the server', async () => {
	stubServer(here())
	await show({ meeting_id: '842391556' })
	await ready()
	expect(field('会议主题').value).toBe('冬季计划')
})

test.each([
	{ meeting_topic: '<img src=x onerror=alert(1)>', start_time: '2026-99-99', duration: 'NaN', time_zone: '99' },
	{
		...toEditSearch(card),
		meeting_topic: '改成我的',
		host_user_name: 'mallory',
		host_display_name: '坏人',
		meeting_pwd: '1',
	},
	{ ...toEditSearch(card), start_time: '2031-01-01 09:00:00', duration: '60', meeting_privacy: '1' },
])('[EDIT-14] [EDIT-07] nothing an address says is sent unless the server says it too', async query => {
	const server = stubServer(here())
	await show({ ...query, meeting_id: '842391556' })
	await ready()
	submit()
	await waitFor(() => expect(server.count(patch)).toBe(1))
	const { _token, ...body } = server.last(patch)?.body ?? {}
	expect(body).toEqual({})
})

test('[EDIT-07] [EDIT-08] [API-18] changes are sent, a toast confirms, and the screen goes back', async () => {
	const server = stubServer(here())
	const { where } = await show()
	await ready()
	type(field('会议主题'), ' 春季  计划 ')
	submit()
	await screen.findByText('修改已保存')
	expect(where()).toBe('/MeetingList')
	expect(server.last(patch)?.body).toMatchObject({ meeting_topic: '春季 计划' })
	expect(server.last(patch)?.body).not.toHaveProperty('start_time')
	expect(storage.readTabText(draftKey)).toBeUndefined()
})

test('[HTTP-17] the page announces a meeting that was edited', async () => {
	stubServer(here())
	const heard = vi.fn()
	window.addEventListener(analyticsEventName, heard)
	await show()
	await ready()
	submit()
	await waitFor(() => expect(heard).toHaveBeenCalledOnce())
	expect(heard.mock.calls[0]?.[0].detail).toEqual({ event: 'edit', meetingId: '842391556' })
	window.removeEventListener(analyticsEventName, heard)
})

test.each([
	['editFail2', { status: 404, code: 404 }, '会议已不存在'],
	['editFail3', may(0), '只有主持人和创建者可以修改这场会议'],
] as const)(
	'[EDIT-01] [EDIT-12] a meeting that cannot be edited is rejected (%s), and the screen goes back',
	async (_, answer, says) => {
		stubServer({ ...here(), [exists]: answer })
		const { where } = await show()
		await screen.findByText(says)
		await waitFor(() => expect(where()).toBe('/MeetingList'))
	},
)

test('[EDIT-12] a query without a meeting is rejected', async () => {
	const server = stubServer(here())
	const { where } = await show({ meeting_topic: 'x' })
	await screen.findByText('会议已不存在')
	await waitFor(() => expect(where()).toBe('/MeetingList'))
	expect(server.count(form)).toBe(0)
})

test('[EDIT-02] [EDIT-03] on an OA site people who may not edit can change the attendees, and nothing else', async () => {
	const server = stubServer(here(fixed, 0))
	storage.writeTabText(
		draftKey,
		JSON.stringify({
			of: 'hanmei c1',
			search: { meeting_id: '842391556' },
			before: {},
			changes: { attendees: { people: [{ id: 'lilei' }], departments: [] } },
		}),
	)
	await show()
	await screen.findByText(/您只能调整参会人员/)
	expect(field('会议主题').readOnly).toBe(true)
	expect(screen.queryByRole('button', { name: /开始时间/ })).toBeNull()
	expect(screen.queryByRole('button', { name: /主持人/ })).toBeNull()
	expect(screen.queryByLabelText('主持人密码')).toBeNull()
	expect(screen.getAllByRole<HTMLInputElement>('switch').every(({ disabled }) => disabled)).toBe(true)
	expect(screen.getByRole<HTMLButtonElement>('button', { name: /参会人员/ }).disabled).toBe(false)
	submit()
	await waitFor(() => expect(server.count(patch)).toBe(1))
	const { _token, ...body } = server.last(patch)?.body ?? {}
	expect(body).toEqual({
		grantedObject: JSON.stringify({ persons: [{ userId: 'lilei' }], departments: [] }),
		modifyAttendees: 1,
	})
})

test('[EDIT-06] an empty host password is an error only where it can be changed', async () => {
	const server = stubServer(here())
	await show()
	await ready()
	type(hostPassword(), '')
	submit()
	await screen.findByText('请填写主持人密码')
	expect(server.count(patch)).toBe(0)
})

test('[EDIT-05] [OP-087] a start changed to 00:00 is invalid, with its message', async () => {
	const server = stubServer(here())
	keepChanges({ start: '2026-11-22 00:00:00' })
	await show()
	await ready()
	submit()
	await screen.findByText('开始时间不能是 00:00，请选择其他时间')
	expect(server.count(patch)).toBe(0)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: /开始时间/ }))
})

test('[EDIT-05] a meeting saved with a start of 00:00 can be changed otherwise', async () => {
	const server = stubServer(here({ start_time: '2026-11-22 00:00:00' }))
	await show()
	await ready()
	type(field('会议主题'), '春季计划')
	submit()
	await waitFor(() => expect(server.count(patch)).toBe(1))
	expect(server.last(patch)?.body).toMatchObject({ meeting_topic: '春季计划' })
	expect(server.last(patch)?.body).not.toHaveProperty('start_time')
})

test('[EDIT-09] [STORE-08] unsaved changes are restored for the same person', async () => {
	stubServer({ ...here(), [patch]: { status: 401, code: 401 } })
	const { where, visit } = await show()
	await ready()
	type(field('会议主题'), '春季计划')
	submit()
	await waitFor(() => expect(where()).toBe('/Login'))
	await screen.findByText(/请重新登录/)
	await visit(at())
	await screen.findByText('已恢复未保存的修改')
	await ready()
	expect(field('会议主题').value).toBe('春季计划')
	fireEvent.click(screen.getByRole('button', { name: '重新填写' }))
	expect(field('会议主题').value).toBe('冬季计划')
})

test('[STORE-08] changes of another person are not restored', async () => {
	stubServer(here())
	keepChanges({ topic: '别人写的' }, 'lilei c1')
	await show()
	await ready()
	expect(field('会议主题').value).toBe('冬季计划')
})

test('[EDIT-09] a guest is offered to sign in, and nothing is requested', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer(here())
	await show()
	await screen.findByText('请先登录')
	expect([server.count(exists), server.count(form)]).toEqual([0, 0])
})

test('[EDIT-09] going back after signing in does not lead to the login again', async () => {
	stubServer({ ...here(), [exists]: { status: 401, code: 401 } })
	const { where, back } = await show()
	await waitFor(() => expect(where()).toBe('/Login'))
	await back()
	expect(where()).toBe('/MeetingList')
})

test.each([exists, form, patch])('[EDIT-09] when the session has ended the person goes to sign in (%s)', async call => {
	stubServer({ ...here(), [call]: { status: 401, code: 401 } })
	const { where } = await show()
	if (call === patch) {
		await ready()
		submit()
	}
	await waitFor(() => expect(where()).toBe('/Login'))
})

test.each([
	['[EDIT-10]', { status: 409, code: 813 }, '修改失败，请重试'],
	['[EDIT-10]', { status: 500, code: 500 }, '修改失败，请重试'],
	['[EDIT-03]', { status: 403, code: 403 }, '您没有修改这场会议的权限'],
	['[EDIT-10]', 'no-answer', '网络不稳定，修改还没有保存，请重试'],
	['[EDIT-10]', { status: 409, code: 409 }, '会议正在进行，结束后才能修改时间'],
] as const)('%s a refusal is shown and everything typed stays', async (_, answer, says) => {
	stubServer({ ...here(), [patch]: answer })
	const { where } = await show()
	await ready()
	type(field('会议主题'), '春季计划')
	submit()
	await screen.findByText(says)
	expect(field('会议主题').value).toBe('春季计划')
	expect(where()).toContain(path)
})

test('[EDIT-11] a meeting that was deleted meanwhile is announced, and the screen goes back', async () => {
	stubServer({ ...here(), [patch]: { status: 404, code: 404 } })
	const { where } = await show()
	await ready()
	submit()
	await screen.findByText('会议不存在，无法修改')
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('[EDIT-13] the message is shown for two seconds', async () => {
	stubServer({ ...here(), [patch]: { status: 500, code: 500 } })
	await show()
	await ready()
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	submit()
	await vi.waitFor(() => expect(screen.queryByText('修改失败，请重试')).toBeTruthy(), 15_000)
	await act(() => vi.advanceTimersByTimeAsync(delays.bannerMs - 100))
	expect(screen.queryByText('修改失败，请重试')).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(screen.queryByText('修改失败，请重试')).toBeNull()
})

test('without a network loading can be retried', async () => {
	const server = stubServer({ ...here(), [exists]: 'no-answer' })
	await show()
	await screen.findByText('网络连接异常')
	server.answers[exists] = may(1)
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await ready()
})

test('without a network the meeting is loaded by itself once the server can be reached, and not again afterwards', async () => {
	const server = stubServer({ ...here(), [exists]: 'no-answer' })
	await show()
	await screen.findByText('网络连接异常')
	server.answers[exists] = may(1)
	act(() => reachability.set(false))
	act(() => reachability.set(true))
	await ready()
	act(() => reachability.set(false))
	act(() => reachability.set(true))
	expect(server.count(exists)).toBe(2)
})

test('[CREATE-30] in the personal edition neither host nor attendees can be changed; the switches, which concern everybody, can', async () => {
	setPerson(aMember({ companyType: 2 }))
	stubServer(here())
	await show()
	await ready()
	expect(screen.getByRole('heading', { name: '谁可以加入' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: /主持人/ })).toBeNull()
	expect(screen.queryByRole('button', { name: /参会人员/ })).toBeNull()
	for (const name of [/仅限登录用户加入/, /主持人开始后才能入会/]) {
		expect(screen.getByRole<HTMLInputElement>('switch', { name }).disabled).toBe(false)
	}
})

test('[STORE-08] [CREATE-30] picker screens get the values of the form and return theirs', async () => {
	stubServer(here({ is_room: 1, repeat_type: 2, repeat_condition: 0 }))
	const { where, back } = await show()
	await ready()
	type(field('会议主题'), '春季计划')
	fireEvent.click(screen.getByRole('button', { name: /重复/ }))
	await waitFor(() => expect(where()).toBe('/frequency?from=edit'))
	expect(storage.readTabText(draftKey)).toContain('春季计划')
	expect(storage.readTabText(draftKey)).not.toContain('abcde-23456')
	await back()
	await ready()
	expect(field('会议主题').value).toBe('春季计划')
	expect(hostPassword().value).toBe('abcde-23456')
})

test('[STORE-08] a draft of another meeting is not restored', async () => {
	stubServer(here())
	storage.writeTabText(
		draftKey,
		JSON.stringify({ of: 'hanmei c1', search: { meeting_id: '111111111' }, before: {}, changes: { topic: '另一场' } }),
	)
	await show()
	await ready()
	expect(field('会议主题').value).toBe('冬季计划')
})

test('a recurring meeting stays recurring, and a one-off meeting one-off', async () => {
	stubServer(here())
	await show()
	await ready()
	expect(screen.queryByRole('switch', { name: /例会/ })).toBeNull()
	expect(screen.queryByRole('button', { name: /重复/ })).toBeNull()
})

test('an answer after leaving the screen does not navigate', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ ...here(), [patch]: () => new Promise(resolve => (answer = resolve)) })
	const { go, where } = await show()
	await ready()
	submit()
	await waitFor(() => expect(server.count(patch)).toBe(1))
	await go('/complaints')
	await act(async () => answer({}))
	expect(where()).toBe('/complaints')
})

test('[ROUTE-39] the route table has the parameters of the query', () => {
	const entry = routeTable.find(({ path: at }) => at === path)
	expect(entry && 'search' in entry && entry.search).toEqual(Object.keys(toEditSearch(aMeeting())))
})

const live = {
	live: 1,
	live_intranet: 1,
	live_login: 0,
	free_talk: 1,
	live_pwd: '1357',
	details: '<p>你好</p>',
	live_bg_img: '/meeting/pictures/a.jpg',
}

test('[ENT-04] [LSET-01] the live of a meeting is shown as it is, and an edit sends what was changed of it', async () => {
	const server = stubServer({ ...here(live), ...manage({ live: 1 }) })
	await show()
	await ready()
	const on = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
	expect([/开启直播/, /仅限内网观看/, /登录后才能观看/, /自由发言/].map(on)).toEqual([true, true, false, true])
	expect(field('直播密码（选填）').value).toBe('1357')
	expect(screen.getByRole('button', { name: /直播简介/ }).textContent).toContain('2 字')
	expect(screen.getByRole('button', { name: /直播背景图/ }).textContent).toContain('已设置')
	type(field('直播密码（选填）'), '')
	submit()
	await waitFor(() => expect(server.last(patch)?.body).toEqual({ live_pwd: '' }))
})

test('[LSET-01] a live that is switched on is sent whole, and one that is switched off as that alone', async () => {
	const server = stubServer({ ...here(), ...manage({ live: 1 }) })
	await show()
	await ready()
	fireEvent.click(screen.getByRole('switch', { name: /开启直播/ }))
	submit()
	const none = { live_intranet: 0, live_login: 1, free_talk: 0, live_pwd: '', details: '', live_bg_img: '' }
	await waitFor(() => expect(server.last(patch)?.body).toEqual({ live: 1, ...none }))
	cleanup()
	storage.writeTabText(draftKey, undefined)
	const other = stubServer({ ...here(live), ...manage({ live: 1 }) })
	await show()
	await ready()
	type(field('直播密码（选填）'), '99')
	fireEvent.click(screen.getByRole('switch', { name: /开启直播/ }))
	submit()
	await waitFor(() => expect(other.last(patch)?.body).toEqual({ live: 0 }))
})

test('the live password of a saved meeting is not stored in the tab', async () => {
	stubServer({ ...here(live), ...manage({ live: 1 }) })
	await show()
	await ready()
	type(field('会议主题'), '春季计划')
	await waitFor(() => expect(storage.readTabText(draftKey)).toContain('春季计划'))
	expect(storage.readTabText(draftKey)).not.toContain('1357')
})
