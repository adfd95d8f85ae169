import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubResizeObserver } from '../../../testing/stubResizeObserver.ts'
import { useStage } from './useStage.ts'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

/** A stage of a given size. */
function aStage() {
	const element = document.createElement('div')
	element.style.rowGap = '6px'
	const sizes = { width: 0, height: 0 }
	Object.defineProperty(element, 'clientWidth', { get: () => sizes.width })
	Object.defineProperty(element, 'clientHeight', { get: () => sizes.height })
	document.body.append(element)
	return { current: element, sizes }
}

test('the size follows the element and its replacement; none is observed after leaving', () => {
	const { observed, resize } = stubResizeObserver()
	const [portrait, landscape] = [aStage(), aStage()]
	const { result, rerender, unmount } = renderHook(stage => useStage(stage), { initialProps: portrait })
	Object.assign(portrait.sizes, { width: 400, height: 800 })
	act(() => resize(portrait.current))
	expect(result.current).toEqual({ width: 400, height: 800, gap: 6 })
	Object.assign(portrait.sizes, { width: 800, height: 400 })
	act(() => resize(portrait.current))
	expect(result.current).toEqual({ width: 800, height: 400, gap: 6 })
	rerender(landscape)
	expect(observed().map(element => element === landscape.current)).toEqual([true])
	unmount()
	expect(observed()).toEqual([])
	document.body.replaceChildren()
})
