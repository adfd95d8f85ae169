import type { BridgeWindow } from '@parley/bridge'
import { createFakeShell, pageBridgeSuite } from '@parley/bridge/suite'
import { Window as PageWindow } from 'happy-dom'
import { expect, test, vi } from 'vitest'
import { connectBridge } from './index.ts'

const iPhone =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 ParleyApp/6.2.5'
const android = 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/126.0 Mobile ParleyApp/6.2.5'

function openPage(userAgent = iPhone) {
	const page = new PageWindow({ settings: { disableIframePageLoading: true, navigator: { userAgent } } })
	// The suite uses fake timers, so the page has to use the same ones.
	const setTimeout = (act: () => void, ms?: number) => globalThis.setTimeout(act, ms)
	Object.assign(page, { setTimeout })
	return page as unknown as Window & BridgeWindow
}

const framesIn = ({ document }: Window) =>
	[...document.querySelectorAll('iframe')].map(frame => frame.getAttribute('src') ?? '')

pageBridgeSuite('the bridge of the page', () => {
	const window = openPage()
	return {
		window,
		connect: ({ inApp }) => connectBridge({ window, inApp }),
		announce: () =>
			void window.document.dispatchEvent(
				new (window as unknown as { Event: typeof Event }).Event('WebViewJavascriptBridgeReady'),
			),
		bootFrameUrls: () => framesIn(window),
	}
})

test('[BRG-01] Android shells announce themselves, so no frames are added there', () => {
	const window = openPage(android)
	connectBridge({ window, inApp: true })
	expect(framesIn(window)).toEqual([])
})

test('[BRG-01] arguments that cannot be parsed and failed listeners are reported by name, without the content', async () => {
	const window = openPage()
	const shell = createFakeShell()
	window.WebViewJavascriptBridge = shell.bridge
	const report = vi.fn()
	const bridge = connectBridge({ window, report })
	const broken = new Error('broken')
	bridge.on('backPreviousPage', () => {
		throw broken
	})
	await shell.fire('dingTalkLogin', { openid: '' })
	await shell.fire('backPreviousPage')
	expect(report.mock.calls).toEqual([
		['dingTalkLogin', 'malformed'],
		['backPreviousPage', broken],
	])
})
