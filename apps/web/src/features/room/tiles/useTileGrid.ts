import { type RefObject, useEffect, useState } from 'react'
import { computeGrid, type Grid } from './grid.ts'

export interface TileGrid extends Grid {
	/** The shorter side of a tile, in pixels. */
	tilePx: number
}

/** The grid for `count` tiles in an element, kept up to date with its size. */
export function useTileGrid(stage: RefObject<HTMLElement | null>, count: number): TileGrid {
	const [size, setSize] = useState({ width: 0, height: 0 })
	useEffect(() => {
		const element = stage.current
		if (!element) return
		const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
		observer.observe(element)
		return () => observer.disconnect()
	}, [stage])
	const grid = computeGrid(count, size.width, size.height)
	return { ...grid, tilePx: Math.min(size.width / grid.columns, size.height / grid.rows) }
}
