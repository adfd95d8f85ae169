import { Meeting, type SiteInfo } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { JoinQuickly } from './JoinQuickly.screen.tsx'

const join = 'POST /meeting/joinMeeting'
const id = '842391556'
const lookup = `GET /meeting/meetings/${id}`
const found = (fields: Partial<Meeting> = {}): Record<string, StubAnswer> => ({
	[lookup]: { data: { meeting: Meeting.encode(aMeeting(fields)) } },
})
const roomUrl = `/room/${id}#ticket=t`
const parameters = {
	meetingId: id,
	meetingTopic: 'Roadmap',
	displayName: 'x',
	rtc_join_url: roomUrl,
	openAudio: 0,
	openVideo: 0,
	isHost: 0,
}
const let_in: StubAnswer = { data: { rtc_join_url: roomUrl, meetingTopic: 'Roadmap', parameters } }

const show = (query = '') => renderScreen('/joinQuickly', JoinQuickly, `/joinQuickly${query}`)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(field('会议号').closest('form') as HTMLFormElement)

async function ask(name = '小明') {
	const shown = await show()
	type('会议号', id)
	type('您的姓名', name)
	submit()
	return shown
}

async function dialog() {
	const place = await screen.findByRole('dialog')
	const input = () => within(place).getByLabelText<HTMLInputElement>('会议密码')
	return {
		input,
		give(password: string) {
			fireEvent.change(input(), { target: { value: password } })
			fireEvent.submit(input().closest('form') as HTMLFormElement)
		},
		close: () => fireEvent.click(within(place).getByRole('button', { name: '取消' })),
	}
}

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	useSite.setState({ info: undefined, guestsAllowed: true, copyright: undefined })
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[ROUTE-22] it has the name that leads to it: id and name are asked for', async () => {
	stubServer({})
	await show()
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('加入会议')
	expect([field('会议号').value, field('您的姓名').value]).toEqual(['', ''])
})

test('[QJ-01] without a name no call is sent', async () => {
	const server = stubServer(found())
	await ask(' ')
	await screen.findByText('请填写您的姓名')
	expect(server.requests).toEqual([])
})

test('[QJ-02] [QJ-09] [ROUTE-22] an open meeting is looked up and joined', async () => {
	const server = stubServer({ ...found(), [join]: let_in })
	const { where } = await ask()
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.requests.map(({ call }) => call)).toEqual([lookup, join])
	expect(server.last(join)?.body).not.toHaveProperty('meeting_pwd')
})

test('[QJ-03] an ended meeting shows an error and clears the id', async () => {
	stubServer(found({ status: meetingStatus.ended }))
	await ask()
	await screen.findByText('会议已结束，无法再加入。')
	expect(field('会议号').value).toBe('')
	expect(field('您的姓名').value).toBe('小明')
})

test('[QJ-04] the host joins without a password', async () => {
	setPerson(aMember())
	const server = stubServer({ ...found({ hostId: 'hanmei' as never, needsPassword: true }), [join]: let_in })
	const { where } = await show()
	type('会议号', id)
	submit()
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.count(join)).toBe(1)
})

test('[QJ-05] [QJ-06] a private meeting prompts a guest and leads to sign in after two seconds', async () => {
	const server = stubServer(found({ isPrivate: true }))
	const { where } = await show()
	type('会议号', id)
	type('您的姓名', '小明')
	vi.useFakeTimers()
	submit()
	await act(() => vi.advanceTimersByTimeAsync(50))
	expect(screen.getByText(/这是内部会议，需要登录/)).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(1_900))
	expect(where()).toBe('/joinQuickly')
	await act(() => vi.advanceTimersByTimeAsync(100))
	expect(where()).toBe(`/Login?from=joinQuickly&needLogin=true&meetingId=${id}`)
	expect(server.count(join)).toBe(0)
})

test('[QJ-06] who leaves within the two seconds is not led to sign in', async () => {
	stubServer(found({ isPrivate: true }))
	vi.useFakeTimers()
	const { go, where } = await ask()
	await act(() => vi.advanceTimersByTimeAsync(50))
	expect(screen.getByText(/这是内部会议，需要登录/)).toBeTruthy()
	await go('/Index')
	await act(() => vi.advanceTimersByTimeAsync(10_000))
	expect(where()).toBe('/Index')
})

test('[QJ-09] a join that is answered after somebody has left opens no room', async () => {
	let answer = (_: StubAnswer) => {}
	const server = stubServer({ ...found(), [join]: () => new Promise<StubAnswer>(resolve => (answer = resolve)) })
	const { go, where } = await ask()
	await waitFor(() => expect(server.count(join)).toBe(1))
	await go('/Index')
	await act(async () => answer(let_in))
	expect(where()).toBe('/Index')
})

test('[QJ-10] id and name are there after signing in', async () => {
	localStorage.setItem('joinDisplayName', '小明')
	stubServer({})
	await show(`?meetingId=${id}`)
	expect(field('会议号').value).toBe('842 391 556')
	expect(field('您的姓名').value).toBe('小明')
})

test.each([
	['one’s own is filled in anew', undefined, '小明'],
	['the organisation’s name stays', { isOa: false, type: 1 }, '韩梅'],
])('[QJ-10] [JOIN-19] a name typed before signing in: %s', async (_, info, name) => {
	stubServer(found({ isPrivate: true }))
	await show()
	type('会议号', id)
	type('您的姓名', '小明')
	useSite.setState({ guestsAllowed: false })
	fireEvent.click(await screen.findByRole('button', { name: '去登录' }))
	cleanup()
	useSite.setState({ info: info as SiteInfo | undefined })
	setPerson(aMember())
	await show(`?meetingId=${id}`)
	expect(field('您的姓名').value).toBe(name)
	cleanup()
	// Another time it is one's own name.
	await show()
	expect(field('您的姓名').value).toBe('韩梅')
})

test('[JOIN-07] [ROUTE-22] of an id in the address the digits are taken, twelve at most', async () => {
	stubServer({})
	await show('?meetingId=84a2-391x5561234999')
	expect(field('会议号').value).toBe('842 391 556 123')
})

test('[LAND-07] a site without guests says so in place of a form, and signing in keeps the id of the address', async () => {
	stubServer({})
	await show()
	expect(screen.getByText(/无需登录/)).toBeTruthy()
	cleanup()
	useSite.setState({ guestsAllowed: false })
	const { where } = await show(`?meetingId=${id}`)
	expect(screen.getByRole('heading', { name: '登录后才能参会' })).toBeTruthy()
	expect([screen.queryByText(/无需登录/), screen.queryByLabelText('会议号')]).toEqual([null, null])
	fireEvent.click(screen.getByRole('button', { name: '去登录' }))
	await waitFor(() => expect(where()).toBe(`/Login?from=joinQuickly&needLogin=true&meetingId=${id}`))
})

test('[LAND-07] on such a site members have the form', async () => {
	stubServer({})
	setPerson(aMember())
	useSite.setState({ guestsAllowed: false })
	await show()
	expect(field('会议号')).toBeTruthy()
})

test('[QJ-07] a meeting with a password asks for it, and joins with it', async () => {
	const server = stubServer({ ...found({ needsPassword: true }), [join]: let_in })
	const { where } = await ask()
	const { give } = await dialog()
	expect(server.count(join)).toBe(0)
	give('1234')
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toMatchObject({ meeting_pwd: '1234', display_name: '小明' })
})

test('[QJ-08] closing the dialog clears the password', async () => {
	stubServer(found({ needsPassword: true }))
	await ask()
	const first = await dialog()
	fireEvent.change(first.input(), { target: { value: '1234' } })
	first.close()
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	submit()
	expect((await dialog()).input().value).toBe('')
})

test('[JERR-05] a wrong password is shown in the dialog, which stays open and is cleared, until one types', async () => {
	stubServer({ ...found({ needsPassword: true }), [join]: { code: 803 } })
	await ask()
	const { give, input } = await dialog()
	give('1')
	await screen.findByText('会议密码不正确，请重新输入')
	expect(input().value).toBe('')
	fireEvent.change(input(), { target: { value: '2' } })
	expect(screen.queryByText('会议密码不正确，请重新输入')).toBeNull()
	give('2')
	await screen.findByText('会议密码不正确，请重新输入')
})

test('[JOIN-21] an empty password is asked for in the dialog', async () => {
	const server = stubServer(found({ needsPassword: true }))
	await ask()
	const { give } = await dialog()
	give('')
	await screen.findByText('请输入会议密码', { selector: '[role=alert]' })
	expect(server.count(join)).toBe(0)
})

test('[JERR-07] [QJ-02] a wrong id is said at its field, which has the focus, until one types', async () => {
	stubServer({})
	await ask()
	await screen.findByText(/会议不存在/)
	expect([field('会议号').getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field('会议号')])
	expect(screen.queryByRole('button', { name: '返回首页' })).toBeNull()
	type('会议号', '100000001')
	expect(screen.queryByText(/会议不存在/)).toBeNull()
})

test('[JERR-03] who is before the host waits, joins by itself with the same password, or goes back to the form', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({ ...found({ needsPassword: true }), [join]: { code: 806 } })
	const { where } = await ask()
	const { give } = await dialog()
	give('246810')
	await screen.findByText('等待主持人')
	expect(screen.getByText('Roadmap for the winter')).toBeTruthy()
	expect(screen.getByText('会议号 842 391 556')).toBeTruthy()
	expect(screen.getByText(/主持人 /)).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(5_200))
	expect(server.count(join)).toBe(2)
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	expect([field('会议号').value, field('您的姓名').value]).toEqual(['842 391 556', '小明'])
	await act(() => vi.advanceTimersByTimeAsync(60_000))
	expect(server.count(join)).toBe(2)
	submit()
	const again = await dialog()
	again.give('246810')
	await screen.findByText('等待主持人')
	server.answers[join] = let_in
	await act(() => vi.advanceTimersByTimeAsync(5_200))
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toMatchObject({ meeting_pwd: '246810' })
})
