import { type RefObject, useLayoutEffect, useRef } from 'react'

export const motion = { duration: 320, easing: 'cubic-bezier(.2,.8,.2,1)' }

interface Box {
	left: number
	top: number
	width: number
	height: number
}

/**
 * Moves tiles from where they were to where they are, when their order or grid has changed. The elements stay where they
 * are in the document, so that no video is loaded again.
 * @param arrangement changes with each other order or grid, but not while the window is resized
 */
export function useTileMotion(stage: RefObject<HTMLElement | null>, arrangement: string): void {
	const before = useRef<{ arrangement: string; boxes: Map<string, Box> }>({ arrangement: '', boxes: new Map() })
	useLayoutEffect(() => {
		const boxes = new Map<string, Box>()
		const isChanged = before.current.arrangement !== arrangement
		const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
		for (const tile of stage.current?.querySelectorAll<HTMLElement>(':scope > [data-person]') ?? []) {
			const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = tile
			const id = tile.dataset.person ?? ''
			const old = before.current.boxes.get(id)
			boxes.set(id, { left, top, width, height })
			if (!isChanged || isCalm || !old || old.width === 0 || width === 0) continue
			const [x, y, scaleX, scaleY] = [old.left - left, old.top - top, old.width / width, old.height / height]
			if (x === 0 && y === 0 && scaleX === 1 && scaleY === 1) continue
			const from = { transformOrigin: '0 0', transform: `translate(${x}px, ${y}px) scale(${scaleX}, ${scaleY})` }
			tile.animate([from, { transformOrigin: '0 0', transform: 'none' }], motion)
		}
		before.current = { arrangement, boxes }
	})
}
