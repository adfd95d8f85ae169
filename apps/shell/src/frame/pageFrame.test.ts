import type { BridgeWindow, InjectedBridge } from '@parley/bridge'
import { createFakeShell } from '@parley/bridge/suite'
import { Window as PageWindow } from 'happy-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings, type Settings } from '../settings.ts'
import { createPageFrame } from './pageFrame.ts'

type Page = Window & BridgeWindow

/** A frame whose document we change by hand, as a navigation does. */
function openFrame(chosen: Partial<Settings>, readyState: DocumentReadyState) {
	const page = new PageWindow({ url: 'http://meet.test/' }) as unknown as Page
	Object.defineProperty(page.document, 'readyState', { configurable: true, get: () => state })
	Object.defineProperty(page.document, 'URL', { get: () => page.location.href })
	let state = readyState
	const frame = document.createElement('iframe')
	Object.defineProperty(frame, 'contentDocument', { get: () => page.document })
	Object.defineProperty(frame, 'contentWindow', { get: () => page })
	const bridges: InjectedBridge[] = []
	createPageFrame(
		frame,
		() => ({ ...defaultSettings, ...chosen }),
		() => {
			const { bridge } = createFakeShell()
			bridges.push(bridge)
			return bridge
		},
	)
	const to = (next: DocumentReadyState, target: EventTarget, event: string) => {
		state = next
		target.dispatchEvent(new (page as unknown as { Event: typeof Event }).Event(event))
	}
	return { page, frame, bridges, to }
}

let callback: ReturnType<typeof vi.fn<(bridge: InjectedBridge) => void>>
beforeEach(() => {
	callback = vi.fn<(bridge: InjectedBridge) => void>()
})

test('[BRG-01] as an object before the page, the bridge is there with the document', () => {
	const { page, frame, bridges } = openFrame({ boot: 'object' }, 'loading')
	frame.dispatchEvent(new Event('load'))
	expect(page.WebViewJavascriptBridge).toBe(bridges[0])
})

test('[BRG-01] callbacks are run when the scripts of the page have had their chance', () => {
	const { page, frame, bridges, to } = openFrame({ boot: 'callbacks' }, 'loading')
	frame.dispatchEvent(new Event('load'))
	page.WVJBCallbacks?.push(callback)
	expect(page.WebViewJavascriptBridge).toBeUndefined()
	to('interactive', page.document, 'DOMContentLoaded')
	expect(callback.mock.calls).toEqual([[bridges[0]]])
})

test('[BRG-01] after it has loaded means after it has loaded', () => {
	const { page, frame, to } = openFrame({ boot: 'object', arrival: 'load' }, 'loading')
	frame.dispatchEvent(new Event('load'))
	to('interactive', page.document, 'DOMContentLoaded')
	expect(page.WebViewJavascriptBridge).toBeUndefined()
	to('complete', page, 'load')
	expect(page.WebViewJavascriptBridge).toBeDefined()
})

test('[BRG-01] a phone without a bridge leaves the page alone', () => {
	const { page, frame, bridges } = openFrame({ arrival: 'never' }, 'complete')
	frame.dispatchEvent(new Event('load'))
	expect(bridges).toEqual([])
	expect(page.WVJBCallbacks).toBeUndefined()
})

test('[BRG-01] one document gets one bridge', () => {
	const { frame, bridges } = openFrame({ boot: 'object' }, 'complete')
	frame.dispatchEvent(new Event('load'))
	frame.dispatchEvent(new Event('load'))
	expect(bridges).toHaveLength(1)
})

test('[BRG-25] the page in the phone has no screen capture of its own', () => {
	const { page, frame } = openFrame({}, 'loading')
	Object.defineProperty(page.navigator, 'mediaDevices', { configurable: true, value: { getDisplayMedia() {} } })
	frame.dispatchEvent(new Event('load'))
	expect(page.navigator.mediaDevices.getDisplayMedia).toBeUndefined()
})
