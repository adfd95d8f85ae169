// @vitest-environment happy-dom
import { delays } from '@parley/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiReactions } from '../../api/index.ts'
import { getCurrentPerson, refreshSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { routeTable } from '../../navigation/routes.ts'
import { formatSearchParams, parseSearchParams } from '../../navigation/searchParams.ts'
import { storage } from '../../storage/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { loadFailure, toast } from '../../ui/index.ts'
import { connectApiReactions } from '../apiReactions.ts'
import { retryScreen } from '../errors/ErrorScreen.tsx'
import { statusBarBackground } from '../shell/shellCommands.ts'
import { focusHeading, followHeading, startNavigationEffects } from './navigationEffects.ts'
import {
	endsInViewTransitions,
	hadBrowserTransition,
	pageTransition,
	routeIndex,
	watchBrowserTransitions,
} from './pageTransition.ts'

describe('search parameters', () => {
	test('[ROUTE-01] stay strings: not numbers, booleans or JSON', () => {
		const read = parseSearchParams('?meetingId=012345678&publicJoin=false&hasPwd=1&meeting=%7B%22a%22%3A1%7D')
		expect(read).toEqual({ meetingId: '012345678', publicJoin: 'false', hasPwd: '1', meeting: '{"a":1}' })
	})
	test('[ROUTE-01] are formatted as they are parsed, without undefined ones', () => {
		expect(formatSearchParams({ meetingId: '012345678', publicJoin: 'false', from: undefined })).toBe(
			'?meetingId=012345678&publicJoin=false',
		)
		expect(formatSearchParams({})).toBe('')
		const special = { meeting: '{"topic":"a&b=c 中文"}' }
		expect(parseSearchParams(formatSearchParams(special))).toEqual(special)
	})
})

describe('the route table', () => {
	test('[LAND-17] / and /Index show the same screen', () => {
		const screens = routeTable
			.filter(entry => ['/', '/Index'].includes(entry.path))
			.map(entry => 'screen' in entry && entry.screen)
		expect(screens).toEqual(['Landing', 'Landing'])
	})
	test('no path occurs twice', () => {
		expect(new Set(routeTable.map(entry => entry.path)).size).toBe(routeTable.length)
	})
	test.each([
		'/bootLogin/1/2/3',
		'/Login/ScanJoin/9',
		'/MeetingList/JoinMeeting/unkonw/false',
		'/detail/1',
		'/liveDetail/1',
	])('[ROUTE-11] [ROUTE-15] [ROUTE-18] [ROUTE-40] %s is in the table', path =>
		expect(routeIndex(path)).toBeGreaterThan(0),
	)
	test('fixed segments win over parameters, and an unknown path is not in the table', () => {
		expect(routeIndex('/Login/ScanResult')).not.toBe(routeIndex('/Login/ScanJoin/ScanResult'))
		expect(routeIndex('/nowhere')).toBe(-1)
	})
})

describe('page transitions', () => {
	test('[ROUTE-49] forward where the index rises', () => {
		expect([pageTransition('/', '/Login'), pageTransition('/MeetingList', '/detail/123456789')]).toEqual(['fwd', 'fwd'])
	})
	test('[ROUTE-50] back where it falls', () => {
		expect([pageTransition('/Login', '/'), pageTransition('/room/1', '/MeetingList')]).toEqual(['back', 'back'])
	})
	test('none on the first load or on the spot', () => {
		expect([pageTransition(undefined, '/Login'), pageTransition('/detail/1', '/detail/2')]).toEqual([
			undefined,
			undefined,
		])
	})
	test.each([
		['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', true],
		[
			'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
			false,
		],
		['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', false],
	])('none where they end the page: %s', (userAgent, ends) => expect(endsInViewTransitions(userAgent)).toBe(ends))
	test('none where somebody switched them off', async () => {
		const navigated = {
			fromLocation: { pathname: '/' },
			toLocation: { pathname: '/Login' },
		} as never
		vi.stubGlobal('CSS', { supports: () => true })
		vi.resetModules()
		const { router } = await import('./router.tsx')
		const { setPageTransitions } = await import('../../features/appearance/index.ts')
		const { types } = router.options.defaultViewTransition as { types(change: unknown): string[] | false }
		expect(types(navigated)).toEqual(['fwd'])
		setPageTransitions(false)
		expect(types(navigated)).toBe(false)
		setPageTransitions(true)
		vi.unstubAllGlobals()
	})
	test('none where the browser animated the navigation itself', () => {
		watchBrowserTransitions(window)
		window.dispatchEvent(Object.assign(new Event('popstate'), { hasUAVisualTransition: true }))
		expect([hadBrowserTransition(), hadBrowserTransition()]).toEqual([true, false])
		window.dispatchEvent(new Event('popstate'))
		expect(hadBrowserTransition()).toBe(false)
	})
})

describe('focus after a navigation', () => {
	test('the heading of the new screen is focused', () => {
		document.body.innerHTML = '<div id="root"><button>x</button><h1>Title</h1></div>'
		focusHeading()
		expect(document.activeElement?.tagName).toBe('H1')
	})
	test('but not while an input has the focus', () => {
		document.body.innerHTML = '<div id="root"><h1>Title</h1><input></div>'
		document.querySelector('input')?.focus()
		focusHeading()
		expect(document.activeElement?.tagName).toBe('INPUT')
	})

	/** Replaces the content of the screen; the observer is notified in a microtask. */
	async function show(html: string) {
		const root = document.querySelector('#root')
		if (root) root.innerHTML = html
		await new Promise(resolve => setTimeout(resolve))
	}
	test('a heading that takes the place of the focused one has the focus', async () => {
		document.body.innerHTML = '<div id="root"><h1>Loading</h1></div>'
		focusHeading()
		const stop = followHeading()
		await show('<h1>Loaded</h1><button>x</button>')
		expect(document.activeElement?.textContent).toBe('Loaded')

		// A button that is gone with the heading, as when a meeting is left.
		document.querySelector('button')?.focus()
		await show('<h1>Left</h1>')
		expect(document.activeElement?.textContent).toBe('Left')
		stop()
		await show('<h1>Later</h1>')
		expect(document.activeElement).toBe(document.body)
	})
	test('by one observer, however much somebody does', () => {
		const observe = vi.spyOn(MutationObserver.prototype, 'observe').mockImplementation(() => {})
		let render: (event: object) => void = () => {}
		const subscribe = (_: string, listener: typeof render) => {
			render = listener
			return () => {}
		}
		startNavigationEffects({ subscribe } as never)
		for (const act of ['pointerdown', 'keydown']) window.dispatchEvent(new Event(act))
		for (const path of ['/a', '/b']) render({ fromLocation: { pathname: path }, pathChanged: true })
		expect(observe).toHaveBeenCalledOnce()
		observe.mockRestore()
	})
	test('nor on the first load, until somebody has done something', async () => {
		document.body.innerHTML = '<div id="root"><h1>Loading</h1></div>'
		startNavigationEffects({ subscribe: () => () => {} })
		await show('<h1>Loaded</h1>')
		expect(document.activeElement).toBe(document.body)
		window.dispatchEvent(new Event('pointerdown'))
		await show('<h1>Waiting</h1>')
		expect(document.activeElement?.textContent).toBe('Waiting')
	})
	test('but not while something else has it, nor while the heading stays', async () => {
		document.body.innerHTML = '<div id="root"><h1>Loading</h1></div><dialog open><button>x</button></dialog>'
		const stop = followHeading()
		document.querySelector('button')?.focus()
		await show('<h1>Loaded</h1>')
		expect(document.activeElement?.tagName).toBe('BUTTON')

		document.querySelector('button')?.blur()
		document.querySelector('#root')?.append('more')
		await new Promise(resolve => setTimeout(resolve))
		expect(document.activeElement).toBe(document.body)
		stop()
	})
})

describe('API reactions', () => {
	afterEach(() => {
		vi.useRealTimers()
		vi.unstubAllGlobals()
	})
	function aPage() {
		const visited: string[] = []
		const states: unknown[] = []
		const showTimeout = vi.fn()
		const navigate = async ({ href, state }: { href: string; state?: unknown }) => {
			visited.push(href)
			states.push(state)
		}
		connectApiReactions({ navigate }, showTimeout)
		return { visited, states, showTimeout }
	}
	test('[HTTP-07] [HTTP-09] the timeout toast is shown, the index opened', () => {
		const { visited, showTimeout } = aPage()
		apiReactions.showTimeout()
		apiReactions.redirect('index')
		expect(visited).toEqual(['/'])
		expect(showTimeout).toHaveBeenCalledOnce()
	})
	test('a part of the page that is not loaded is the network where there is none, else an unsteady connection', () => {
		aPage()
		const shown = vi.spyOn(toast, 'show')
		const online = vi.spyOn(navigator, 'onLine', 'get')
		for (const isOnline of [true, false]) {
			online.mockReturnValue(isOnline)
			loadFailure.report()
		}
		expect(shown.mock.calls.map(([text]) => text)).toEqual([m.net_timeout(), m.net_offline()])
		vi.restoreAllMocks()
	})
	test('[HTTP-09] a token refused right after its refresh ends the session at the sign-in, with a sentence', async () => {
		vi.useFakeTimers()
		const { visited, states } = aPage()
		setPerson(aMember())
		const server = stubServer({ 'POST /auth/refresh': { data: { access_token: 'fresh' } } })
		apiReactions.redirect('index', storage.read('accessToken'))
		expect(visited).toEqual(['/'])

		expect(await refreshSession()).toBe('member')
		apiReactions.redirect('index', 'fresh')
		// Another call of the same screen.
		apiReactions.redirect('index', 'fresh')
		expect(visited).toEqual(['/', '/Login', '/Login'])
		expect(getCurrentPerson()).toEqual({ kind: 'guest' })
		expect(storage.read('accessToken')).toBeUndefined()
		expect(states.slice(1)).toEqual([{ isSessionRefused: true }, { isSessionRefused: true }])
		expect(server.requests).toHaveLength(1)
	})
	test('[HTTP-09] a refreshed token that is refused later is refreshed again', async () => {
		vi.useFakeTimers()
		const { visited } = aPage()
		setPerson(aMember())
		stubServer({ 'POST /auth/refresh': { data: { access_token: 'fresh' } } })
		await refreshSession()
		vi.advanceTimersByTime(delays.freshTokenMs + 1)
		apiReactions.redirect('index', 'fresh')
		expect(visited).toEqual(['/'])
		expect(getCurrentPerson().kind).toBe('member')
	})
	test('[ROUTE-06] [HTTP-10] [HTTP-11] a missing phone number or profile leads to the screen that completes it', () => {
		const { visited } = aPage()
		apiReactions.redirect('bindPhone')
		apiReactions.redirect('perfectInfo')
		expect(visited).toEqual(['/bindPhone', '/perfectInfo'])
	})
})

test('[OP-068] the landing, the sign-in and the room are dark under the status bar, whatever the theme', () => {
	const grounds = ['/', '/Index', '/Login', '/room/1', '/MeetingList'].map(path => statusBarBackground(path, 'light'))
	expect(grounds).toEqual(['picture', 'picture', 'picture', 'dark', 'light'])
	expect(statusBarBackground('/MeetingList', 'dark')).toBe('dark')
})

test('a screen that could not be loaded is retried with a page reload, any other is rendered again', () => {
	const [reset, reload] = [vi.fn(), vi.fn()]
	retryScreen(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
	retryScreen(new Error('Unable to preload CSS for /assets/x.css'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([0, 2])
	retryScreen(new Error('undefined is not a function'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([1, 2])
})
