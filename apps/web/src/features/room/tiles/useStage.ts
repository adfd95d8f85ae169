import { type RefObject, useEffect, useState } from 'react'
import type { Stage } from './grid.ts'

/** The size of the element in which tiles are shown, and the gap between them, kept up to date; in pixels. */
export function useStage(stage: RefObject<HTMLElement | null>): Stage {
	const [size, setSize] = useState<Stage>({ width: 0, height: 0, gap: 0 })
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
	return size
}
