import { Meeting, SiteInfo, User } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { meetingStatus } from '@parley/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialScreenHtml } from '../../../build/initialScreenHtml.ts'
import { analyticsEventName } from '../../analytics/index.ts'
import { BridgeContext } from '../../bridge/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import { routeTable } from '../../navigation/routes.ts'
import { formatSearchParams, parseSearchParams } from '../../navigation/searchParams.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { Landing } from './Landing.screen.tsx'
import { redirectLink } from './redirectLink.ts'

const user = { id: '7', name: 'hanmei', companies: [] }
let sent: string[]
let refresh: () => Response

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	// Every moment is a quiet one.
	vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act))
	vi.stubGlobal('cancelIdleCallback', clearTimeout)
	sent = []
	refresh = () => new Response(JSON.stringify({ code: 200, data: { access_token: 'new' } }))
	vi.stubGlobal('fetch', async (path: string) => {
		sent.push(path)
		return path.startsWith('/auth/refresh') ? refresh() : new Response('{}', { status: 404 })
	})
	useSession.setState({ kind: 'guest' }, true)
	useSite.setState({ guestsAllowed: true, copyright: undefined })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	chooseLanguage('zh')
})

const info = (present: boolean) => ({ present, version: undefined })
function aBridge(present: boolean) {
	const shown = info(present)
	const call = vi.fn(async () => ({ ok: true, value: { content: '', publicScan: '' } }))
	return {
		present,
		info: { get: () => shown, subscribe: () => () => {} },
		call,
		on: () => () => {},
	} as unknown as Bridge & {
		call: typeof call
	}
}

/** The landing in a router of its own, with the screens it leads to. */
async function show({ bridge = aBridge(false), at: address = '/', isTokenRefused = false, isHeld = false } = {}) {
	const root = createRootRoute()
	const at = (path: string, component = () => <p>{path}</p>) =>
		createRoute({ getParentRoute: () => root, path, component })
	const landingAt = (path: string) =>
		createRoute({ getParentRoute: () => root, path, component: Landing, beforeLoad: redirectLink })
	const paths = routeTable.map(({ path }) => path).filter(path => path !== '/' && path !== '/Index')
	const history = createMemoryHistory({ initialEntries: [address] })
	if (isTokenRefused) history.replace(address, { isTokenRefused })
	const router = createRouter({
		routeTree: root.addChildren([landingAt('/'), landingAt('/Index'), ...paths.map(path => at(path))]),
		history,
		parseSearch: parseSearchParams,
		stringifySearch: formatSearchParams,
	})
	const loaded = router.load()
	if (!isHeld) await loaded
	await act(async () => {
		render(
			<BridgeContext value={bridge}>
				<RouterProvider router={router as never} />
			</BridgeContext>,
		)
	})
	return { router, bridge }
}
/** The ways in; what stands below them comes later. */
const links = () =>
	[...document.querySelectorAll<HTMLElement>('.landing-acts a')].map(link => [
		link.textContent,
		link.getAttribute('href'),
	])

const shownPicture = () => document.querySelector<HTMLElement>('[data-picture].shown')

test('[LAND-01] the first picture of the script is the one that the HTML shows already, and it is alone', async () => {
	const initial = document.createElement('div')
	initial.innerHTML = initialScreenHtml('Landing')
	await show()
	expect(document.querySelectorAll('[data-picture]')).toHaveLength(1)
	expect(shownPicture()?.innerHTML).toBe(initial.querySelector('.landing-view')?.innerHTML)
})

test('[LAND-01] [LAND-02] every six seconds the next picture is shown; with reduced motion the first stays', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
	const motion = vi.spyOn(window, 'matchMedia')
	const names = async () => {
		await show()
		const seen = [shownPicture()?.dataset.picture]
		for (let turn = 0; turn < 3; turn++) {
			act(() => void vi.advanceTimersByTime(6_000))
			seen.push(shownPicture()?.dataset.picture)
		}
		cleanup()
		return seen
	}
	try {
		expect(await names()).toEqual(['dusk', 'midnight', 'dawn', 'dusk'])
		motion.mockReturnValue({ matches: true, addEventListener() {}, removeEventListener() {} } as never)
		expect(await names()).toEqual(['dusk', 'dusk', 'dusk', 'dusk'])
	} finally {
		vi.useRealTimers()
		motion.mockRestore()
	}
})

test('[LAND-03] [LAND-04] a guest can join quickly and log in', async () => {
	await show()
	expect(links()).toEqual([
		['加入会议', '/joinQuickly'],
		['登录', '/Login'],
	])
})

test('[LAND-04] [REG-17] where one can register the way in says so, on sites of type 1 it does not', async () => {
	useSite.setState({ info: { type: 2 } as never })
	await show()
	expect(links()[1]).toEqual(['登录或注册', '/Login'])
	act(() => chooseLanguage('en'))
	cleanup()
	await show()
	expect(links()[1]).toEqual(['Sign in or register', '/Login'])
	act(() => useSite.setState({ info: { type: 1 } as never }))
	expect(links()[1]).toEqual(['Sign in', '/Login'])
	useSite.setState({ info: undefined })
})

test('[LAND-06] [LAND-07] a site that wants no guests shows no way for them', async () => {
	useSite.setState({ guestsAllowed: false })
	await show()
	expect(links()).toEqual([['登录', '/Login']])
	expect(screen.queryByText(/输入会议号即可入会/)).toBeNull()
	expect(screen.getByText('登录后即可入会，安排自己的会议。')).toBeTruthy()
})

test('[LAND-15] [LAND-16] whoever is known is refreshed and goes to the list, with no choice shown meanwhile', async () => {
	useSession.setState({ kind: 'member', user, company: undefined } as never, true)
	let answer = () => {}
	const held = new Promise<void>(resolve => {
		answer = resolve
	})
	vi.stubGlobal('fetch', async (path: string) => {
		sent.push(path)
		await held
		return refresh()
	})
	const { router } = await show()
	// Requests of quiet moments may be sent at any time.
	expect(sent.filter(path => path.startsWith('/auth'))).toEqual(['/auth/refresh?noErrorTip'])
	expect(links()).toEqual([])
	await act(async () => answer())
	await waitFor(() => expect(router.state.location.pathname).toBe('/MeetingList'))
	expect(localStorage.getItem('accessToken')).toBe('new')
})

test('[OP-061] [HTTP-12] where the refresh is refused they stay, as a guest', async () => {
	useSession.setState({ kind: 'member', user, company: undefined } as never, true)
	localStorage.setItem('accessToken', 'old')
	refresh = () => new Response(JSON.stringify({ code: 401 }), { status: 401 })
	const { router } = await show()
	await waitFor(() => expect(links()[1]).toEqual(['登录', '/Login']))
	expect([router.state.location.pathname, localStorage.getItem('accessToken')]).toEqual(['/', null])
})

test('[HTTP-09] whoever comes here from a refused call, and is refused again, is told so at the sign-in', async () => {
	useSession.setState({ kind: 'member', user, company: undefined } as never, true)
	refresh = () => new Response(JSON.stringify({ code: 401 }), { status: 401 })
	const { router } = await show({ isTokenRefused: true })
	await waitFor(() => expect(router.state.location.pathname).toBe('/Login'))
	expect(router.state.location.state.isSessionRefused).toBe(true)
})

test('[LAND-03] a member whom the network keeps here can still join and see the list', async () => {
	useSession.setState({ kind: 'member', user, company: undefined } as never, true)
	vi.stubGlobal('fetch', async () => {
		throw new TypeError('Failed to fetch')
	})
	await show()
	await waitFor(() =>
		expect(links()).toEqual([
			['加入会议', '/MeetingList/JoinMeeting/unkonw/false'],
			['我的会议', '/MeetingList'],
		]),
	)
})

test('[LAND-13] [LAND-14] a stored public scan leads to the public meetings once', async () => {
	localStorage.setItem('publicScan', '1')
	const { router } = await show()
	await waitFor(() => expect(router.state.location.pathname).toBe('/publicMeeting'))
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[LAND-11] [LAND-12] scan and switch-site are there in the app, and nowhere else', async () => {
	await show()
	await screen.findByText('摄像头扫码')
	expect([screen.queryByText('扫码入会'), screen.queryByText('切换站点')]).toEqual([null, null])
	cleanup()
	const { bridge } = await show({ bridge: aBridge(true) })
	fireEvent.click(await screen.findByText('切换站点'))
	await act(async () => void fireEvent.click(screen.getByText('扫码入会')))
	expect(bridge.call.mock.calls).toEqual([['switchSite'], ['scan', 'publicScan']])
})

const copyright = { guestJoin: true, publicMeetings: true, neutral: false, telephone: '' }
const below = () =>
	[...document.querySelectorAll<HTMLElement>('.landing-foot a')].map(link => [
		link.textContent,
		link.getAttribute('href'),
	])

test('[LAND-05] public meetings are offered where the site shows its list, and only there', async () => {
	useSite.setState({ copyright })
	await show()
	const link = await screen.findByRole('link', { name: '公开会议' })
	expect(link.getAttribute('href')).toBe('/publicMeeting')
	cleanup()
	useSite.setState({ copyright: { ...copyright, publicMeetings: false } })
	await show()
	await screen.findByText('摄像头扫码')
	expect(screen.queryByRole('link', { name: '公开会议' })).toBeNull()
})

test('[LAND-08] [LAND-09] [LAND-10] terms, law and privacy are one tap away, and come back here', async () => {
	await show()
	await screen.findByText('服务协议')
	expect(below()).toEqual([
		['服务协议', '/Protocol?isSelf=true'],
		['法律声明', '/Law?isSelf=true'],
		['隐私政策', '/Privacy?isSelf=true'],
	])
})

test('[OP-103] a neutral site shows neither the mark nor the papers of the brand', async () => {
	useSite.setState({ copyright: { ...copyright, neutral: true } })
	await show()
	await screen.findByText('公开会议')
	expect(below()).toEqual([['公开会议', '/publicMeeting']])
	expect(screen.queryByText('晤谈')).toBeNull()
})

test('[LAND-13] a site that shows no list has nothing to go to, and the flag is used up', async () => {
	useSite.setState({ copyright: { ...copyright, publicMeetings: false } })
	localStorage.setItem('publicScan', '1')
	const { router } = await show()
	expect([router.state.location.pathname, localStorage.getItem('publicScan')]).toEqual(['/', null])
	expect(links()).toHaveLength(2)
})

test('[LAND-14] the second visit stays', async () => {
	localStorage.setItem('publicScan', '1')
	const { router } = await show()
	await waitFor(() => expect(router.state.location.pathname).toBe('/publicMeeting'))
	cleanup()
	const again = await show()
	expect(again.router.state.location.pathname).toBe('/')
	expect(links()).toHaveLength(2)
})

test('[LAND-17] /Index is the same screen', async () => {
	await show({ at: '/Index' })
	expect(links()).toHaveLength(2)
})

test('[HTTP-15] the company of the site is asked for where none is stored, and kept', async () => {
	const data = SiteInfo.encode({
		companyId: 'c7' as SiteInfo['companyId'],
		type: 2,
		isOa: false,
		isPrivate: false,
		messengerLogin: false,
		deviceMakerLogin: false,
	})
	const asked = 'GET /corp/indexCorp'
	const server = stubServer({ [asked]: { data } })
	await show()
	await waitFor(() => expect(localStorage.getItem('corpId')).toBe('c7'))
	expect(server.count(asked)).toBe(1)
	cleanup()
	localStorage.setItem('corpId', 'c1')
	await show()
	await waitFor(() => expect(server.count('GET /meeting/commonSettings')).toBe(2))
	expect([server.count(asked), localStorage.getItem('corpId')]).toEqual([1, 'c1'])
	useSite.setState({ info: undefined })
})

const id = '842391556'
const detail = `GET /meeting/meetings/${id}`
const check = 'GET /mobile/checkLogin'
const nobody: StubAnswer = { code: 401 }
const found = (fields: Partial<Meeting> = {}): StubAnswer => ({ data: { meeting: Meeting.encode(aMeeting(fields)) } })

async function follow(answers: Record<string, StubAnswer>, query = `meetingId=${id}`) {
	const server = stubServer(answers)
	const { router } = await show({ at: `/?${query}` })
	await waitFor(() => expect(router.state.location.pathname).not.toBe('/'))
	return { server, where: router.state.location.href }
}

test('[LINK-05] [LINK-07] [LINK-08] [OP-056] the short link of a guest looks the meeting up at once, and opens its join screen', async () => {
	const { server, where } = await follow({ [detail]: found() }, `meetingId=${id}&pwd=MTIz`)
	expect(server.requests.map(({ call }) => call)).toEqual([detail])
	expect(where).toBe(`/Login/ScanJoin/${id}`)
	expect([localStorage.getItem('publicScan'), sessionStorage.getItem(`linkPassword.${id}`)]).toEqual(['1', '123'])
})

test('[LINK-07] the password of a link is in its fragment: filled in, requested from nobody, and gone from the address', async () => {
	const heard = vi.fn()
	window.addEventListener(analyticsEventName, heard)
	const { server, where } = await follow({ [check]: nobody, [detail]: found() }, `meetingId=${id}#pwd=MTIz`)
	expect(where).toBe(`/Login/ScanJoin/${id}`)
	expect(sessionStorage.getItem(`linkPassword.${id}`)).toBe('123')
	expect(JSON.stringify(server.requests.map(({ query, ...rest }) => ({ ...rest, query: `${query}` })))).not.toMatch(
		/MTIz|"123"/,
	)
	expect(heard).not.toHaveBeenCalled()
	window.removeEventListener(analyticsEventName, heard)
})

test.each([
	[
		'[LINK-04] a private meeting',
		{ [check]: nobody, [detail]: found({ isPrivate: true }) },
		`/bootLogin/${id}/false/false`,
	],
	['[LINK-06] 501', { [check]: nobody, [detail]: { code: 501 } }, `/bootLogin/${id}/false/false`],
	[
		'[LINK-03] an ended meeting',
		{ [check]: nobody, [detail]: found({ status: meetingStatus.ended }) },
		'/Login/ScanResult?status=9',
	],
	['[LINK-09] one that is not there', { [check]: nobody }, '/Login/ScanResult?status=0'],
] as [string, Record<string, StubAnswer>, string][])('%s behind a short link', async (_, answers, to) => {
	expect((await follow(answers)).where).toBe(to)
})

test('[OP-043] a broken password is no password', async () => {
	const { where } = await follow({ [check]: nobody, [detail]: found() }, `meetingId=${id}&pwd=%25%25`)
	expect([where, sessionStorage.getItem(`linkPassword.${id}`)]).toEqual([`/Login/ScanJoin/${id}`, null])
})

test('[LINK-02] a member comes to the join screen of a private meeting, and not to the list', async () => {
	useSession.setState({ kind: 'member', user, company: undefined } as never, true)
	const signedIn = { code: 0, data: User.encode({ ...user, displayName: 'x', isComplete: true, userType: 1 } as never) }
	const { where, server } = await follow({ [check]: signedIn, [detail]: found({ isPrivate: true }) })
	expect(where).toBe(`/Login/ScanJoin/${id}`)
	expect([server.count(check), server.count(detail)]).toEqual([1, 1])
})

test('[LINK-01] nothing of the landing is shown while a link is followed', async () => {
	stubServer({ [detail]: () => new Promise(() => {}) })
	await show({ at: `/?meetingId=${id}`, isHeld: true })
	expect(document.querySelector('.landing')).toBeNull()
})

test('[LINK-01] [BRG-12] [OP-045] what the phone scanned is followed like a link, and its flag is kept', async () => {
	stubServer({ [check]: nobody, [detail]: found() })
	const bridge = aBridge(true)
	const content = `https://meet.example/?meetingId=${id}&pwd=MTIz`
	bridge.call.mockResolvedValue({ ok: true, value: { content, publicScan: 'publicScan' } })
	const { router } = await show({ bridge })
	fireEvent.click(await screen.findByText('扫码入会'))
	await waitFor(() => expect(router.state.location.pathname).toBe(`/Login/ScanJoin/${id}`))
	expect([localStorage.getItem('publicScan'), sessionStorage.getItem(`linkPassword.${id}`)]).toEqual([
		'publicScan',
		'123',
	])
})

test('[BRG-12] on the landing, too, two taps scan once and a late answer pulls nobody out of a form', async () => {
	const server = stubServer({ [check]: nobody, [detail]: found() })
	const bridge = aBridge(true)
	let answer = (_: unknown) => {}
	bridge.call.mockImplementation(() => new Promise(resolve => (answer = resolve)) as never)
	const { router } = await show({ bridge })
	fireEvent.click(await screen.findByText('扫码入会'))
	fireEvent.click(screen.getByText('扫码入会'))
	expect(bridge.call).toHaveBeenCalledOnce()
	await act(() => router.navigate({ to: '/Register' }))
	await act(async () => answer({ ok: true, value: { content: `https://x/?meetingId=${id}`, publicScan: '1' } }))
	expect(router.state.location.pathname).toBe('/Register')
	expect(server.count(detail)).toBe(0)
})

test('[BRG-12] an answer of the shell that cannot be read is said', async () => {
	stubServer({})
	const bridge = aBridge(true)
	bridge.call.mockResolvedValue({ ok: false, failure: 'malformed' } as never)
	const shown = vi.spyOn(toast, 'show')
	await show({ bridge })
	fireEvent.click(await screen.findByText('扫码入会'))
	await waitFor(() => expect(shown).toHaveBeenCalledWith('扫码失败，请重试', { tone: 'error' }))
	shown.mockRestore()
})

test('[I18N-01] the language is changed on the spot', async () => {
	await show()
	fireEvent.click(screen.getByRole('button', { name: 'Switch to English' }))
	expect(document.documentElement.lang).toBe('en')
	expect(localStorage.getItem('locale')).toBe('en')
})

test('the theme is changed on the spot and kept', async () => {
	await show()
	fireEvent.click(screen.getByRole('button', { name: '切换到深色' }))
	expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
	expect(screen.getByRole('button', { name: '切换到浅色' })).toBeTruthy()
})

test('who goes elsewhere while a link is looked up stays there', async () => {
	let answer: (given: StubAnswer) => void = () => {}
	const server = stubServer({ [detail]: () => new Promise(resolve => (answer = resolve)) })
	const { router } = await show({ at: `/?meetingId=${id}`, isHeld: true })
	await waitFor(() => expect(server.count(detail)).toBe(1))
	await act(() => router.navigate({ to: '/Login' }))
	await act(async () => answer(found()))
	await act(async () => void (await new Promise(resolve => setTimeout(resolve, 50))))
	expect(router.state.location.pathname).toBe('/Login')
})
