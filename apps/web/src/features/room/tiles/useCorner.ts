import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

const clockwise = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const satisfies readonly Corner[]
const motion = { duration: 320, easing: 'cubic-bezier(.2,.8,.2,1)' }
/** A finger that presses moves a little. */
const minMovePx = 6

/** The corner to which an arrow key takes a tile. */
const moved: Record<string, (corner: Corner) => Corner> = {
	ArrowLeft: corner => (corner.startsWith('top') ? 'top-left' : 'bottom-left'),
	ArrowRight: corner => (corner.startsWith('top') ? 'top-right' : 'bottom-right'),
	ArrowUp: corner => (corner.endsWith('left') ? 'top-left' : 'top-right'),
	ArrowDown: corner => (corner.endsWith('left') ? 'bottom-left' : 'bottom-right'),
}

/** The corner of a box that is nearest to a point. */
export function nearestCorner(
	{ x, y }: { x: number; y: number },
	{ left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): Corner {
	const vertical = y < top + height / 2 ? 'top' : 'bottom'
	return `${vertical}-${x < left + width / 2 ? 'left' : 'right'}`
}

/**
 * Moves a floating tile to a corner: with a finger or the mouse to the nearest one, with the arrow keys, and with Enter to the
 * next one (ROOM-107).
 *
 * @param tile the tile, whose parent is the stage
 */
export function useCorner(tile: RefObject<HTMLElement | null>) {
	const [{ corner, turn }, setPlace] = useState<{ corner: Corner; turn: number }>({ corner: 'bottom-right', turn: 0 })
	const drag = useRef<{ x: number; y: number; isMoved: boolean }>(undefined)
	/** The place of the tile before it went to its corner. */
	const from = useRef<DOMRect>(undefined)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a tile that goes back to its corner moves, too
	useLayoutEffect(() => {
		const element = tile.current
		const before = from.current
		from.current = undefined
		if (!element || !before || matchMedia('(prefers-reduced-motion: reduce)').matches) return
		const { left, top } = element.getBoundingClientRect()
		element.animate(
			[{ transform: `translate(${before.left - left}px, ${before.top - top}px)` }, { transform: 'none' }],
			motion,
		)
	}, [tile, turn])

	function moveTo(next: Corner) {
		from.current = tile.current?.getBoundingClientRect()
		if (tile.current) tile.current.style.transform = ''
		setPlace(({ turn: before }) => ({ corner: next, turn: before + 1 }))
	}

	function drop() {
		const wasMoved = drag.current?.isMoved
		drag.current = undefined
		const [element, stage] = [tile.current, tile.current?.parentElement]
		if (!wasMoved || !element || !stage) return
		const { left, top, width, height } = element.getBoundingClientRect()
		moveTo(nearestCorner({ x: left + width / 2, y: top + height / 2 }, stage.getBoundingClientRect()))
	}

	return {
		corner,
		handlers: {
			onPointerDown(event: PointerEvent) {
				if (event.button !== 0) return
				event.currentTarget.setPointerCapture(event.pointerId)
				drag.current = { x: event.clientX, y: event.clientY, isMoved: false }
			},
			onPointerMove(event: PointerEvent) {
				const start = drag.current
				if (!start || !tile.current) return
				const [x, y] = [event.clientX - start.x, event.clientY - start.y]
				start.isMoved ||= Math.hypot(x, y) >= minMovePx
				if (start.isMoved) tile.current.style.transform = `translate(${x}px, ${y}px)`
			},
			onPointerUp: drop,
			onPointerCancel: drop,
			onKeyDown(event: KeyboardEvent) {
				const next = event.key === 'Enter' ? nextOf : moved[event.key]
				if (!next) return
				event.preventDefault()
				moveTo(next(corner))
			},
		},
	}
}

const nextOf = (corner: Corner): Corner => clockwise[(clockwise.indexOf(corner) + 1) % clockwise.length] ?? corner
