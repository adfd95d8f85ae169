import { waits } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analyticsEvent } from '../../analytics/index.ts'
import { storage } from '../../storage/index.ts'
import { aMember, become } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type Answer, stubServer } from '../../testing/stubServer.ts'
import { CreateMeeting } from './CreateMeeting.tsx'

const create = 'POST /meeting/meetings'
const manage = (fields: object = {}): Record<string, Answer> => ({
	'GET /meeting/siteControl/siteManage': {
		data: {
			duration: 5400,
			pattern: 0,
			privacy: 0,
			live: 0,
			isIntranet: 0,
			isOaSite: 0,
			select_invitees: 0,
			is_login: 1,
			...fields,
		},
	},
})
const created: Answer = { status: 201, code: 201, data: { meeting_id: '842391556' } }

const show = () => renderScreen('/MeetingList/CreateMeeting', CreateMeeting, '/MeetingList/CreateMeeting')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const hostPassword = () => screen.getByLabelText<HTMLInputElement>('主持人密码')
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: '完成预约' }))

beforeEach(() => become(aMember()))
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	storage.keepTabText('meetingDraft', undefined)
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

test('[CREATE-12] emoji do not stay in the topic, while an input method is left to compose', async () => {
	stubServer(manage())
	await show()
	type(field('会议主题'), '周会😀')
	expect(field('会议主题').value).toBe('周会')
	expect(screen.getByText('表情符号不能用，已去掉', { selector: '[role=status]' })).toBeTruthy()
	fireEvent(field('会议主题'), Object.assign(new InputEvent('input', { bubbles: true, isComposing: true })))
	expect(field('会议主题').value).toBe('周会')
})

test('[CREATE-17] letters do not stay in the meeting password', async () => {
	stubServer(manage())
	await show()
	type(field('会议密码（选填）'), '12ab34')
	expect(field('会议密码（选填）').value).toBe('1234')
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
	let answer = (_: Answer) => {}
	const server = stubServer({ ...manage(), [create]: () => new Promise(resolve => (answer = resolve)) })
	await show()
	type(field('会议主题'), '周会')
	submit()
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
	await act(async () => fireEvent.submit(field('会议主题').form as HTMLFormElement))
	await act(async () => answer(created))
	expect(server.count(create)).toBe(1)
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

test('[HTTP-17] [ROUTE-38] whoever listens on the page hears of a meeting that was made', async () => {
	stubServer({ ...manage(), [create]: created })
	const heard = vi.fn()
	window.addEventListener(analyticsEvent, heard)
	await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(heard).toHaveBeenCalledOnce())
	expect(heard.mock.calls[0]?.[0].detail).toEqual({ event: 'create', meetingId: '842391556' })
	window.removeEventListener(analyticsEvent, heard)
})

test('[CREATE-16] a start that has passed is sent as now, and the field shows it', async () => {
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
] as const)('%s a refusal is said and everything typed stays', async (_, answer, says) => {
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

test('[CREATE-31] the sentence stands for three seconds', async () => {
	stubServer({ ...manage(), [create]: { status: 500, code: 500 } })
	await show()
	type(field('会议主题'), '周会')
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	submit()
	await vi.waitFor(() => expect(screen.queryByText(/预约失败/)).toBeTruthy())
	await act(() => vi.advanceTimersByTimeAsync(waits.createToastMs - 100))
	expect(screen.queryByText(/预约失败/)).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(200))
	expect(screen.queryByText(/预约失败/)).toBeNull()
})

test('[CREATE-26] whoever is not signed in any more goes to sign in', async () => {
	stubServer({ ...manage(), [create]: { status: 401, code: 401 } })
	const { where } = await show()
	type(field('会议主题'), '周会')
	submit()
	await waitFor(() => expect(where()).toBe('/Login'))
})

test('[CREATE-23] where visitors are not admitted nothing is sent before that is read', async () => {
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

test('[CREATE-02] the draft outlives a reload and not the screen', async () => {
	stubServer(manage())
	const { go } = await show()
	type(field('会议主题'), '周会')
	await waitFor(() => expect(storage.tabText('meetingDraft')).toContain('周会'))
	await go('/MeetingList')
	expect(storage.tabText('meetingDraft')).toBeUndefined()
})

test('a draft kept over a reload is there again', async () => {
	stubServer(manage())
	const draft = {
		topic: '昨天写的',
		start: '2026-11-21 10:30:00',
		durationS: 60,
		password: '1',
		hostPassword: 'abcde-23456',
		isPrivate: true,
		hostMustOpen: false,
	}
	storage.keepTabText('meetingDraft', JSON.stringify(draft))
	await show()
	expect(field('会议主题').value).toBe('昨天写的')
	expect(hostPassword().value).toBe('abcde-23456')
	expect(screen.getByRole<HTMLInputElement>('switch', { name: /仅限登录用户/ }).checked).toBe(true)
})
