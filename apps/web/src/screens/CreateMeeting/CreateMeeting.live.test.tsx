import { picturePathOf } from '@parley/core'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { CreateMeeting } from './CreateMeeting.screen.tsx'

const path = picturePathOf(`${'0f'.repeat(32)}.jpg`)
const create = 'POST /meeting/meetings'
const draftKey = 'meetingDraft.create'
const site = { duration: 3600, pattern: 0, privacy: 0, isIntranet: 0, isOaSite: 0, select_invitees: 0, is_login: 1 }
const manage = (live: 0 | 1): Record<string, StubAnswer> => ({
	'GET /meeting/siteControl/siteManage': { data: { ...site, live } },
	[create]: { status: 201, code: 201, data: { meeting_id: '842391556' } },
})

const show = () => renderScreen('/MeetingList/CreateMeeting', CreateMeeting, '/MeetingList/CreateMeeting')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const toggle = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: '完成预约' }))

async function showLive() {
	const shown = await show()
	fireEvent.click(await screen.findByRole('switch', { name: /开启直播/ }))
	type(field('会议主题'), '发布会')
	return shown
}

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	storage.writeTabText(draftKey, undefined)
})

test('[CREATE-01] [LSET-01] on a site with lives a meeting can have one, and on others it cannot', async () => {
	const server = stubServer(manage(1))
	await showLive()
	fireEvent.click(toggle(/仅限内网观看/))
	fireEvent.click(toggle(/登录后才能观看/))
	fireEvent.click(toggle(/自由发言/))
	type(field('直播密码（选填）'), '2468')
	submit()
	await waitFor(() =>
		expect(server.last(create)?.body).toMatchObject({
			live: 1,
			live_intranet: 1,
			live_login: 0,
			free_talk: 1,
			live_pwd: '2468',
		}),
	)
	cleanup()
	const other = stubServer(manage(0))
	await show()
	await waitFor(() => expect(other.count('GET /meeting/siteControl/siteManage')).toBe(1))
	expect(screen.queryByRole('heading', { name: '直播' })).toBeNull()
})

test('a meeting without a live sends nothing of one', async () => {
	const server = stubServer(manage(1))
	await showLive()
	type(field('直播密码（选填）'), '2468')
	fireEvent.click(toggle(/开启直播/))
	submit()
	await waitFor(() => expect(server.count(create)).toBe(1))
	expect(Object.keys(server.last(create)?.body ?? {}).filter(name => /live|chat|details/.test(name))).toEqual([])
})

test('[CREATE-05] at first viewers have to log in', async () => {
	const server = stubServer(manage(1))
	await showLive()
	expect(toggle(/登录后才能观看/).checked).toBe(true)
	expect(toggle(/开启直播/).closest('label')?.textContent).toContain('拿到链接并登录的人可以')
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ live: 1, live_login: 1, free_talk: 0 }))
})

test('[LSET-02] a live that requires login has free chat off, and it cannot be switched on', async () => {
	const server = stubServer(manage(1))
	await showLive()
	expect([toggle(/自由发言/).checked, toggle(/自由发言/).disabled]).toEqual([false, true])
	fireEvent.click(toggle(/登录后才能观看/))
	expect(toggle(/开启直播/).closest('label')?.textContent).toContain('拿到链接的人可以')
	fireEvent.click(toggle(/自由发言/))
	expect([toggle(/自由发言/).checked, toggle(/自由发言/).disabled]).toEqual([true, false])
	fireEvent.click(toggle(/登录后才能观看/))
	expect([toggle(/自由发言/).checked, toggle(/自由发言/).disabled]).toEqual([false, true])
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ live_login: 1, free_talk: 0 }))
})

test('[LSET-05] the live password takes up to 20 digits and nothing else, and may be left out', async () => {
	const server = stubServer(manage(1))
	await showLive()
	const password = field('直播密码（选填）')
	type(password, '12ab34')
	expect(password.value).toBe('1234')
	type(password, '123456789012345678901')
	expect(password.value).toBe('12345678901234567890')
	type(password, '')
	submit()
	await waitFor(() => expect(server.last(create)?.body).toMatchObject({ live: 1, live_pwd: '' }))
})

test('[LSET-05] [I18N-07] a live password that the server refuses is an error of its field', async () => {
	stubServer({ ...manage(1), [create]: { status: 422, code: 42212 } })
	await showLive()
	submit()
	await screen.findByText('直播密码为 1 至 20 位数字，也可以不填')
	expect(field('直播密码（选填）').getAttribute('aria-invalid')).toBe('true')
})

test.each([
	['直播简介', '/EditLiveDetails?from=create'],
	['直播背景图', '/liveBackground?from=create'],
])('[CREATE-01] [ROUTE-46] [STORE-08] %s is edited at %s, and the form is as it was', async (row, place) => {
	stubServer(manage(1))
	const { where, back } = await showLive()
	type(field('直播密码（选填）'), '2468')
	fireEvent.click(screen.getByRole('button', { name: new RegExp(row) }))
	await waitFor(() => expect(where()).toBe(place))
	await back()
	await waitFor(() => expect(field('直播密码（选填）').value).toBe('2468'))
	expect(toggle(/开启直播/).checked).toBe(true)
})

test('[LSET-01] introduction and background of the draft are sent, and the form says what there is', async () => {
	const server = stubServer(manage(1))
	const draft = { hasLive: true, topic: '发布会', introduction: '<p>你好</p>', liveBackground: path }
	storage.writeTabText(draftKey, JSON.stringify({ of: 'hanmei c1', before: {}, changes: draft }))
	await show()
	expect((await screen.findByRole('button', { name: /直播简介/ })).textContent).toContain('2 字')
	expect(screen.getByRole('button', { name: /直播背景图/ }).textContent).toContain('已设置')
	submit()
	await waitFor(() =>
		expect(server.last(create)?.body).toMatchObject({ live: 1, details: '<p>你好</p>', live_bg_img: path }),
	)
})
