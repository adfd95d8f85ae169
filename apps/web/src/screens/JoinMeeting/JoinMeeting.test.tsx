import { Meeting, type SiteInfo } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { analyticsEventName } from '../../analytics/index.ts'
import { apiReactions } from '../../api/index.ts'
import { useSite } from '../../features/site/index.ts'
import { history, rejoinKey, storage } from '../../storage/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { shownBusyMs } from '../../ui/useShownBusy.ts'
import { JoinMeeting } from './JoinMeeting.screen.tsx'

const path = '/MeetingList/JoinMeeting/$meetingId/$hasPwd'
const join = 'POST /meeting/joinMeeting'
const id = '842391556'
const found = (fields: Partial<Meeting> = {}): Record<string, StubAnswer> => ({
	[`GET /meeting/meetings/${id}`]: { data: { meeting: Meeting.encode(aMeeting(fields)) } },
})
const roomUrl = `/room/${id}#ticket=t`
const let_in: StubAnswer = {
	data: {
		rtc_join_url: roomUrl,
		meetingTopic: 'Roadmap',
		parameters: {
			meetingId: id,
			meetingTopic: 'Roadmap',
			displayName: 'x',
			rtc_join_url: roomUrl,
			openAudio: 0,
			openVideo: 0,
			isHost: 0,
		},
	},
}

const show = (rest: string) => renderScreen(path, JoinMeeting, `/MeetingList/JoinMeeting/${rest}`)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '加入' })

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

test('[JOIN-02] [ROUTE-19] a given id is read-only, under the placeholder it is typed', async () => {
	stubServer(found())
	await show(`${id}/false`)
	expect(field('会议号')).toMatchObject({ value: '842 391 556', readOnly: true })
	cleanup()
	await show('unkonw/false')
	expect(field('会议号')).toMatchObject({ value: '', readOnly: false })
})

test('[LAND-07] a site without guests says so in place of a form, and signing in leads back to it', async () => {
	setPerson({ kind: 'guest' })
	useSite.setState({ guestsAllowed: false })
	stubServer(found({ needsPassword: true }))
	const given = await show(`${id}/true`)
	expect(screen.getByRole('heading', { name: '登录后才能参会' })).toBeTruthy()
	expect(screen.queryByLabelText('会议号')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '去登录' }))
	await waitFor(() => expect(given.where()).toBe(`/Login?meetingId=${id}&publicJoin=true&hasPwd=true&needLogin=true`))
	cleanup()
	const typed = await show('unkonw/false')
	fireEvent.click(screen.getByRole('button', { name: '去登录' }))
	await waitFor(() => expect(typed.where()).toBe('/Login?from=joinQuickly&needLogin=true'))
	cleanup()
	setPerson(aMember())
	await show(`${id}/false`)
	expect(field('会议号').value).toBe('842 391 556')
})

test('[JOIN-09] an id is typed into twenty characters, and pasted out of any text', async () => {
	stubServer({})
	await show('unknown/false')
	const input = field('会议号') as HTMLInputElement
	expect(input.maxLength).toBe(20)
	fireEvent.paste(input, { clipboardData: { getData: () => '会议主题：周会，会议号：842 391 556，欢迎参加' } })
	expect(input.value).toBe('842 391 556')
})

test('[ROUTE-20] meeting and password of the address are filled in', async () => {
	setPerson({ kind: 'guest' })
	stubServer(found({ needsPassword: true }))
	const handed = encodeURIComponent(JSON.stringify({ meeting_id: id, display_name: '小王' }))
	await show(`${id}/true?meeting=${handed}&password=246810`)
	await screen.findByText('Roadmap for the winter')
	expect((field('会议密码') as HTMLInputElement).value).toBe('246810')
	expect((field('您的姓名') as HTMLInputElement).value).toBe('小王')
})

test('[HTTP-17] a join is published as an event on the page, without personal data', async () => {
	stubServer({ ...found(), [join]: let_in })
	const heard = vi.fn()
	window.addEventListener(analyticsEventName, heard)
	await show(`${id}/false`)
	await screen.findByText('Roadmap for the winter')
	fireEvent.click(button())
	await waitFor(() => expect(heard).toHaveBeenCalledOnce())
	expect(heard.mock.calls[0]?.[0].detail).toEqual({ event: 'join', meetingId: id })
	window.removeEventListener(analyticsEventName, heard)
})

test('[JOIN-03] the button is enabled with all required fields', async () => {
	stubServer({})
	await show('unkonw/false')
	expect(button().disabled).toBe(true)
	type('会议号', id)
	expect(button().disabled).toBe(false)
	type('您的姓名', '')
	expect(button().disabled).toBe(true)
})

test('[JOIN-07] [JOIN-08] [JOIN-10] [JOIN-11] the id is digits, twelve at most, nine at least', async () => {
	const server = stubServer({})
	await show('unkonw/false')
	type('会议号', '12a45678')
	expect(field('会议号').value).toBe('124 567 8')
	fireEvent.click(button())
	await screen.findByText('会议号不正确，请核对后重试')
	type('会议号', '1234567890123')
	expect(field('会议号').value).toBe('123 456 789 012')
	expect(server.requests).toEqual([])
})

test('[JOIN-14] a name of blanks, or none, is asked for when the field is left, until something is typed', async () => {
	stubServer({})
	await show('unkonw/false')
	expect(screen.queryByText('请填写您的姓名')).toBeNull()
	type('您的姓名', '   ')
	fireEvent.blur(field('您的姓名'))
	expect(screen.getByText('请填写您的姓名')).toBeTruthy()
	expect(field('您的姓名').getAttribute('aria-invalid')).toBe('true')
	type('您的姓名', '小')
	expect(screen.queryByText('请填写您的姓名')).toBeNull()
})

test('[JOIN-15] fifty characters are code points, whatever they are made of', async () => {
	stubServer({})
	await show('unkonw/false')
	expect(field('您的姓名').hasAttribute('maxlength')).toBe(false)
	fireEvent.input(field('您的姓名'), { target: { value: '𠮷'.repeat(51) } })
	expect(field('您的姓名').value).toBe('𠮷'.repeat(50))
})

test('[JOIN-19] a name that the company decides cannot be changed', async () => {
	useSite.setState({ info: { isOa: false, type: 1 } as SiteInfo })
	stubServer({})
	await show('unkonw/false')
	expect(field('您的姓名')).toMatchObject({ value: '韩梅', readOnly: true })
})

test('[JOIN-06] the name of a guest is the one used last', async () => {
	setPerson({ kind: 'guest' })
	storage.write('joinDisplayName', '小明')
	stubServer({})
	await show('unkonw/false')
	expect(field('您的姓名')).toMatchObject({ value: '小明', readOnly: false })
})

test('[JOIN-04] [JOIN-05] camera and microphone are off at first, and then as last chosen', async () => {
	stubServer({})
	await show('unkonw/false')
	const switches = () => screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)
	expect(switches()).toEqual([false, false])
	fireEvent.click(screen.getByRole('switch', { name: '麦克风' }))
	cleanup()
	await show('unkonw/false')
	expect(switches()).toEqual([true, false])
	fireEvent.click(screen.getByRole('switch', { name: '麦克风' }))
	fireEvent.click(screen.getByRole('switch', { name: '摄像头' }))
	cleanup()
	await show('unkonw/false')
	expect(switches()).toEqual([false, true])
	expect([localStorage.getItem('microphone'), localStorage.getItem('camera')]).toEqual(['0', '1'])
})

test('[JOIN-06] the name a guest joined with is kept for the next time, that of a member is not', async () => {
	stubServer({ ...found(), [join]: let_in })
	const joinAs = async (name: string) => {
		const { where } = await show(`${id}/false`)
		type('您的姓名', name)
		fireEvent.click(button())
		await waitFor(() => expect(where()).toBe(roomUrl))
		cleanup()
	}
	await joinAs('韩梅梅')
	expect(localStorage.getItem('joinDisplayName')).toBeNull()
	setPerson({ kind: 'guest' })
	await joinAs('小明')
	await show('unkonw/false')
	expect(field('您的姓名').value).toBe('小明')
})

test('[JOIN-22] host and creator need no password', async () => {
	stubServer(found({ needsPassword: true, hostId: 'hanmei' as never }))
	await show(`${id}/false`)
	await screen.findByText('Roadmap for the winter')
	expect(screen.queryByLabelText('会议密码')).toBeNull()
})

test('[JOIN-17] [JOIN-23] [JOIN-24] [JOIN-28] joining sends all fields of the call and opens the room', async () => {
	const server = stubServer({ ...found({ needsPassword: true }), [join]: let_in })
	const { where } = await show(`${id}/true`)
	type('您的姓名', '  韩  梅😀 ')
	type('会议密码', '12ab34')
	fireEvent.click(screen.getByRole('switch', { name: '摄像头' }))
	fireEvent.click(button())
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toEqual({
		meetingId: id,
		display_name: '韩 梅',
		meeting_pwd: '1234',
		action: 'webJoin',
		language: 'zh',
		openAudio: 0,
		openVideo: 1,
	})
	expect(history.joined.list('hanmei')).toEqual([{ id, topic: 'Roadmap' }])
})

test('[LINK-08] entering the room ends the visit of a link', async () => {
	storage.write('publicScan', '1')
	stubServer({ ...found(), [join]: let_in })
	const { where } = await show(`${id}/false`)
	type('您的姓名', '小明')
	expect(storage.read('publicScan')).toBe('1')
	fireEvent.click(button())
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(storage.read('publicScan')).toBeUndefined()
})

test('[JERR-04] a wrong password is shown at its field, which is cleared', async () => {
	stubServer({ ...found({ needsPassword: true }), [join]: { code: 803 } })
	await show(`${id}/true`)
	type('会议密码', '1')
	fireEvent.click(button())
	await screen.findByText('会议密码不正确，请重新输入')
	expect(field('会议密码').value).toBe('')
})

test('[JERR-04] the password of a link that was refused is forgotten, so that a reload does not fill it in again', async () => {
	stubServer({ ...found({ needsPassword: true }), [join]: { code: 803 } })
	const key = `linkPassword.${id}`
	storage.writeTabText(key, '246810')
	await show(`${id}/true`)
	type('会议密码', '246810')
	fireEvent.click(button())
	await screen.findByText('会议密码不正确，请重新输入')
	expect(storage.readTabText(key)).toBeUndefined()
})

test('[JERR-04] after many wrong passwords the slider comes, and the join is sent again with its pass', async () => {
	const passes = [undefined, 'solved']
	const slider = vi.spyOn(apiReactions, 'solveChallenge').mockImplementation(async () => passes.shift())
	onTestFinished(() => slider.mockRestore())
	const server = stubServer({
		...found({ needsPassword: true }),
		[join]: ({ body }) => (body.captcha === 'solved' ? let_in : { status: 400, code: 400 }),
	})
	const { where } = await show(`${id}/true`)
	type('会议密码', '1234')
	fireEvent.click(button())
	await screen.findByText('请先完成安全验证')
	expect(field('会议密码').value).toBe('1234')
	expect(server.count(join)).toBe(1)
	fireEvent.click(screen.getByRole('button', { name: '再试一次' }))
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toMatchObject({ meeting_pwd: '1234', captcha: 'solved' })
})

test('a password that was not known of is asked for', async () => {
	stubServer({ [join]: { code: 803 } })
	await show('unkonw/false')
	type('会议号', id)
	fireEvent.click(button())
	await screen.findByText('会议设有密码，请输入')
	expect(document.activeElement).toBe(field('会议密码'))
})

test('[JERR-08] a refusal has a message and a retry button', async () => {
	const server = stubServer({ ...found(), [join]: { code: 807 } })
	const { where } = await show(`${id}/false`)
	fireEvent.click(button())
	await screen.findByText(/主持人已锁定会议/)
	server.answers[join] = let_in
	fireEvent.click(screen.getByRole('button', { name: '再试一次' }))
	await waitFor(() => expect(where()).toBe(roomUrl))
})

test.each([
	[200012, '账号已过期'],
	[200007, '会议权益已过期'],
])(
	'[JERR-17] code %i says what has expired, and leads back to the list instead of trying again',
	async (code, says) => {
		stubServer({ ...found(), [join]: { code } })
		await show(`${id}/false`)
		fireEvent.click(button())
		await screen.findByText(new RegExp(says))
		expect(screen.getByRole('button', { name: '返回会议列表' })).toBeTruthy()
		expect(screen.queryByRole('button', { name: '再试一次' })).toBeNull()
	},
)

test.each([
	['[JERR-06]', 'over', 804, /会议已结束/],
	['[JERR-07]', 'missing', 805, /会议不存在/],
])('%s a given meeting that is %s leads back to the list', async (_rule, _what, code, message) => {
	stubServer({ ...found(), [join]: { code } })
	const { where } = await show(`${id}/false`)
	fireEvent.click(button())
	await screen.findByText(message)
	expect(where()).toBe('/MeetingList')
})

test('[JERR-07] a typed id can be corrected', async () => {
	stubServer({ [join]: { code: 805 } })
	const { where } = await show('unkonw/false')
	type('会议号', id)
	fireEvent.click(button())
	await screen.findByText(/会议不存在/)
	expect(where()).toBe('/MeetingList/JoinMeeting/unkonw/false')
	expect(field('会议号').value).toBe('842 391 556')
})

test('[JERR-12] a lost session leads to the sign-in, with the prefill', async () => {
	stubServer({ ...found(), [join]: { status: 401, code: 401 } })
	const { where } = await show(`${id}/false`)
	fireEvent.click(button())
	await waitFor(() => expect(where()).toMatch(/^\/Login\?/))
	const query = new URLSearchParams(where().split('?')[1])
	expect(Object.fromEntries(query)).toMatchObject({ meetingId: id, publicJoin: 'true' })
	expect(JSON.parse(query.get('meeting') ?? '')).toEqual({ meeting_id: id, display_name: '韩梅' })
})

test('[ROUTE-21] after signing in the join is sent automatically, once', async () => {
	const server = stubServer({ ...found(), [join]: let_in })
	const handed = encodeURIComponent(JSON.stringify({ meeting_id: id, display_name: '韩梅' }))
	const { where } = await show(`${id}/false?from=login&meeting=${handed}`)
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.count(join)).toBe(1)
})

test.each([
	['the person has just chosen that', id, true],
	['only an address says so', undefined, false],
] as const)('[ROOM-198] a meeting is joined again at once where %s', async (_, chosen, isJoined) => {
	storage.writeTabText(rejoinKey, chosen)
	storage.setDeviceOn('microphone', true)
	storage.setDeviceOn('camera', false)
	const server = stubServer({ ...found(), [join]: let_in })
	const handed = encodeURIComponent(JSON.stringify({ display_name: '小梅' }))
	const { where } = await show(`${id}/false?from=rejoin&meeting=${handed}`)
	if (!isJoined) {
		await waitFor(() => expect(field('您的姓名').value).toBe('小梅'))
		await new Promise(resolve => setTimeout(resolve, 50))
		return expect(server.count(join)).toBe(0)
	}
	await waitFor(() => expect(where()).toBe(roomUrl))
	const sent = { display_name: '小梅', openAudio: 1, openVideo: 0 }
	expect([server.count(join), server.last(join)?.body, storage.readTabText(rejoinKey)]).toMatchObject([
		1,
		sent,
		undefined,
	])
})

function goOn(name: string) {
	storage.setDeviceOn('microphone', true)
	storage.setDeviceOn('camera', true)
	const handed = encodeURIComponent(JSON.stringify({ meeting_id: id, display_name: name }))
	return show(`${id}/false?from=login&meeting=${handed}`)
}

test('[ROUTE-21] after a recent sign-in, microphone and camera are as last chosen', async () => {
	storage.writeTabNumber('signedInAt', Date.now() - 4 * 60_000)
	const server = stubServer({ ...found(), [join]: let_in })
	await goOn('韩梅')
	await waitFor(() => expect(server.last(join)?.body).toMatchObject({ openAudio: 1, openVideo: 1 }))
})

test.each([
	['nobody signed in here', undefined],
	['the sign-in is six minutes old', 6 * 60_000],
])('[ROUTE-21] where %s the join has camera and microphone off, and its name is not kept', async (_, ago) => {
	if (ago !== undefined) storage.writeTabNumber('signedInAt', Date.now() - ago)
	setPerson({ kind: 'guest' })
	const server = stubServer({ ...found(), [join]: let_in })
	const { where } = await goOn('别人')
	await waitFor(() => expect(where()).toBe(roomUrl))
	expect(server.last(join)?.body).toMatchObject({ openAudio: 0, openVideo: 0 })
	expect(storage.read('joinDisplayName')).toBeUndefined()
})

test('[QJ-10] [ROUTE-20] the prefilled name is there after signing in, unless the organisation decides it', async () => {
	stubServer(found())
	const handed = encodeURIComponent(JSON.stringify({ meeting_id: id, display_name: '小王' }))
	await show(`${id}/false?meeting=${handed}`)
	expect(field('您的姓名').value).toBe('小王')
	cleanup()
	useSite.setState({ info: { isOa: false, type: 1 } as SiteInfo })
	await show(`${id}/false?meeting=${handed}`)
	expect(field('您的姓名').value).toBe('韩梅')
})

test('[JERR-14] an unknown id is shown in the banner where it cannot be edited', async () => {
	stubServer({ ...found(), [join]: { status: 404 } })
	await show(`${id}/false`)
	fireEvent.click(button())
	const said = await screen.findByText('会议号不正确，请核对后重试')
	expect(said.closest('form')).toBeNull()
	expect(screen.getByRole('button', { name: '返回会议列表' })).toBeTruthy()
})

test('[JERR-10] a full meeting clears the password and offers no retry without it', async () => {
	stubServer({ ...found({ needsPassword: true }), [join]: { code: 809 } })
	await show(`${id}/true`)
	type('会议密码', '1234')
	fireEvent.click(button())
	await screen.findByText(/人数已满|已满/)
	expect(field('会议密码').value).toBe('')
	expect(screen.queryByRole('button', { name: '再试一次' })).toBeNull()
})

test.each([
	['is over', found({ status: meetingStatus.ended }), '会议已结束'],
	['is not there', {}, '会议不存在'],
] as const)('a given meeting that %s offers another id', async (_, answers, says) => {
	stubServer(answers)
	const { where } = await show(`${id}/false`)
	await screen.findByText(says)
	fireEvent.click(screen.getByRole('button', { name: '输入其他会议号' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/JoinMeeting/unkonw/false'))
})

test('recent meetings can be picked', async () => {
	history.joined.add('hanmei', { id, topic: 'Roadmap' })
	stubServer({})
	await show('unkonw/false')
	fireEvent.click(screen.getByRole('button', { name: /Roadmap/ }))
	expect(field('会议号').value).toBe('842 391 556')
})

test('[JOIN-01] id, name, password where one is needed, two switches and a button', async () => {
	stubServer(found({ needsPassword: true }))
	await show(`${id}/true`)
	const fields = ['会议号', '您的姓名', '会议密码'].map(name => field(name).tagName)
	expect(fields).toEqual(['INPUT', 'INPUT', 'INPUT'])
	expect(screen.getAllByRole('switch')).toHaveLength(2)
	expect(button()).toBeTruthy()
	cleanup()
	stubServer(found())
	await show(`${id}/false`)
	expect(screen.queryByLabelText('会议密码')).toBeNull()
})

test('[JOIN-15] [JOIN-16] a name has at most 50 characters and no emoji', async () => {
	stubServer({})
	await show('unkonw/false')
	fireEvent.input(field('您的姓名'), { target: { value: `😀${'韩'.repeat(60)}` } })
	expect(field('您的姓名').value).toBe('韩'.repeat(50))
	expect(screen.getByText('不支持表情符号，已移除 😀', { selector: '[role=status]' })).toBeTruthy()
})

test('[LAYOUT-06] a field is scrolled into sight when it gets the focus, and when the keyboard comes over it', async () => {
	const seen = Object.assign(new EventTarget(), { height: 700, offsetTop: 0, scale: 1 })
	vi.stubGlobal('visualViewport', seen)
	stubServer({})
	await show('unkonw/false')
	const name = field('您的姓名')
	vi.spyOn(name, 'getBoundingClientRect').mockReturnValue({ top: 750, bottom: 800 } as DOMRect)
	const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
	const distances = () => scrolled.mock.calls.map(([to]) => (to as ScrollToOptions).top)
	act(() => name.focus({ preventScroll: true }))
	expect(distances()).toEqual([800 - (700 - 16)])
	seen.height = 400
	act(() => void seen.dispatchEvent(new Event('resize')))
	expect(distances().slice(1)).toEqual([800 - (400 - 16)])
	scrolled.mockRestore()
})

test('[JOIN-20] a password has at most twenty digits', async () => {
	stubServer(found({ needsPassword: true }))
	await show(`${id}/true`)
	fireEvent.input(field('会议密码'), { target: { value: `x${'1'.repeat(25)}` } })
	expect(field('会议密码').value).toBe('1'.repeat(20))
})

test.each(['abcdefghi', '0', '12345678'])('[JOIN-02] no call is sent for %s, which is no id', async given => {
	const server = stubServer({})
	await show(`${given}/false`)
	await screen.findByText('会议不存在')
	expect(server.requests).toEqual([])
})

const setVisibility = (state: DocumentVisibilityState) => {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
	document.dispatchEvent(new Event('visibilitychange'))
}

describe('waiting for the host', () => {
	beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
	afterEach(() => {
		vi.useRealTimers()
		vi.restoreAllMocks()
	})

	async function wait(code = 806) {
		const server = stubServer({ ...found({ needsPassword: true }), [join]: { code } })
		const shown = await show(`${id}/true`)
		type('您的姓名', '小明')
		type('会议密码', '246810')
		fireEvent.click(button())
		await screen.findByText('等待主持人')
		return { server, ...shown }
	}
	const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

	test.each([
		[802, /^会议尚未开始.*。$/],
		[806, /主持人尚未入会。$/],
	])('[JERR-02] [JERR-03] code %s is a state with a picture, and no error', async (code, text) => {
		await wait(code)
		// Two sentences, each of which has lines of its own.
		expect(screen.getByText(text)).toBeTruthy()
		expect(screen.getByText(/^请稍候.*。$/)).toBeTruthy()
		expect(screen.getByText('会议号 842 391 556')).toBeTruthy()
		expect(screen.getByText('Roadmap for the winter')).toBeTruthy()
		expect(document.querySelector('svg')).toBeTruthy()
		expect(screen.queryByRole('alert')).toBeNull()
	})

	test('it tries again by itself, less and less often, and joins once the host is in', async () => {
		const { server, where } = await wait()
		expect(server.count(join)).toBe(1)
		await pass(5_200)
		expect(server.count(join)).toBe(2)
		await pass(5_200)
		expect(server.count(join)).toBe(2)
		await pass(5_200)
		expect(server.count(join)).toBe(3)
		server.answers[join] = let_in
		await pass(21_000)
		await waitFor(() => expect(where()).toBe(roomUrl))
		expect(server.last(join)?.body).toMatchObject({ display_name: '小明', meeting_pwd: '246810' })
	})

	test('a try without an answer, and one too many, are waited out', async () => {
		const { server } = await wait()
		server.answers[join] = 'no-answer'
		await pass(5_200)
		expect(server.count(join)).toBe(2)
		expect(screen.getByText('等待主持人')).toBeTruthy()
		server.answers[join] = { status: 429, code: 429 }
		await pass(10_400)
		expect(server.count(join)).toBe(3)
		expect(screen.getByText('等待主持人')).toBeTruthy()
	})

	test('a try by hand is seen, however quick the answer is', async () => {
		const { server } = await wait()
		const tryNow = () => screen.getByRole('button', { name: /现在再试/ })
		expect(tryNow().getAttribute('aria-busy')).toBeNull()
		fireEvent.click(tryNow())
		await pass(shownBusyMs - 50)
		expect(server.count(join)).toBe(2)
		expect(tryNow().getAttribute('aria-busy')).toBe('true')
		await pass(100)
		expect(tryNow().getAttribute('aria-busy')).toBeNull()
	})

	test('[JERR-08] what waiting does not help against ends it, with the form as it was', async () => {
		const { server } = await wait()
		server.answers[join] = { code: 807 }
		fireEvent.click(screen.getByRole('button', { name: '现在再试' }))
		await screen.findByText(/主持人已锁定会议/)
		expect(field('会议密码').value).toBe('246810')
	})

	test('nothing is tried while the page is hidden, and at once when it is seen again late', async () => {
		const { server } = await wait()
		act(() => setVisibility('hidden'))
		await pass(120_000)
		expect(server.count(join)).toBe(1)
		await act(async () => setVisibility('visible'))
		await pass(100)
		expect(server.count(join)).toBe(2)
	})

	test('back leaves it, keeps what was typed, and stops trying', async () => {
		const { server } = await wait()
		fireEvent.click(screen.getByRole('button', { name: '返回' }))
		expect([field('您的姓名').value, field('会议密码').value]).toEqual(['小明', '246810'])
		await pass(60_000)
		expect(server.count(join)).toBe(1)
		await act(async () => setVisibility('visible'))
		await pass(60_000)
		expect(server.count(join)).toBe(1)
	})

	test('a try that is answered after somebody has left opens no room', async () => {
		const { server, where } = await wait()
		let answer = (_: StubAnswer) => {}
		server.answers[join] = () => new Promise<StubAnswer>(resolve => (answer = resolve))
		fireEvent.click(screen.getByRole('button', { name: '现在再试' }))
		fireEvent.click(screen.getByRole('button', { name: '返回' }))
		answer(let_in)
		await pass(100)
		expect(where()).not.toContain('/room/')
		expect(button().disabled).toBe(false)
	})
})

test('[LIST-35] the hours name their zone to a reader of another one', async () => {
	setReaderZone('Asia/Kolkata')
	stubServer(found())
	await show(`${id}/false`)
	await screen.findByText(/（UTC\+8，您当地时间 07:30–09:00）/)
})
