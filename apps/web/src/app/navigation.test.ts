// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { apiReactions } from '../api/index.ts'
import { focusHeading } from './arrivals.ts'
import { connectReactions } from './reactions.ts'
import { table } from './routes.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { groundOf } from './shell.ts'
import { routeIndex, slideOf } from './slide.ts'
import { swipedBack, watchSwipes } from './swipes.ts'
import { tryAgain } from './tryAgain.ts'

describe('query values', () => {
	test('[ROUTE-01] stay texts: no number, no yes or no, no JSON', () => {
		const read = parseSearch('?meetingId=012345678&publicJoin=false&hasPwd=1&meeting=%7B%22a%22%3A1%7D')
		expect(read).toEqual({ meetingId: '012345678', publicJoin: 'false', hasPwd: '1', meeting: '{"a":1}' })
	})
	test('[ROUTE-01] are written as they are read, and nothing is not written', () => {
		expect(stringifySearch({ meetingId: '012345678', publicJoin: 'false', from: undefined })).toBe(
			'?meetingId=012345678&publicJoin=false',
		)
		expect(stringifySearch({})).toBe('')
		const odd = { meeting: '{"topic":"a&b=c 中文"}' }
		expect(parseSearch(stringifySearch(odd))).toEqual(odd)
	})
})

describe('the table of routes', () => {
	test('[LAND-17] / and /Index show the same screen', () => {
		const screens = table
			.filter(entry => ['/', '/Index'].includes(entry.path))
			.map(entry => 'screen' in entry && entry.screen)
		expect(screens).toEqual(['Landing', 'Landing'])
	})
	test('no address stands twice', () => {
		expect(new Set(table.map(entry => entry.path)).size).toBe(table.length)
	})
	test.each([
		'/bootLogin/1/2/3',
		'/Login/ScanJoin/9',
		'/MeetingList/JoinMeeting/unkonw/false',
		'/detail/1',
		'/liveDetail/1',
	])('[ROUTE-11] [ROUTE-15] [ROUTE-18] [ROUTE-40] [ROUTE-41] %s has its place', path =>
		expect(routeIndex(path)).toBeGreaterThan(0),
	)
	test('fixed words win over parameters, and an unknown address has no place', () => {
		expect(routeIndex('/Login/ScanResult')).not.toBe(routeIndex('/Login/ScanJoin/ScanResult'))
		expect(routeIndex('/nowhere')).toBe(-1)
	})
})

describe('slides', () => {
	test('[ROUTE-49] forward where the index rises', () => {
		expect([slideOf('/', '/Login'), slideOf('/MeetingList', '/detail/123456789')]).toEqual(['fwd', 'fwd'])
	})
	test('[ROUTE-50] back where it falls', () => {
		expect([slideOf('/Login', '/'), slideOf('/room/1', '/MeetingList')]).toEqual(['back', 'back'])
	})
	test('none on the first load or on the spot', () => {
		expect([slideOf(undefined, '/Login'), slideOf('/detail/1', '/detail/2')]).toEqual([undefined, undefined])
	})
	test('none where the browser has already moved the page', () => {
		watchSwipes(window)
		window.dispatchEvent(Object.assign(new Event('popstate'), { hasUAVisualTransition: true }))
		expect([swipedBack(), swipedBack()]).toEqual([true, false])
		window.dispatchEvent(new Event('popstate'))
		expect(swipedBack()).toBe(false)
	})
})

describe('arriving', () => {
	test('the heading of the new screen has the focus', () => {
		document.body.innerHTML = '<div id="root"><button>x</button><h1>Title</h1></div>'
		focusHeading()
		expect(document.activeElement?.tagName).toBe('H1')
	})
	test('but not where somebody is about to type', () => {
		document.body.innerHTML = '<div id="root"><h1>Title</h1><input></div>'
		document.querySelector('input')?.focus()
		focusHeading()
		expect(document.activeElement?.tagName).toBe('INPUT')
	})
})

describe('answers that concern everybody', () => {
	function aPage() {
		const went: string[] = []
		const sayTimeout = vi.fn()
		connectReactions({ navigate: async ({ href }) => void went.push(href) }, sayTimeout)
		return { went, sayTimeout }
	}
	test('[HTTP-07] [HTTP-09] the toast is shown, the index opened', () => {
		const { went, sayTimeout } = aPage()
		apiReactions.showTimeout()
		apiReactions.redirect('index')
		expect(went).toEqual(['/'])
		expect(sayTimeout).toHaveBeenCalledOnce()
	})
	test('[ROUTE-06] [HTTP-10] [HTTP-11] who lacks a number or a profile is taken to where it is completed', () => {
		const { went } = aPage()
		apiReactions.redirect('bindPhone')
		apiReactions.redirect('perfectInfo')
		expect(went).toEqual(['/bindPhone', '/perfectInfo'])
	})
})

test('[OP-068] the landing, the sign-in and the room are dark under the status bar, whatever the theme', () => {
	const grounds = ['/', '/Index', '/Login', '/room/1', '/MeetingList'].map(path => groundOf(path, 'light'))
	expect(grounds).toEqual(['picture', 'picture', 'picture', 'dark', 'light'])
	expect(groundOf('/MeetingList', 'dark')).toBe('dark')
})

test('a screen that could not be fetched is tried with a new page, any other is drawn again', () => {
	const [reset, reload] = [vi.fn(), vi.fn()]
	tryAgain(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
	tryAgain(new Error('Unable to preload CSS for /assets/x.css'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([0, 2])
	tryAgain(new Error('undefined is not a function'), reset, reload)
	expect([reset.mock.calls.length, reload.mock.calls.length]).toEqual([1, 2])
})
