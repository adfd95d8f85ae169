import { delays } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { analyticsEventName } from '../../analytics/index.ts'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { aSiteManage } from '../../testing/aSite.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { setScreenSize } from '../../testing/screenSize.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { CreateMeeting } from './CreateMeeting.screen.tsx'

const create = 'POST /meeting/meetings'
const draftKey = 'meetingDraft.create'
const manage = (fields: object = {}): Record<string, StubAnswer> => ({
	'GET /meeting/siteControl/siteManage': { data: aSiteManage(fields) },
})
const created: StubAnswer = { status: 201, code: 201, data: { meeting_id: '842391556' } }

const show = () => renderScreen('/MeetingList/CreateMeeting', CreateMeeting, '/MeetingList/CreateMeeting')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const hostPassword = () => screen.getByLabelText<HTMLInputElement>('主持人密码')
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: '完成预约' }))

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	storage.writeTabText(draftKey, undefined)
})

test('[CREATE-07] the duration starts from the setting of the site', async () => {
	stubServer(manage())
	await show()
	await screen.findByText('1 小时 30 分钟')
})

test('[CREATE-08] without a setting it is an hour', async () => {
	stubServer({})
	await show()
	expect(screen.getByText('1 小时')).toBeTruthy()
})

test('[CREATE-11] without a topic nothing is sent, and the field says why', async () => {
	const server = stubServer(manage())
	await show()
	submit()
	await screen.findByText('请填写会议主题')
	expect(document.activeElement).toBe(field('会议主题'))
	expect(server.count(create)).toBe(0)
})

test('[CREATE-11] a topic is proposed while there is none', async () => {
	stubServer(manage())
	await show()
	fireEvent.click(await screen.findByRole('button', { name: '使用“韩梅的会议”' }))
	await waitFor(() => expect(field('会议主题').value).toBe('韩梅的会议'))
	expect(screen.queryByRole('button', { name: '使用“韩梅的会议”' })).toBeNull()
	type(field('会议主题'), '')
	await screen.findByRole('button', { name: '使用“韩梅的会议”' })
})

test('before the form is submitted no field is invalid', async () => {
	stubServer(manage())
	await show()
	type(field('会议主题'), '周会')
	type(field('会议主题'), '')
	await act(async () => {})
	expect(screen.queryByText('请填写会议主题')).toBeNull()
})

test('afterwards an error goes once its field is corrected, comes back, and takes the focus only once', async () => {
	stubServer(manage())
	await show()
	type(hostPassword(), '')
	submit()
	await screen.findByText('请填写会议主题')
	hostPassword().focus()
	type(field('会议主题'), '周会')
	await waitFor(() => expect(screen.queryByText('请填写会议主题')).toBeNull())
	expect(screen.getByText('请填写主持人密码')).toBeTruthy()
	type(field('会议主题'), ' ')
	await screen.findByText('请填写会议主题')
	expect(document.activeElement).toBe(hostPassword())
})

test('[CREATE-12] emoji do not stay in the topic, while an input method is left to compose', async () => {
	stubServer(manage())
	await show()
	type(field('会议主题'), '周会😀')
	expect(field('会议主题').value).toBe('周会')
	expect(screen.getByText('不支持表情符号，已移除 😀', { selector: '[role=status]' })).toBeTruthy()
	fireEvent(field('会议主题'), Object.assign(new InputEvent('input', { bubbles: true, isComposing: true })))
	expect(field('会议主题').value).toBe('周会')
})

test('[CREATE-17] letters do not stay in the meeting password', async () => {
	stubServer(manage())
	await show()
	type(field('会议密码（选填）'), '12ab34')
	expect(field('会议密码（选填）').value).toBe('1234')
})

test('[CREATE-17, CREATE-18] a password that is shorter than the site asks for is not sent, and the field says why', async () => {
	const server = stubServer(manage({ meeting_pwd_min: 6 }))
	await show()
	const password = await screen.findByLabelText<HTMLInputElement>('会议密码（选填）')
	await screen.findByText('6 至 20 位数字')
	type(field('会议主题'), '周会')
	type(password, '12345')
	submit()
	await screen.findByText('会议密码为 6 至 20 位数字，也可以不填')
	expect(password.getAttribute('aria-invalid')).toBe('true')
	expect(server.count(create)).toBe(0)
	type(password, '123456')
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ meeting_pwd: '123456' }))
})

test('[CREATE-21] the host password can neither be pasted nor copied', async () => {
	stubServer(manage())
	await show()
	expect(fireEvent.paste(hostPassword())).toBe(false)
	expect(fireEvent.copy(hostPassword())).toBe(false)
})

test('[CREATE-19] an emptied host password is asked for', async () => {
	const server = stubServer(manage())
	await show()
	type(field('会议主题'), '周会')
	type(hostPassword(), '')
	submit()
	await screen.findByText('请填写主持人密码')
	expect(server.count(create)).toBe(0)
})

test('[CREATE-09] another host password can be had', async () => {
	stubServer(manage())
	await show()
	const first = hostPassword().value
	fireEvent.click(screen.getByRole('button', { name: '换一个' }))
	expect(hostPassword().value).not.toBe(first)
})

test('[CREATE-03] two taps send one meeting', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ ...manage(), [create]: () => new Promise(resolve => (answer = resolve)) })
	await show()
	type(field('会议主题'), '周会')
	const button = screen.getByRole('button', { name: '完成预约' })
	fireEvent.click(button)
	fireEvent.click(button)
	await waitFor(() => expect(server.count(create)).toBe(1))
	await act(async () => fireEvent.submit(field('会议主题').form as HTMLFormElement))
	await act(async () => answer(created))
	expect(server.count(create)).toBe(1)
})

test.each(['会议主题', '会议密码（选填）', '主持人密码'])(
	'[CREATE-03] Enter closes the keyboard of a field and submits nothing: %s',
	async name => {
		stubServer(manage())
		await show()
		const input = screen.getByLabelText<HTMLInputElement>(name)
		input.focus()
		expect(input.getAttribute('enterkeyhint')).toBe('done')
		fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
		expect(document.activeElement).toBe(input)
		// The default action of the key is to submit.
		expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false)
		expect(document.activeElement).not.toBe(input)
	},
)

test('[CREATE-03] Enter on a switch submits nothing, and presses the buttons of the form', async () => {
	stubServer(manage())
	await show()
	const [recurring] = screen.getAllByRole('switch')
	expect(fireEvent.keyDown(recurring as HTMLElement, { key: 'Enter' })).toBe(false)
	expect(fireEvent.keyDown(await screen.findByRole('button', { name: '使用“韩梅的会议”' }), { key: 'Enter' })).toBe(
		true,
	)
})

test('[CREATE-24] [CREATE-25] what is sent is the meeting, and what follows is its detail', async () => {
	const server = stubServer({ ...manage(), [create]: created })
	const { where } = await show()
	await screen.findByText('1 小时 30 分钟')
	type(field('会议主题'), ' 周会  复盘 ')
	type(field('会议密码（选填）'), '2468')
	submit()
	await waitFor(() => expect(where()).toBe('/detail/842391556'))
	expect(server.last(create)?.body).toMatchObject({
		meeting_topic: '周会 复盘',
		duration: 5400,
		time_zone: 8,
		meeting_pwd: '2468',
		meeting_privacy: 0,
		meeting_start_rule: 1,
	})
})

test('[CREATE-02] once scheduled the draft is gone, and the next form is empty', async () => {
	stubServer({ ...manage(), [create]: created })
	const { where, visit } = await show()
	type(field('会议主题'), '周会')
	await waitFor(() => expect(storage.readTabText(draftKey)).toContain('周会'))
	submit()
	await waitFor(() => expect(where()).toBe('/detail/842391556'))
	expect(storage.readTabText(draftKey)).toBeUndefined()
	await visit('/MeetingList/CreateMeeting')
	expect(field('会议主题').value).toBe('')
})

test.each([
	[/仅限登录用户加入/, { meeting_privacy: 1, meeting_start_rule: 1 }],
	[/主持人开始后才能入会/, { meeting_privacy: 0, meeting_start_rule: 0 }],
])('[CREATE-24] the switch %s is sent as its own field', async (name, fields) => {
	const server = stubServer({ ...manage(), [create]: created })
	await show()
	await screen.findByText('1 小时 30 分钟')
	type(field('会议主题'), '周会')
	fireEvent.click(screen.getByRole('switch', { name }))
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject(fields))
})

test('[HTTP-17] [ROUTE-38] the page announces a meeting that was created', async () => {
	stubServer({ ...manage(), [create]: created })
	const heard = vi.fn()
	window.addEventListener(analyticsEventName, heard)
	await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(heard).toHaveBeenCalledOnce())
	expect(heard.mock.calls[0]?.[0].detail).toEqual({ event: 'create', meetingId: '842391556' })
	window.removeEventListener(analyticsEventName, heard)
})

test('[CREATE-16] a start in the past is sent as now, and the field shows it', async () => {
	const server = stubServer({ ...manage(), [create]: { code: 400 } })
	vi.useFakeTimers({ now: Date.parse('2026-11-21T10:07:00+08:00'), toFake: ['Date'] })
	await show()
	expect(screen.getByText('今天 10:30')).toBeTruthy()
	vi.setSystemTime(Date.parse('2026-11-21T10:41:05+08:00'))
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
	expect(server.last(create)?.body.start_time).toBe('2026-11-21 10:41:05')
	expect(screen.getByText('今天 10:41')).toBeTruthy()
})

test.each([
	['[CREATE-27]', { status: 500, code: 500 }, '预约失败'],
	['[CREATE-28]', { status: 403, code: 200012 }, '账号已过期'],
	['[CREATE-29]', { status: 403, code: 200007 }, '企业的会议权益已过期'],
	['[CREATE-27]', 'no-answer', '网络不稳定'],
] as const)('%s a refusal is shown and everything typed stays', async (_, answer, says) => {
	stubServer({ ...manage(), [create]: answer })
	await show()
	type(field('会议主题'), '周会')
	type(field('会议密码（选填）'), '2468')
	const password = hostPassword().value
	submit()
	await screen.findByText(new RegExp(says))
	expect(field('会议主题').value).toBe('周会')
	expect(field('会议密码（选填）').value).toBe('2468')
	expect(hostPassword().value).toBe(password)
})

test('[CREATE-31] the message is shown for three seconds', async () => {
	stubServer({ ...manage(), [create]: { status: 500, code: 500 } })
	await show()
	type(field('会议主题'), '周会')
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	submit()
	await vi.waitFor(() => expect(screen.queryByText(/预约失败/)).toBeTruthy(), 15_000)
	await act(() => vi.advanceTimersByTimeAsync(delays.createToastMs - 100))
	expect(screen.queryByText(/预约失败/)).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(screen.queryByText(/预约失败/)).toBeNull()
})

test('[CREATE-26] when the session has ended the person goes to sign in', async () => {
	stubServer({ ...manage(), [create]: { status: 401, code: 401 } })
	const { where } = await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(where()).toBe('/Login'))
	await screen.findByText(/请重新登录/)
})

test('[CREATE-26] an unsent draft is restored for the same person, who may start over', async () => {
	stubServer({ ...manage(), [create]: { status: 401, code: 401 } })
	const { where, go, visit } = await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(where()).toBe('/Login'))
	await go('/MeetingList')
	await visit('/MeetingList/CreateMeeting')
	expect(field('会议主题').value).toBe('周会')
	await screen.findByText('已恢复未完成的预约')
	fireEvent.click(screen.getByRole('button', { name: '重新填写' }))
	expect(field('会议主题').value).toBe('')
	expect(screen.queryByText('已恢复未完成的预约')).toBeNull()
})

test('[CREATE-02] a restored draft is deleted like any other', async () => {
	stubServer(manage())
	keep({ topic: '周会' }, { entry: 'another page', isUnsent: true })
	const { leave } = await show()
	expect(field('会议主题').value).toBe('周会')
	await leave('/MeetingList')
	expect(storage.readTabText(draftKey)).toBeUndefined()
})

test('[STORE-08] [CREATE-26] an unsent draft of another person is not restored', async () => {
	stubServer(manage())
	keep({ topic: '别人的会' }, { of: 'lilei c1', isUnsent: true })
	await show()
	expect(field('会议主题').value).toBe('')
	expect(storage.readTabText(draftKey)).not.toContain('别人的会')
})

test('[STORE-08] nor is a draft for another company', async () => {
	stubServer(manage())
	keep({ topic: '别家的会' }, { of: 'hanmei c2' })
	await show()
	expect(field('会议主题').value).toBe('')
})

test('[CREATE-02] a draft of another history entry is not restored', async () => {
	stubServer(manage())
	keep({ topic: '剩下的' }, { entry: 'another page' })
	await show()
	expect(field('会议主题').value).toBe('')
})

test('[STORE-08] after a picker screen the draft is as it was', async () => {
	stubServer(manage())
	const { visit, back } = await show()
	type(field('会议主题'), '周会')
	await visit('/frequency?from=create')
	await back()
	expect(field('会议主题').value).toBe('周会')
	expect(screen.queryByText('已恢复未完成的预约')).toBeNull()
})

test('[CREATE-26] a guest is offered to sign in, and nothing is requested', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer(manage())
	await show()
	await screen.findByText('请先登录')
	expect(screen.queryByRole('textbox')).toBeNull()
	expect(server.count('GET /meeting/siteControl/siteManage')).toBe(0)
	expect(storage.readTabText(draftKey)).toBeUndefined()
})

test('[LIST-10] a scanner sees at once that they cannot schedule, and can go back', async () => {
	setPerson(aMember({ userType: 5 }))
	const server = stubServer(manage())
	const { where } = await show()
	await screen.findByText('您没有预约会议的权限，请联系管理员')
	expect(screen.queryByRole('textbox')).toBeNull()
	expect(server.count('GET /meeting/siteControl/siteManage')).toBe(0)
	fireEvent.click(screen.getByText('返回', { selector: 'button *, button' }))
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('[CREATE-23] where guests are not admitted nothing is sent before the notice is confirmed', async () => {
	const server = stubServer({ ...manage({ is_login: 0 }), [create]: created })
	await show()
	await screen.findByText('1 小时 30 分钟')
	type(field('会议主题'), '周会')
	submit()
	await screen.findByRole('alertdialog')
	expect(server.count(create)).toBe(0)
	fireEvent.click(screen.getByRole('button', { name: '知道了，继续' }))
	await waitFor(() => expect(server.count(create)).toBe(1))
})

test('[CREATE-02] the draft survives a reload and is deleted on leaving', async () => {
	stubServer(manage())
	const { leave } = await show()
	type(field('会议主题'), '周会')
	await waitFor(() => expect(storage.readTabText(draftKey)).toContain('周会'))
	await leave('/MeetingList')
	expect(storage.readTabText(draftKey)).toBeUndefined()
})

test('[CREATE-02] a changed form asks before it is left, and stays as it is; the screens that pick do not count', async () => {
	stubServer(manage())
	const { where, go, stay } = await show()
	type(field('会议主题'), '周会')
	await stay('/MeetingList')
	expect([where(), field('会议主题').value]).toEqual(['/MeetingList/CreateMeeting', '周会'])
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	await screen.findByRole('alertdialog')
	fireEvent.click(screen.getByRole('button', { name: '继续填写' }))
	expect(where()).toBe('/MeetingList/CreateMeeting')
	await go('/searchHost?from=create')
	expect(where()).toContain('/searchHost')
})

test('a form in which nothing was changed is left unasked', async () => {
	stubServer(manage())
	const { where, go } = await show()
	type(field('会议主题'), '周会')
	type(field('会议主题'), '')
	await go('/MeetingList')
	expect(where()).toBe('/MeetingList')
})

const keep = (changes: object, about: object = {}) =>
	storage.writeTabText(draftKey, JSON.stringify({ of: 'hanmei c1', before: {}, changes, ...about }))
const invited = { people: [{ id: 'lilei', name: '李雷' }], departments: [{ number: '1002', name: '研发部' }] }

test('[JOIN-22] where there are attendees and a password, it is chosen whether they type it', async () => {
	const server = stubServer({ ...manage(), [create]: created })
	keep({ topic: '周会', password: '2468', attendees: invited })
	const { where } = await show()
	await screen.findByText('1 小时 30 分钟')
	const waived = () => screen.queryByRole<HTMLInputElement>('switch', { name: /参会人员免密入会/ })
	expect(waived()?.checked).toBe(true)
	type(field('会议密码（选填）'), '')
	expect(waived()).toBeNull()
	type(field('会议密码（选填）'), '2468')
	fireEvent.click(waived() as HTMLElement)
	submit()
	await waitFor(() => expect(where()).toBe('/detail/842391556'))
	expect(server.last(create)?.body).toMatchObject({ meeting_pwd: '2468', invited_no_pwd: 0 })
})

test('[ROOM-140] a meeting has a waiting room where its site or its form says so', async () => {
	const server = stubServer({ ...manage({ waiting_room: 'outside' }), [create]: created })
	const { where } = await show()
	const use = () => screen.getByRole<HTMLInputElement>('switch', { name: /等候室/ })
	await waitFor(() => expect(use().checked).toBe(true))
	expect(screen.getByRole<HTMLInputElement>('radio', { name: '公司以外的人' }).checked).toBe(true)
	fireEvent.click(use())
	expect(screen.queryByRole('radio', { name: '所有人' })).toBeNull()
	fireEvent.click(use())
	fireEvent.click(screen.getByRole('radio', { name: '未受邀的人' }))
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(where()).toBe('/detail/842391556'))
	expect(server.last(create)?.body).toMatchObject({ waiting_room: 'uninvited' })
})

test('[STORE-08] a stored draft is restored after a reload', async () => {
	stubServer(manage())
	keep({
		topic: '昨天写的',
		start: '2026-11-21 10:30:00',
		durationS: 60,
		password: '1',
		hostPassword: 'abcde-23456',
		isPrivate: true,
		hostMustOpen: false,
		isRecurring: true,
		recurrence: { every: 'week', weekday: 2 },
		host: { id: 'lilei', displayName: '李雷' },
		attendees: invited,
	})
	await show()
	expect(field('会议主题').value).toBe('昨天写的')
	expect(hostPassword().value).toBe('abcde-23456')
	expect(screen.getByRole<HTMLInputElement>('switch', { name: /仅限登录用户/ }).checked).toBe(true)
	expect(screen.getByRole('button', { name: /重复/ }).textContent).toContain('每周二')
	expect(screen.getByRole('button', { name: /主持人/ }).textContent).toContain('李雷')
	expect(screen.getByRole('button', { name: /参会人员/ }).textContent).toContain('研发部等 2 项')
})

const openStart = async () => {
	fireEvent.click(await screen.findByRole('button', { name: /^开始时间/ }))
	await screen.findByRole('textbox', { name: '时间' })
}
const inWords = () => screen.getByRole('dialog').querySelector('[aria-live=polite]')?.textContent
const done = () => fireEvent.click(screen.getByRole('button', { name: '确定' }))
const startRow = () => screen.getByRole('button', { name: /^开始时间/ }).textContent

test('[PAGE-19] [PAGE-20] wheels go ten years ahead, name the weekday, and have minutes five by five', async () => {
	vi.useFakeTimers({ now: Date.parse('2026-11-21T10:07:00+08:00'), toFake: ['Date'] })
	stubServer(manage())
	await show()
	await openStart()
	const texts = (wheel: string) =>
		[...screen.getByRole('spinbutton', { name: wheel }).querySelectorAll('[aria-hidden] > *')].map(
			({ textContent }) => textContent,
		)
	expect(texts('年')).toEqual(Array.from({ length: 11 }, (_, n) => `${2026 + n}年`))
	expect(texts('日').slice(0, 3)).toEqual(['21日 周六', '22日 周日', '23日 周一'])
	expect(texts('分')).toEqual(Array.from({ length: 12 }, (_, n) => String(n * 5).padStart(2, '0')))
})

test('[PAGE-19] [PAGE-20] every day of 130 years and every minute can be typed', async () => {
	vi.useFakeTimers({ now: Date.parse('2026-11-21T10:07:00+08:00'), toFake: ['Date'] })
	stubServer(manage())
	await show()
	await openStart()
	type(field('日期'), '2156-12-31')
	type(field('时间'), '1437')
	expect(inWords()).toBe('2156年12月31日 周五 14:37')
	expect(screen.getByRole('spinbutton', { name: '年' }).getAttribute('aria-valuetext')).toBe('2156年')
	expect(screen.getByRole('spinbutton', { name: '分' }).getAttribute('aria-valuetext')).toBe('37')
	done()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(startRow()).toContain('2156年12月31日 周五 14:37')
})

test.each([
	['日期', '2026-02-30', '请按“2026-11-25”的样式输入日期'],
	['日期', '2157-01-01', '请输入 2026-11-21 至 2156-12-31 之间的日期'],
	['日期', '2026-11-20', '请输入 2026-11-21 至 2156-12-31 之间的日期'],
	['时间', '25:00', '请按“14:30”的样式输入时间'],
])(
	'[PAGE-19] [PAGE-20] a %s of %s is not taken: the sheet stays, and the field says why',
	async (name, text, error) => {
		vi.useFakeTimers({ now: Date.parse('2026-11-21T10:07:00+08:00'), toFake: ['Date'] })
		stubServer(manage())
		await show()
		const before = startRow()
		await openStart()
		type(field(name), text)
		expect(screen.queryByText(error)).toBeNull()
		fireEvent.keyDown(field(name), { key: 'Enter' })
		expect(screen.getByText(error)).toBeTruthy()
		expect(document.activeElement).toBe(field(name))
		done()
		expect(screen.getByRole('dialog')).toBeTruthy()
		fireEvent.keyDown(screen.getByRole('spinbutton', { name: name === '日期' ? '日' : '分' }), { key: 'ArrowDown' })
		expect(screen.queryByText(error)).toBeNull()
		fireEvent.click(screen.getByRole('button', { name: '关闭' }))
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
		expect(startRow()).toBe(before)
	},
)

test('[PAGE-20] what was typed is there no more when the sheet is closed and opened again', async () => {
	stubServer(manage())
	await show()
	await openStart()
	const before = field('时间').value
	type(field('时间'), '0:0x')
	type(field('时间'), '99')
	fireEvent.click(screen.getByRole('button', { name: '关闭' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	await openStart()
	expect(field('时间').value).toBe(before)
})

test('[PAGE-20] a duration of any minutes can be typed; the wheel goes in steps of five', async () => {
	stubServer(manage())
	await show()
	fireEvent.click(await screen.findByRole('button', { name: /^时长/ }))
	const duration = () => field('时:分，或分钟数')
	await screen.findByRole('textbox', { name: '时:分，或分钟数' })
	type(duration(), '1441')
	done()
	expect(screen.getByText('请按“1:30”或“90”的样式输入，最长 24 小时')).toBeTruthy()
	type(duration(), '47')
	expect(screen.getByRole('spinbutton', { name: '分' }).getAttribute('aria-valuetext')).toBe('47 分钟')
	fireEvent.keyDown(screen.getByRole('spinbutton', { name: '分' }), { key: 'ArrowDown' })
	expect(duration().value).toBe('0:50')
	type(duration(), '47')
	fireEvent.keyDown(duration(), { key: 'Enter' })
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(screen.getByRole('button', { name: /^时长/ }).textContent).toContain('47 分钟')
})

describe('on a wide screen', () => {
	beforeEach(() => {
		setScreenSize('laptop')
		vi.useFakeTimers({ now: Date.parse('2026-11-21T10:07:00+08:00'), toFake: ['Date'] })
		stubServer(manage())
	})
	afterEach(() => setScreenSize('phone'))

	const month = () => screen.getByRole('grid').getAttribute('aria-label')

	test('[PAGE-19] the day is chosen in a calendar, by click and by keys', async () => {
		await show()
		await openStart()
		expect(await screen.findByRole('grid', { name: '2026年11月' })).toBeTruthy()
		expect(screen.queryByRole('spinbutton', { name: '日' })).toBeNull()
		expect([...screen.getByRole('grid').querySelectorAll('th')].map(cell => cell.textContent)[0]).toBe('周一')
		expect(screen.getByRole<HTMLButtonElement>('button', { name: /11月20日/ }).disabled).toBe(true)
		fireEvent.click(screen.getByRole('button', { name: /11月25日 周三/ }))
		expect(inWords()).toBe('11月25日 周三 10:30')
		expect(field('日期').value).toBe('2026-11-25')
		const chosen = screen.getByRole('button', { name: /11月25日 周三.*已选/ })
		act(() => chosen.focus())
		fireEvent.keyDown(chosen, { key: 'PageDown' })
		await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('12月25日 周五'))
		fireEvent.click(document.activeElement as HTMLElement)
		done()
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
		expect(startRow()).toContain('12月25日 周五 10:30')
	})

	test('[PAGE-19] the calendar goes ten years ahead, and shows a day that was typed in its month', async () => {
		await show()
		await openStart()
		const years = await screen.findByRole<HTMLSelectElement>('combobox', { name: '年' })
		expect([...years.options].map(option => option.text)).toEqual(Array.from({ length: 11 }, (_, n) => `${2026 + n}年`))
		fireEvent.change(years, { target: { value: '2036' } })
		expect(month()).toBe('2036年11月')
		type(field('日期'), '20990301')
		expect(month()).toBe('2099年3月')
		fireEvent.click(screen.getByRole('button', { name: '下个月' }))
		expect(month()).toBe('2099年4月')
		expect(inWords()).toBe('2099年3月1日 周日 10:30')
	})

	test('a screen that becomes narrow has wheels again, with what was chosen', async () => {
		await show()
		await openStart()
		fireEvent.click(await screen.findByRole('button', { name: /11月25日 周三/ }))
		setScreenSize('phone')
		expect(screen.queryByRole('grid')).toBeNull()
		expect(screen.getByRole('spinbutton', { name: '日' }).getAttribute('aria-valuetext')).toBe('25日 周三')
	})
})

test('a damaged draft is ignored', async () => {
	stubServer(manage())
	keep({ topic: { not: 'text' } })
	await show()
	expect(field('会议主题').value).toBe('')
})

test('settings of the site do not replace what was chosen before a reload', async () => {
	stubServer(manage())
	keep({ durationS: 900 }, { before: { durationS: 3600 } })
	await show()
	await screen.findByText('15 分钟')
	await act(async () => {})
	expect(screen.getByText('15 分钟')).toBeTruthy()
})

test.each([
	[/重复/, '/frequency?from=create'],
	[/主持人/, '/searchHost?from=create&isOA=false'],
	[/参会人员/, '/selectMembers?from=create&isOA=false'],
])('[STORE-08] the row %s leads to its picker screen, and the draft stays', async (row, place) => {
	stubServer(manage())
	const { where } = await show()
	type(field('会议主题'), '周会')
	fireEvent.click(screen.getByRole('switch', { name: /例会/ }))
	fireEvent.click(await screen.findByRole('button', { name: row }))
	await waitFor(() => expect(where()).toBe(place))
	expect(storage.readTabText(draftKey)).toContain('周会')
})

test('[OP-017] [CREATE-06] a recurring meeting repeats every day unless something else was chosen', async () => {
	const server = stubServer({ ...manage(), [create]: created })
	await show()
	expect(screen.queryByRole('button', { name: /重复/ })).toBeNull()
	type(field('会议主题'), '晨会')
	fireEvent.click(screen.getByRole('switch', { name: /例会/ }))
	expect((await screen.findByRole('button', { name: /重复/ })).textContent).toContain('每天')
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ is_room: 1, repeat_type: 1 }))
})

test('[CREATE-06] a one-off meeting is sent with repeat_type 1 and is not recurring', async () => {
	const server = stubServer({ ...manage(), [create]: created })
	await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ is_room: 0, repeat_type: 1 }))
})

test('a recurring meeting without a fixed time has no start field', async () => {
	stubServer(manage())
	keep({ isRecurring: true, recurrence: { every: 'no-fixed-time' } })
	await show()
	expect(screen.queryByRole('button', { name: /开始时间/ })).toBeNull()
	expect(screen.getByRole('button', { name: /重复/ }).textContent).toContain('不定期')
})

test('[CREATE-24] host and attendees are sent', async () => {
	const server = stubServer({ ...manage(), [create]: created })
	keep({ topic: '周会', host: { id: 'lilei', displayName: '李雷' }, attendees: invited })
	await show()
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
	const { host_user_name, grantedObject } = server.last(create)?.body ?? {}
	expect(host_user_name).toBe('lilei')
	expect(JSON.parse(String(grantedObject))).toEqual({
		persons: [{ userId: 'lilei', nickName: '李雷' }],
		departments: [{ groupNumber: '1002', groupName: '研发部' }],
	})
})

test('[CREATE-30] in the personal edition neither host nor attendees can be chosen; the switches, which concern everybody, can', async () => {
	setPerson(aMember({ companyType: 2 }))
	stubServer(manage())
	await show()
	expect(screen.getByRole('heading', { name: '谁可以加入' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: /主持人/ })).toBeNull()
	expect(screen.queryByRole('button', { name: /参会人员/ })).toBeNull()
	for (const name of [/例会/, /仅限登录用户加入/, /主持人开始后才能入会/]) {
		expect(screen.getByRole('switch', { name })).toBeTruthy()
	}
})

test('[CREATE-22] on an OA site that requires it nothing is sent before somebody is invited', async () => {
	const server = stubServer({ ...manage({ isOaSite: 1, select_invitees: 1 }), [create]: created })
	await show()
	await screen.findByText('请选择')
	type(field('会议主题'), '周会')
	submit()
	await screen.findByText('请至少选择一位参会人员或一个部门')
	expect(server.count(create)).toBe(0)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: /参会人员/ }))
})

test('[CREATE-22] elsewhere nobody has to be invited', async () => {
	const server = stubServer({ ...manage({ isOaSite: 0, select_invitees: 1 }), [create]: created })
	await show()
	await screen.findByText('1 小时 30 分钟')
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
})

test.each([
	[42207, /请重新选择重复方式/],
	[42208, /未找到该主持人/],
	[42209, /已不在企业/],
	[42210, /请至少选择一位参会人/],
])('[CREATE-27] refusal %i is shown at its field', async (code, says) => {
	stubServer({ ...manage(), [create]: { status: 422, code } })
	keep({ isRecurring: true })
	await show()
	type(field('会议主题'), '周会')
	submit()
	expect((await screen.findByText(says)).getAttribute('role')).toBe('alert')
})

test('an answer after leaving the screen does not navigate', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ ...manage(), [create]: () => new Promise(resolve => (answer = resolve)) })
	const { leave, where } = await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
	await leave('/MeetingList')
	await act(async () => answer(created))
	expect(where()).toBe('/MeetingList')
})

test('[CREATE-10] [LIST-35] the start names its zone to a reader of another one, in the form and while it is chosen', async () => {
	vi.useFakeTimers({ now: Date.parse('2026-11-21T09:10:00+08:00'), toFake: ['Date'] })
	setReaderZone('Asia/Kolkata')
	stubServer(manage())
	await show()
	const start = await screen.findByRole('button', { name: /^开始时间/ })
	await waitFor(() => expect(start.textContent).toContain('UTC+8，您当地时间 07:00–08:30'))
	fireEvent.click(start)
	expect((await screen.findByRole('dialog')).textContent).toContain('今天 周六 09:30UTC+8，您当地时间 07:00')
})
