import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TileHeights } from '../mediaConnection.ts'
import { useShownTiles } from './useShownTiles.ts'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

function shown(ids: string[], heightPx: number) {
	const told: unknown[] = []
	const controller = {
		setTiles: (heights: TileHeights | 'hidden') => void told.push(heights === 'hidden' ? heights : [...heights]),
	}
	const hook = renderHook(
		props =>
			useShownTiles(controller, props.heightPx > 0 ? new Map(props.ids.map(id => [id, props.heightPx])) : undefined),
		{ initialProps: { ids, heightPx } },
	)
	return { ...hook, told: () => told.splice(0) }
}

test('[ROOM-86] the engine learns the heights in device pixels, again when they change, and that nothing is shown', () => {
	vi.stubGlobal('devicePixelRatio', 2)
	const { told, rerender, unmount } = shown(['p1'], 0)
	expect(told()).toEqual([])
	rerender({ ids: ['p1'], heightPx: 100 })
	expect(told()).toEqual([[['p1', 200]]])
	rerender({ ids: ['p1', 'p2'], heightPx: 50 })
	expect(told()).toEqual([
		[
			['p1', 100],
			['p2', 100],
		],
	])
	rerender({ ids: ['p1', 'p2'], heightPx: 50 })
	expect(told()).toEqual([])
	unmount()
	expect(told()).toEqual(['hidden'])
})

test('[ROOM-86] nothing is shown while nobody else is here, and while the page is in the background', () => {
	vi.stubGlobal('devicePixelRatio', 1)
	const { told, rerender, unmount } = shown([], 100)
	expect(told()).toEqual([[]])
	rerender({ ids: ['p1'], heightPx: 100 })
	told()
	const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
	expect(told()).toEqual(['hidden'])
	visibility.mockReturnValue('visible')
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
	expect(told()).toEqual([[['p1', 100]]])
	unmount()
	told()
	document.dispatchEvent(new Event('visibilitychange'))
	expect(told()).toEqual([])
})

test('[ROOM-108] in the background the small window is given small pictures, until it is closed', () => {
	vi.stubGlobal('devicePixelRatio', 2)
	const told: unknown[] = []
	const controller = {
		setTiles: (heights: TileHeights | 'hidden') => void told.push(heights === 'hidden' ? heights : [...heights]),
	}
	const heights = new Map([['p1', 400]])
	const { rerender } = renderHook(({ isOpen }) => useShownTiles(controller, heights, isOpen), {
		initialProps: { isOpen: true },
	})
	const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
	expect(told).toEqual([[['p1', 800]], [['p1', 360]]])
	rerender({ isOpen: false })
	expect(told.at(-1)).toBe('hidden')
	visibility.mockRestore()
})
