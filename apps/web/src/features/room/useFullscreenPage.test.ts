import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFullscreenPage } from './useFullscreenPage.ts'

const set = (name: string, value: unknown) => Object.defineProperty(document, name, { value, configurable: true })
function become(element: Element | null) {
	set('fullscreenElement', element)
	document.dispatchEvent(new Event('fullscreenchange'))
}

beforeEach(() => {
	set('fullscreenEnabled', true)
	set('fullscreenElement', null)
	document.documentElement.requestFullscreen = vi.fn(async () => become(document.documentElement))
	document.exitFullscreen = vi.fn(async () => become(null))
})

afterEach(() => {
	cleanup()
	for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
		Reflect.deleteProperty(document, name)
	Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
})

test('[ROOM-106] the page becomes as large as the display and small again, and is small once the room is left', async () => {
	const { result, unmount } = renderHook(useFullscreenPage)
	expect(result.current?.isOn).toBe(false)
	await act(async () => result.current?.toggle())
	expect(result.current?.isOn).toBe(true)
	await act(async () => result.current?.toggle())
	expect(result.current?.isOn).toBe(false)
	unmount()
	expect(document.exitFullscreen).toHaveBeenCalledTimes(1)

	const again = renderHook(useFullscreenPage)
	await act(async () => again.result.current?.toggle())
	again.unmount()
	expect(document.fullscreenElement).toBeNull()
})

test('[ROOM-106] a browser without it offers nothing, and one that refuses stays as it is', async () => {
	document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not allowed'))
	const { result } = renderHook(useFullscreenPage)
	await act(async () => result.current?.toggle())
	expect(result.current?.isOn).toBe(false)
	set('fullscreenEnabled', false)
	expect(renderHook(useFullscreenPage).result.current).toBeUndefined()
})
