import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubResizeObserver } from '../../../testing/stubResizeObserver.ts'
import { useTileGrid } from './useTileGrid.ts'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

/** A stage of a given size. */
function aStage() {
	const element = document.createElement('div')
	const sizes = { width: 0, height: 0 }
	Object.defineProperty(element, 'clientWidth', { get: () => sizes.width })
	Object.defineProperty(element, 'clientHeight', { get: () => sizes.height })
	return { current: element, sizes }
}

test('the grid follows the size of the stage and of its replacement; none is observed after leaving', () => {
	const { observed, resize } = stubResizeObserver()
	const [portrait, landscape] = [aStage(), aStage()]
	const { result, rerender, unmount } = renderHook(stage => useTileGrid(stage, 2), { initialProps: portrait })
	Object.assign(portrait.sizes, { width: 400, height: 800 })
	act(() => resize(portrait.current))
	expect(result.current).toEqual({ columns: 1, rows: 2, tileWidth: 400, tileHeight: 400, blockWidth: 400 })
	Object.assign(portrait.sizes, { width: 800, height: 400 })
	act(() => resize(portrait.current))
	expect(result.current).toEqual({ columns: 2, rows: 1, tileWidth: 400, tileHeight: 300, blockWidth: 800 })
	rerender(landscape)
	expect(observed().map(element => element === landscape.current)).toEqual([true])
	unmount()
	expect(observed()).toEqual([])
})
