import type { Bridge } from '@parley/bridge'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { BootLogin } from './BootLogin.screen.tsx'

const path = '/bootLogin/$meetingId/$publicJoin/$hasPwd'
const call = vi.fn(async () => ({ ok: true, value: undefined }))
const info = { present: true, version: undefined }
const phone = { present: true, info: { get: () => info, subscribe: () => () => {} }, call, on: () => () => {} }
const show = (rest: string, bridge?: Bridge) => renderScreen(path, BootLogin, `/bootLogin/${rest}`, bridge)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	call.mockClear()
})
afterEach(cleanup)

test('[ROUTE-12] [ROUTE-13] shows that the meeting is internal and needs a sign-in, with two buttons', async () => {
	await show('842391556/false/true')
	expect(screen.getByRole('heading', { name: '这是内部会议' })).toBeTruthy()
	expect(screen.getByText(/842 391 556 仅限登录用户加入/)).toBeTruthy()
	expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['去登录', '返回'])
})

test.each([
	['842391556/false/false', 'meetingId=842391556&publicJoin=false&hasPwd=false'],
	['842391556/true/true', 'meetingId=842391556&publicJoin=true&hasPwd=true'],
	['842391556/1/0', 'meetingId=842391556&publicJoin=true&hasPwd=false'],
])('[ROUTE-11] [OP-145] the sign-in gets the values of %s', async (rest, query) => {
	const { where } = await show(rest)
	press('去登录')
	await waitFor(() => expect(where()).toBe(`/Login?${query}&needLogin=true&isShortLogin=true`))
})

test('[ROUTE-14] [BRG-15] [OP-062] back in a link visit: the shell forgets the link, the flag is removed, the landing follows', async () => {
	localStorage.setItem('publicScan', '1')
	const { where } = await show('842391556/false/false', phone as unknown as Bridge)
	press('返回')
	await waitFor(() => expect(where()).toBe('/'))
	expect(call.mock.calls).toEqual([['cancelShortLink']])
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[ROUTE-14] [OP-062] otherwise back is one page back, and the shell is not called', async () => {
	const { where, go } = await show('842391556/false/false', phone as unknown as Bridge)
	await go('/publicMeeting')
	await go('/bootLogin/842391556/false/false')
	await screen.findByRole('button', { name: '返回' })
	press('返回')
	await waitFor(() => expect(where()).toBe('/publicMeeting'))
	expect(call).not.toHaveBeenCalled()
})

test('[ROUTE-14] without a page to go back to, the landing follows', async () => {
	const { where } = await show('842391556/false/false')
	press('返回')
	await waitFor(() => expect(where()).toBe('/'))
})

test.each([
	['842391556/false/true', '/Login/ScanJoin/842391556'],
	['842391556/true/true', '/MeetingList/JoinMeeting/842391556/true'],
])('a member needs no sign-in: %s leads to the meeting', async (rest, href) => {
	setPerson(aMember())
	await show(rest)
	expect(screen.getByText(/如果会议 842 391 556 仅限登录用户加入，您现在就可以加入/)).toBeTruthy()
	expect(screen.queryByRole('button', { name: '去登录' })).toBeNull()
	expect(screen.getByRole('link', { name: '加入会议' }).getAttribute('href')).toBe(href)
})

test.each([
	['a member', '1/2/3', '查看我的会议', '/MeetingList'],
	['a member', 'abc/false/false', '查看我的会议', '/MeetingList'],
	['a guest', '1/2/3', '返回首页', '/'],
])('%s at %s, which names no meeting, is told that the link is wrong and led on', async (who, rest, name, href) => {
	if (who === 'a member') setPerson(aMember())
	await show(rest)
	expect(screen.getByRole('heading', { name: '会议不存在' })).toBeTruthy()
	expect(screen.getByText(/链接有误/)).toBeTruthy()
	expect(screen.queryByText(/仅限登录用户加入/)).toBeNull()
	expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test('a member at an address without a meeting is led to the list', async () => {
	setPerson(aMember())
	await show('unkonw/false/false')
	expect(screen.getByRole('link', { name: '查看我的会议' }).getAttribute('href')).toBe('/MeetingList')
})
