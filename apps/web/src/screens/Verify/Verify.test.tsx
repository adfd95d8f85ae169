import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers, liveCalls } from '../../testing/aLive.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { Verify } from './Verify.screen.tsx'

beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	localStorage.clear()
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

async function open(query = '') {
	const server = stubServer({
		...liveAnswers(aLiveStream({ needsPassword: true }, null as never)),
		[liveCalls.auth]: ({ body }) => (body.password === '2468' ? { flat: { token: 'tk' } } : { code: 803 }),
	})
	const shown = await renderScreen('/verify', Verify, `/verify?roomId=123456789${query}`)
	await screen.findByText('Town hall')
	return { ...shown, server }
}
const field = () => screen.getByLabelText<HTMLInputElement>(m.live_password())
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: m.live_password_join() })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const submit = () => fireEvent.submit(field().form as HTMLFormElement)

test('[LPWD-01] [ROUTE-32] topic, password and a button', async () => {
	await open()
	expect([field().inputMode, button().disabled]).toEqual(['numeric', true])
})

test.each([
	['no-answer', () => m.live_unreachable_title(), true],
	[{ status: 404, code: 415 }, () => m.live_missing_title(), false],
] as [StubAnswer, () => string, boolean][])(
	'a live that is not there is told in the words of the viewer: %j',
	async (answer, words, isRetried) => {
		stubServer({ ...liveAnswers(answer) })
		await renderScreen('/verify', Verify, '/verify?roomId=123456789')
		await screen.findByText(words())
		expect(screen.queryByRole('button', { name: m.live_retry() }) !== null).toBe(isRetried)
	},
)

test.each([
	['without a meeting in the address', ''],
	['with one that is no meeting id', '?roomId=12'],
	['of a meeting that is not there', '?roomId=123456789'],
])('%s there is no field, but a way to the start page', async (_, query) => {
	vi.spyOn(navigator, 'language', 'get').mockReturnValue('zh-CN')
	stubServer({ ...liveAnswers({ status: 404, code: 415 }) })
	await renderScreen('/verify', Verify, `/verify${query}`)
	await screen.findByRole('heading', { name: m.live_missing_title() })
	expect(screen.queryByLabelText(m.live_password())).toBeNull()
	expect(screen.getByRole('link', { name: m.common_to_start() }).getAttribute('href')).toBe('/')
})

test('who was removed asks again there, and gives the password once they may come back', async () => {
	const server = stubServer({ ...liveAnswers({ status: 403, code: 40305 }) })
	await renderScreen('/verify', Verify, '/verify?roomId=123456789')
	await screen.findByRole('heading', { name: m.live_removed_title() })
	expect(screen.getByRole('link', { name: m.common_to_start() })).toBeTruthy()
	Object.assign(server.answers, liveAnswers(aLiveStream({ needsPassword: true }, null as never)))
	fireEvent.click(screen.getByRole('button', { name: m.live_retry() }))
	await screen.findByLabelText(m.live_password())
})

test.each([
	['that needs none', { needsPassword: false }],
	['of a meeting without a live', { hasLive: false, needsPassword: false }],
])('a live %s is left to the viewer, without a field', async (_, info) => {
	stubServer({ ...liveAnswers(aLiveStream(info, null as never)) })
	const { router } = await renderScreen('/verify', Verify, '/verify?roomId=123456789&displayName=Anna')
	await waitFor(() => expect(router.state.location.pathname).toBe('/liveBroadcast'))
	expect(router.state.location.search).toMatchObject({ roomId: '123456789', displayName: 'Anna' })
	expect(screen.queryByLabelText(m.live_password())).toBeNull()
})

test('[LPWD-02] digits only, at most twenty, and not none', async () => {
	const { server } = await open()
	for (const [typed, kept] of [
		['ab12c', '12'],
		[` ${'1'.repeat(21)} `, '1'.repeat(20)],
		['   ', ''],
	] as const) {
		fireEvent.input(field(), { target: { value: typed } })
		expect(field().value).toBe(kept)
	}
	expect(button().disabled).toBe(true)
	submit()
	expect(server.count(liveCalls.auth)).toBe(0)
})

test('[LPWD-03] [CONST-07] a wrong one is said for three seconds', async () => {
	await open()
	type('1111')
	submit()
	await screen.findByText(m.live_password_wrong())
	await act(() => vi.advanceTimersByTimeAsync(2_500))
	expect(screen.queryByText(m.live_password_wrong())).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(700))
	expect(screen.queryByText(m.live_password_wrong())).toBeNull()
})

test('who leaves while the password is looked at is not led to the live afterwards', async () => {
	const { go, server, where } = await open()
	let answer: (given: StubAnswer) => void = () => {}
	server.answers[liveCalls.auth] = () => new Promise(resolve => (answer = resolve))
	type('2468')
	submit()
	await waitFor(() => expect(server.count(liveCalls.auth)).toBe(1))
	await go('/')
	await act(async () => answer({ flat: { token: 'tk' } }))
	await act(() => vi.advanceTimersByTimeAsync(100))
	expect(where()).toBe('/')
})

test('[LPWD-04] [API-34] the right one leads to the live with its token', async () => {
	const { where, server } = await open('&displayName=Ann')
	type('2468')
	submit()
	await waitFor(() => expect(where()).toBe('/liveBroadcast?roomId=123456789&token=tk&displayName=Ann'))
	expect(server.last(liveCalls.auth)?.body).toMatchObject({ meetingId: '123456789', password: '2468' })
})

test.each([
	['closed', { status: 404, code: 415 }],
	['not for this viewer', { status: 403, code: 40302 }],
] as [string, StubAnswer][])(
	'[LPWD-03] [LIVE-17] a live that is %s when the password is sent leads on',
	async (_, answer) => {
		const { where, server } = await open()
		server.answers[liveCalls.auth] = answer
		type('2468')
		submit()
		await waitFor(() => expect(where()).toBe('/noRoom'))
	},
)

test('what was typed for one live is not there for the next', async () => {
	const { visit, server } = await open()
	type('2468')
	await visit('/verify?roomId=987654321')
	await waitFor(() => expect(server.last(liveCalls.stream)?.query.get('meetingId')).toBe('987654321'))
	await screen.findByText('Town hall')
	expect(field().value).toBe('')
})
