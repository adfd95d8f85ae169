import { appUserAgentToken } from '@parley/bridge'
import { afterEach, expect, test, vi } from 'vitest'

const page = document.documentElement

async function runScript(stored: Record<string, string>) {
	for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
	vi.resetModules()
	// @ts-expect-error it is a script, not a module
	await import('./initialScript.ts')
}

afterEach(() => {
	localStorage.clear()
	page.removeAttribute('style')
	delete page.dataset.theme
	delete page.dataset.app
	history.replaceState(null, '', '/')
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

test('the chosen theme and text size are set before the first paint', async () => {
	await runScript({ theme: 'dark', textScale: '1.15' })
	expect([page.dataset.theme, page.style.getPropertyValue('--text-scale')]).toEqual(['dark', '1.15'])
})

test.each(['1', '9', '1.3;color:red', 'large'])('a text size of %j changes nothing', async textScale => {
	await runScript({ textScale })
	expect(page.style.getPropertyValue('--text-scale')).toBe('')
})

test('[LAYOUT-05] the room for a notch is kept in the app alone, from the first paint', async () => {
	await runScript({})
	expect(page.dataset.app).toBeUndefined()
	await runScript({ isInApp: 'true' })
	expect(page.dataset.app).toBe('')
	delete page.dataset.app
	localStorage.clear()
	history.replaceState(null, '', '/Login?isInApp=1')
	await runScript({})
	expect(page.dataset.app).toBe('')
	delete page.dataset.app
	history.replaceState(null, '', '/')
	vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (iPhone) ${appUserAgentToken}/3.1`)
	await runScript({})
	expect(page.dataset.app).toBe('')
})

test('a first request or a connection that fails before it is taken over is made again', async () => {
	const sockets: { onclose?(): void }[] = []
	vi.stubGlobal('localeTags', {})
	vi.stubGlobal('initialCalls', [{ pattern: '^/room/(\\d+)$', url: '/meeting/$1' }])
	vi.stubGlobal('initialSocket', {
		pattern: '^/room/(\\d+)$',
		formPattern: '^/join$',
		url: '/presence?$1',
		meetingQuery: 'meeting',
	})
	vi.stubGlobal('RTCPeerConnection', class {})
	vi.stubGlobal(
		'WebSocket',
		class {
			constructor() {
				sockets.push(this)
			}
		},
	)
	let fail = () => {}
	vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = () => reject(new TypeError('network')))))
	history.replaceState(null, '', '/room/842391556#ticket=t')
	await runScript({})
	expect([window.initialRequest?.url, window.initialSocket?.socket]).toEqual(['/meeting/842391556', sockets[0]])
	fail()
	sockets[0]?.onclose?.()
	await Promise.resolve()
	expect([window.initialRequest, window.initialSocket]).toEqual([undefined, undefined])
})

test.each([
	['/?meetingId=842391556', ['/meeting/842391556']],
	['/?meetingId=842391556&publicScan=1', ['/meeting/842391556']],
	['/', []],
	['/?meetingId=none', []],
	['/joinQuickly?meetingId=842391556', []],
])('[LINK-01] at %s the first request is that of the screen of the link', async (address, urls) => {
	const fetched: string[] = []
	vi.stubGlobal('localeTags', {})
	vi.stubGlobal('initialCalls', [{ pattern: '^/Login/ScanJoin/(\\d+)$', url: '/meeting/$1' }])
	vi.stubGlobal('initialSocket', {
		pattern: '^/room/(\\d+)$',
		formPattern: '^/join$',
		url: '/presence?$1',
		meetingQuery: 'meeting',
	})
	vi.stubGlobal('fetch', async (url: string) => {
		fetched.push(url)
		return new Response()
	})
	history.replaceState(null, '', address)
	await runScript({})
	expect(fetched).toEqual(urls)
})
