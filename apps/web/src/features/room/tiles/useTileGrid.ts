import { type RefObject, useEffect, useState } from 'react'
import { computeGrid, type Grid } from './grid.ts'

export interface TileGrid extends Grid {
	/** The width of all columns with their gaps, in pixels. */
	blockWidth: number
}

/** The grid for `count` tiles in an element, kept up to date with its size; in pixels. */
export function useTileGrid(stage: RefObject<HTMLElement | null>, count: number): TileGrid {
	const [size, setSize] = useState({ width: 0, height: 0, gap: 0 })
	useEffect(() => {
		const element = stage.current
		if (!element) return
		const observer = new ResizeObserver(() =>
			setSize({
				width: element.clientWidth,
				height: element.clientHeight,
				gap: Number.parseFloat(getComputedStyle(element).rowGap) || 0,
			}),
		)
		observer.observe(element)
		return () => observer.disconnect()
	}, [stage])
	const grid = computeGrid(count, size)
	return { ...grid, blockWidth: grid.columns * grid.tileWidth + (grid.columns - 1) * size.gap }
}
