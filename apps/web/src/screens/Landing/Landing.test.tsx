import type { Bridge } from '@parley/bridge'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BridgeContext } from '../../bridge/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import { Landing } from './Landing.tsx'

const user = { id: '7', name: 'hanmei', companies: [] }
let sent: string[]
let refresh: () => Response

beforeEach(() => {
	localStorage.clear()
	sent = []
	refresh = () => new Response(JSON.stringify({ code: 200, data: { access_token: 'new' } }))
	vi.stubGlobal('fetch', async (path: string) => {
		sent.push(path)
		return path.startsWith('/auth/refresh') ? refresh() : new Response('{}', { status: 404 })
	})
	useSession.setState({ at: 'guest' }, true)
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
async function show({ bridge = aBridge(false), more = [] as string[] } = {}) {
	const root = createRootRoute()
	const at = (path: string, component = () => <p>{path}</p>) =>
		createRoute({ getParentRoute: () => root, path, component })
	const paths = ['/Login', '/joinQuickly', '/MeetingList', '/MeetingList/JoinMeeting/$meetingId/$hasPwd', ...more]
	const router = createRouter({
		routeTree: root.addChildren([at('/', Landing as never), ...paths.map(path => at(path))]),
		history: createMemoryHistory({ initialEntries: ['/'] }),
	})
	await router.load()
	await act(async () => {
		render(
			<BridgeContext value={bridge}>
				<RouterProvider router={router as never} />
			</BridgeContext>,
		)
	})
	return { router, bridge }
}
const links = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])

test('[LAND-03] [LAND-04] a guest can join quickly and log in', async () => {
	await show()
	expect(links()).toEqual([
		['加入会议', '/joinQuickly'],
		['登录', '/Login'],
	])
})

test('[LAND-06] [LAND-07] a site that wants no guests shows no way for them', async () => {
	useSite.setState({ guestsAllowed: false })
	await show()
	expect(links()).toEqual([['登录', '/Login']])
})

test('[LAND-15] [LAND-16] whoever is known is refreshed and goes to the list, with no choice shown meanwhile', async () => {
	useSession.setState({ at: 'member', user, company: undefined } as never, true)
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
	expect(sent).toEqual(['/auth/refresh?noErrorTip'])
	expect(screen.queryAllByRole('link')).toEqual([])
	await act(async () => answer())
	await vi.waitFor(() => expect(router.state.location.pathname).toBe('/MeetingList'))
	expect(localStorage.getItem('accessToken')).toBe('new')
})

test('[OP-061] [HTTP-12] where the refresh is refused they stay, as a guest', async () => {
	useSession.setState({ at: 'member', user, company: undefined } as never, true)
	localStorage.setItem('accessToken', 'old')
	refresh = () => new Response(JSON.stringify({ code: 401 }), { status: 401 })
	const { router } = await show()
	await vi.waitFor(() => expect(links()[1]).toEqual(['登录', '/Login']))
	expect([router.state.location.pathname, localStorage.getItem('accessToken')]).toEqual(['/', null])
})

test('[LAND-03] a member whom the network keeps here can still join and see the list', async () => {
	useSession.setState({ at: 'member', user, company: undefined } as never, true)
	vi.stubGlobal('fetch', async () => {
		throw new TypeError('Failed to fetch')
	})
	await show()
	await vi.waitFor(() =>
		expect(links()).toEqual([
			['加入会议', '/MeetingList/JoinMeeting/unkonw/false'],
			['我的会议', '/MeetingList'],
		]),
	)
})

test('[LAND-13] [LAND-14] a stored public scan leads to the public meetings once', async () => {
	localStorage.setItem('publicScan', '1')
	const { router } = await show({ more: ['/publicMeeting'] })
	await vi.waitFor(() => expect(router.state.location.pathname).toBe('/publicMeeting'))
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('[LAND-11] [LAND-12] scan and switch-site are there in the app, and nowhere else', async () => {
	await show()
	expect(screen.queryByText('扫码入会')).toBeNull()
	cleanup()
	const { bridge } = await show({ bridge: aBridge(true) })
	fireEvent.click(await screen.findByText('切换站点'))
	await act(async () => void fireEvent.click(screen.getByText('扫码入会')))
	expect(bridge.call.mock.calls).toEqual([['switchSite'], ['scan', 'publicScan']])
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
