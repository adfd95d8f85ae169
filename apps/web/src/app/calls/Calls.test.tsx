import { calling, joining } from '@parley/api'
import { delays } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signOutLocally } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { aToken, stubMessaging, stubTransport } from '../../testing/stubMessaging.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { Calls } from './Calls.tsx'

// The real SDK; what is replaced is the line to the server.
vi.mock('@parley/im-sdk', async original => {
	const actual = await original<typeof import('@parley/im-sdk')>()
	return {
		...actual,
		createIM: ({ environment, ...options }: Parameters<typeof actual.createIM>[0] = {}) =>
			actual.createIM({ ...options, environment: { ...environment, openTransport: stubTransport } }),
	}
})

const token = 'GET /im/getImToken'
const decline = calling.decline.route
const joinRoute = joining.join.route

// Loading takes as long as the machine is busy.
beforeAll(async () => {
	await Promise.all([import('./CallListener.tsx'), import('./RingingCall.tsx')])
}, 60_000)
beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	localStorage.clear()
	setPerson(aMember())
	setSite({ meetingsCall: true })
	useSite.setState({ imAppId: 'site-1', clockOffsetMs: 0 })
})
afterEach(() => {
	cleanup()
	for (const { id } of toast.current()) toast.dismiss(id)
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	setPerson({ kind: 'guest' })
	setSite(undefined)
	useSite.setState({ imAppId: undefined })
	useGlobalOverlay.setState({}, true)
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openPage({
	at = '/MeetingList',
	answers = {} as Parameters<typeof stubServer>[0],
	children = <p>list</p>,
} = {}) {
	const messaging = await stubMessaging()
	const server = stubServer({ [token]: aToken('hanmei'), [decline]: {}, ...answers })
	const path = at.startsWith('/liveDesk/') ? '/liveDesk/$meetingId' : at
	const shown = await renderScreen(
		path,
		() => (
			<>
				{children}
				<Calls />
			</>
		),
		at,
	)
	return { ...shown, server, messaging, peer: messaging.peer }
}
type Page = Awaited<ReturnType<typeof openPage>>

/** Until the page is idle and logged in to messaging. */
async function opened(options?: Parameters<typeof openPage>[0]) {
	const page = await openPage(options)
	await advance(5_000)
	await vi.waitFor(() => expect(page.peer.framesOf('login')).toHaveLength(1))
	await advance(500)
	return page
}

const ring = async ({ peer }: Page, meetingId = '312846905', more: object = {}) => {
	await act(async () =>
		peer.push('videoNotice', {
			ts: Date.now(),
			from: { userId: 'u-lilei', nickName: '李雷', imgUrl: '' },
			meetingId,
			content: '设计评审',
			...more,
		} as never),
	)
	await advance(100)
}
const title = () => m.calling_title({ name: '李雷' })
const dialog = () => screen.findByRole('dialog', { name: title() })
const queryDialog = () => screen.queryByRole('dialog', { name: title() })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const toasts = () => toast.current().map(({ text }) => text)
const about = { name: '李雷', topic: '设计评审' }

test.each([
	['a guest is not called', () => setPerson({ kind: 'guest' })],
	['a site without calls calls nobody', () => setSite({})],
	[
		'an account that is not complete is not called',
		() => setPerson({ ...aMember(), user: { ...aMember().user, isComplete: false } }),
	],
])('[IMCALL-55] %s, and nothing is asked for or opened', async (_, prepare) => {
	prepare()
	const { server, peer } = await openPage()
	await advance(10_000)
	expect([server.count(token), peer.framesOf('login').length]).toEqual([0, 0])
})

test('[IMCALL-55] a page opens its connection when it is idle, and not before', async () => {
	const idle: (() => void)[] = []
	vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
	vi.stubGlobal('cancelIdleCallback', () => {})
	const { server, peer } = await openPage()
	await advance(3_000)
	expect(server.count(token)).toBe(0)
	act(() => {
		for (const run of idle) run()
	})
	await vi.waitFor(() => expect(peer.framesOf('login')).toHaveLength(1))
})

test('[IMCALL-55] a call says who calls, to what, and how long it rings; the focus is in it and on no answer', async () => {
	const page = await opened()
	await ring(page)
	const shown = await dialog()
	expect(shown.textContent).toContain('设计评审')
	expect(screen.getByRole('timer').textContent).toBe(m.calling_rings({ seconds: 60 }))
	await waitFor(() => expect(shown.contains(document.activeElement)).toBe(true))
	expect(document.activeElement?.tagName).not.toBe('BUTTON')
	await advance(20_000)
	expect(screen.getByRole('timer').textContent).toBe(m.calling_rings({ seconds: 40 }))
})

test('[IMCALL-55] who declines says so to the server once, and hears no more of it', async () => {
	const page = await opened()
	await ring(page)
	await dialog()
	press(m.calling_decline())
	await waitFor(() => expect(queryDialog()).toBeNull())
	expect(page.server.last(decline)?.body).toMatchObject({ meetingId: '312846905' })
	await ring(page, '312846905', { cancelled: true, reason: 'declined' })
	await advance(delays.callRingsMs)
	expect([page.server.count(decline), toasts()]).toEqual([1, []])
})

test('[IMCALL-55] with Esc it rings here no more, and is not declined', async () => {
	const page = await opened()
	await ring(page)
	fireEvent.keyDown(await dialog(), { key: 'Escape' })
	await waitFor(() => expect(queryDialog()).toBeNull())
	await advance(delays.callRingsMs)
	expect([page.server.count(decline), page.where(), toasts()]).toEqual([0, '/MeetingList', []])
})

test('[IMCALL-55] a tap beside the dialog is no answer', async () => {
	const page = await opened()
	await ring(page)
	await dialog()
	const backdrop = document.querySelector('[class*="view"]') ?? document.body
	for (const type of ['pointerDown', 'mouseDown', 'pointerUp', 'mouseUp', 'click'] as const) fireEvent[type](backdrop)
	await advance(500)
	expect(queryDialog()).not.toBeNull()
})

const admitted: StubAnswer = {
	data: {
		rtc_join_url: '/room/312846905#ticket=t',
		meetingTopic: '设计评审',
		parameters: {
			meetingId: '312846905',
			meetingTopic: '设计评审',
			display_name: '韩梅',
			displayName: '韩梅',
			rtc_join_url: '/room/312846905#ticket=t',
			openAudio: 0,
			openVideo: 0,
			isHost: 0,
		},
	},
}

test('[IMCALL-55] [JOIN-24] who joins is admitted as everywhere and lands in the room, and their own answer ends nothing', async () => {
	let admit = () => {}
	const admission = new Promise<StubAnswer>(resolve => {
		admit = () => resolve(admitted)
	})
	const page = await opened({ answers: { [joinRoute]: () => admission } })
	await ring(page)
	await dialog()
	press(m.calling_join())
	await ring(page, '312846905', { cancelled: true, reason: 'joined' })
	expect(screen.getByRole('button', { name: new RegExp(m.calling_join()), busy: true })).toBeTruthy()
	admit()
	await waitFor(() => expect(page.where()).toBe('/room/312846905#ticket=t'))
	expect(page.server.last(joinRoute)?.body).toMatchObject({ meetingId: '312846905', display_name: '韩梅' })
	await waitFor(() => expect(queryDialog()).toBeNull())
	expect([toasts(), page.server.count(joinRoute), page.server.count(decline)]).toEqual([[], 1, 0])
})

test.each([
	['a password', 803, '/MeetingList/JoinMeeting/312846905/true', []],
	['a lock', 807, '/MeetingList/JoinMeeting/312846905/false', [m.joining_error_locked]],
	['its end', 804, '/MeetingList', [m.joining_error_over]],
] as const)('[IMCALL-55] what stands in the way, as %s, is settled as everywhere', async (_, code, where, said) => {
	const page = await opened({ answers: { [joinRoute]: { code } } })
	await ring(page)
	await dialog()
	press(m.calling_join())
	await waitFor(() => expect(queryDialog()).toBeNull())
	await waitFor(() => expect(page.where()).toBe(where))
	expect(toasts()).toEqual(said.map(text => text()))
})

test.each([
	['joined', () => m.calling_joined(about)],
	['declined', () => m.calling_declined(about)],
	['over', () => m.calling_over(about)],
] as const)('[IMCALL-55] cancelled as %s the dialog goes, and a sentence says so', async (reason, text) => {
	const page = await opened()
	await ring(page)
	await dialog()
	await ring(page, '312846905', { cancelled: true, reason })
	await waitFor(() => expect(queryDialog()).toBeNull())
	expect(toasts()).toEqual([text()])
})

test('[IMCALL-55] what nobody answers is a missed call, also for a person who comes back to the page later', async () => {
	const page = await opened()
	await ring(page)
	await dialog()
	await advance(delays.callRingsMs)
	expect([queryDialog(), toasts()]).toEqual([null, [m.calling_missed(about)]])
	await advance(6_000)
	expect(toasts()).toEqual([])

	vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
	await ring(page)
	await advance(delays.callRingsMs + 1_000)
	expect(toasts()).toEqual([])
	vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
	expect(toasts()).toEqual([m.calling_missed(about)])
})

test('[IMCALL-55] two calls are shown one after the other', async () => {
	const page = await opened()
	await ring(page)
	await ring(page, '400000001', { content: '第二场', from: { userId: 'u2', nickName: '冯琪' } })
	await dialog()
	expect(screen.getAllByRole('dialog')).toHaveLength(1)
	press(m.calling_decline())
	const second = await screen.findByRole('dialog', { name: m.calling_title({ name: '冯琪' }) })
	expect(second.textContent).toContain('第二场')
	expect(page.server.last(decline)?.body).toMatchObject({ meetingId: '312846905' })
})

test('[IMCALL-55] who writes keeps the field and the focus: the call is a notice', async () => {
	const page = await opened({ children: <input aria-label="topic" /> })
	const field = screen.getByLabelText('topic')
	field.focus()
	await ring(page)
	await screen.findByRole('complementary', { name: m.calling_region() })
	expect([queryDialog(), document.activeElement]).toEqual([null, field])
	expect(screen.getByText(title()).closest('[role="status"]')).not.toBeNull()
	press(m.calling_decline())
	await waitFor(() => expect(page.server.count(decline)).toBe(1))
	expect(screen.queryByRole('complementary')).toBeNull()
})

test('[IMCALL-55] where somebody writes in a dialog the call waits until they are done', async () => {
	const page = await opened({
		children: (
			<div role="dialog">
				<input aria-label="password" />
			</div>
		),
	})
	screen.getByLabelText('password').focus()
	await ring(page)
	expect([queryDialog(), screen.queryByRole('complementary')]).toEqual([null, null])
	act(() => screen.getByLabelText('password').blur())
	await dialog()
})

test('[IMCALL-55] a call that waited for a person who writes, and is over, no longer looks at the focus', async () => {
	const [added, removed] = [vi.spyOn(document, 'addEventListener'), vi.spyOn(document, 'removeEventListener')]
	const listeners = (spy: typeof added | typeof removed) =>
		spy.mock.calls.flatMap(([name, listener]) => (name === 'focusout' ? [listener] : []))
	const page = await opened({
		children: (
			<div role="dialog">
				<input aria-label="password" />
			</div>
		),
	})
	screen.getByLabelText('password').focus()
	const before = listeners(added).length
	await ring(page)
	const own = listeners(added).slice(before)
	expect(own.length).toBeGreaterThan(0)
	await ring(page, '312846905', { cancelled: true, reason: 'over' })
	await waitFor(() => expect(listeners(removed)).toEqual(expect.arrayContaining(own)))
})

test('[IMCALL-55] in a meeting, and at the desk of a live, a call is a notice; the meeting one is in does not call', async () => {
	useGlobalOverlay.setState({ isOngoing: () => true, getMeetingId: () => '312846905' })
	const page = await opened()
	await ring(page)
	expect(screen.queryByRole('complementary')).toBeNull()
	await ring(page, '400000001')
	await screen.findByRole('complementary', { name: m.calling_region() })
	expect(queryDialog()).toBeNull()
	cleanup()

	useGlobalOverlay.setState({}, true)
	const desk = await opened({ at: '/liveDesk/400000002' })
	await ring(desk)
	await screen.findByRole('complementary', { name: m.calling_region() })
	expect(queryDialog()).toBeNull()
})

test('[IMCALL-55] signing out ends the connection and what rings', async () => {
	const page = await opened()
	await ring(page)
	await dialog()
	act(() => signOutLocally())
	await waitFor(() => expect(queryDialog()).toBeNull())
	await advance(1_000)
	expect(page.peer.isConnected).toBe(false)
	await ring(page)
	await advance(delays.callRingsMs)
	expect([queryDialog(), toasts()]).toEqual([null, []])
})

test('[IMCALL-55] signing out gives up a join that has no answer yet, and opens no room afterwards', async () => {
	let answer = (_: StubAnswer) => {}
	const pending = new Promise<StubAnswer>(resolve => {
		answer = resolve
	})
	const page = await opened({ answers: { [joinRoute]: () => pending } })
	await ring(page)
	await dialog()
	press(m.calling_join())
	await waitFor(() => expect(page.server.count(joinRoute)).toBe(1))
	act(() => signOutLocally())
	await waitFor(() => expect(queryDialog()).toBeNull())
	answer(admitted)
	await advance(1_000)
	expect([page.where(), toasts()]).toEqual(['/MeetingList', []])
})

test('[IMCALL-55] another person has a connection of their own; another name of the same one keeps theirs', async () => {
	const page = await opened()
	const { user } = aMember()
	act(() => setPerson({ ...aMember(), user: { ...user, displayName: '韩梅梅' } }))
	await advance(5_000)
	expect(page.peer.framesOf('login')).toHaveLength(1)
	page.server.answers[token] = aToken('lilei')
	act(() => setPerson({ ...aMember(), user: { ...user, id: 'lilei' as never } }))
	await advance(5_000)
	await vi.waitFor(() => expect(page.peer.framesOf('login')).toHaveLength(2))
	expect(page.peer.framesOf('login').map(({ jsonData }) => (jsonData as { uid: string }).uid)).toEqual([
		'hanmei',
		'lilei',
	])
})
