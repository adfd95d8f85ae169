import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordListeners } from '../../../testing/recordListeners.ts'
import { useFullScreen } from './useFullScreen.ts'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	Reflect.deleteProperty(document, 'fullscreenElement')
})

function show() {
	const stage = document.createElement('div')
	const setElement = (element: Element | null) => {
		Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
		document.dispatchEvent(new Event('fullscreenchange'))
	}
	stage.requestFullscreen = vi.fn(async () => setElement(stage))
	document.exitFullscreen = vi.fn(async () => setElement(null))
	const { result, unmount } = renderHook(() => useFullScreen({ current: stage }, { current: null }))
	const toggle = () => act(async () => result.current.toggle())
	return { stage, setElement, toggle, unmount, isOn: () => result.current.isOn }
}

test('the button enters and leaves full screen; so does the key of the browser', async () => {
	const listeners = recordListeners(document, 'fullscreenchange')
	const { stage, setElement, toggle, unmount, isOn } = show()
	await toggle()
	expect([isOn(), vi.mocked(stage.requestFullscreen).mock.calls.length]).toEqual([true, 1])
	await toggle()
	expect([isOn(), vi.mocked(document.exitFullscreen).mock.calls.length]).toEqual([false, 1])
	await toggle()
	act(() => setElement(null))
	expect(isOn()).toBe(false)
	expect(listeners()).toBe(1)
	unmount()
	expect(listeners()).toBe(0)
})

test('where only the page can be filled, the same button leaves it', async () => {
	const { stage, toggle, isOn } = show()
	stage.requestFullscreen = async () => Promise.reject(new TypeError('not allowed'))
	await toggle()
	expect(isOn()).toBe(true)
	await toggle()
	expect(isOn()).toBe(false)
})
