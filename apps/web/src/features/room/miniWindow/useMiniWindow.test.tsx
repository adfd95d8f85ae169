import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useMiniWindow } from './useMiniWindow.ts'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	Reflect.deleteProperty(window, 'documentPictureInPicture')
	Reflect.deleteProperty(document, 'pictureInPictureEnabled')
	Reflect.deleteProperty(navigator, 'mediaSession')
})

const settled = () => act(async () => void (await new Promise(resolve => setTimeout(resolve))))

/** A browser that opens windows for pages, and calls back when the person goes to another tab. */
function aBrowser() {
	const opened = document.implementation.createHTMLDocument('')
	const page = Object.assign(new EventTarget(), {
		document: opened,
		close: vi.fn(() => void page.dispatchEvent(new Event('pagehide'))),
	})
	const requestWindow = vi.fn(async () => page)
	Object.assign(window, { documentPictureInPicture: { requestWindow } })
	const actions = new Map<string, (() => void) | null>()
	Object.defineProperty(navigator, 'mediaSession', {
		configurable: true,
		value: { setActionHandler: (name: string, handler: (() => void) | null) => void actions.set(name, handler) },
	})
	return { page, requestWindow, leaveTab: () => act(() => actions.get('enterpictureinpicture')?.()), actions }
}

test('[ROOM-108] a browser without small windows offers none', () => {
	expect(renderHook(() => useMiniWindow()).result.current).toBeUndefined()
})

test('[ROOM-108] the window has the look of the page, and is closed by the person or with the room', async () => {
	const { page, requestWindow } = aBrowser()
	const style = document.head.appendChild(document.createElement('style'))
	style.textContent = '.x { color: red }'
	document.documentElement.lang = 'zh'
	const { result, unmount } = renderHook(() => useMiniWindow())
	act(() => result.current?.toggle())
	await settled()
	expect(result.current?.container).toBe(page.document.body)
	expect([page.document.documentElement.lang, page.document.body.dataset.theme]).toEqual(['zh', 'dark'])
	expect(page.document.head.innerHTML).toContain('.x { color: red }')
	act(() => result.current?.toggle())
	expect([page.close.mock.calls.length, result.current?.isOpen]).toEqual([1, false])
	act(() => result.current?.toggle())
	await settled()
	unmount()
	expect([requestWindow.mock.calls.length, page.close.mock.calls.length]).toEqual([2, 2])
	style.remove()
})

test('[ROOM-108] it opens by itself when the person goes to another tab, once, and no longer after leaving', async () => {
	const { requestWindow, leaveTab, actions } = aBrowser()
	const { result, unmount } = renderHook(() => useMiniWindow())
	leaveTab()
	await settled()
	expect(result.current?.isOpen).toBe(true)
	leaveTab()
	expect([requestWindow.mock.calls.length, result.current?.isOpen]).toEqual([1, true])
	unmount()
	expect(actions.get('enterpictureinpicture')).toBeNull()
})

test('[ROOM-108] a browser that refuses the window, and one whose pages cannot have any, do nothing wrong', async () => {
	const { requestWindow, actions } = aBrowser()
	requestWindow.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
	actions.clear()
	Object.defineProperty(navigator, 'mediaSession', {
		configurable: true,
		value: {
			setActionHandler() {
				throw new TypeError('unknown action')
			},
		},
	})
	const { result } = renderHook(() => useMiniWindow())
	act(() => result.current?.toggle())
	await settled()
	expect(result.current?.isOpen).toBe(false)
})

test('[ROOM-108] where only a video can float, that does, until the person or the system ends it', async () => {
	Object.defineProperty(document, 'pictureInPictureEnabled', { configurable: true, value: true })
	const { result } = renderHook(() => useMiniWindow())
	const requestPictureInPicture = vi.fn(async () => {})
	Object.assign(result.current?.video ?? {}, { current: { requestPictureInPicture } })
	act(() => result.current?.toggle())
	await settled()
	expect([requestPictureInPicture.mock.calls.length, result.current?.isOpen]).toEqual([1, true])
	act(() => void document.dispatchEvent(new Event('leavepictureinpicture')))
	expect(result.current?.isOpen).toBe(false)
})

test('[ROOM-108] a window that opens after leaving is closed, and two taps open one', async () => {
	const { page, requestWindow } = aBrowser()
	const { result, unmount } = renderHook(() => useMiniWindow())
	act(() => result.current?.toggle())
	act(() => result.current?.toggle())
	unmount()
	await settled()
	expect([requestWindow.mock.calls.length, page.close.mock.calls.length]).toEqual([1, 1])
})
