import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Pages } from './layout.ts'
import { motion } from './useTileMotion.ts'

/** A finger has moved this far before it swipes: one that presses moves a little. */
const minSwipePx = 10
/** A page is turned by this part of its size, or by a finger that is this fast, in pixels per ms. */
const turns = { part: 0.3, pxPerMs: 0.35 }
/** Before the first page and after the last one the tiles follow a finger less. */
const resistance = 0.3

interface Drag {
	pointerId: number
	from: number
	across: number
	startedAt: number
	isTaken: boolean
	/** How far the tiles were moved, in pixels. */
	by: number
}

/**
 * Turns pages by a swipe that the tiles follow, or at once (ROOM-230).
 * @param list contains the tiles; those that move with the page have `data-paged`
 * @param onTurn called with the number of pages, of which one exists in that direction
 */
export function usePageTurn(
	list: RefObject<HTMLElement | null>,
	pages: Pages | undefined,
	onTurn: (by: -1 | 1) => void,
) {
	const [isTurning, setTurning] = useState(false)
	/** Counts turns, and swipes that turned nothing. */
	const [turn, setTurn] = useState(0)
	const drag = useRef<Drag>(undefined)
	/** From where the tiles go to their places. */
	const from = useRef<{ x: number; y: number; hadFocus: boolean }>(undefined)

	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])

	const hasPages = pages !== undefined
	// There is room for all, also in the middle of a swipe.
	useLayoutEffect(() => {
		if (hasPages) return
		clearTimeout(timer.current)
		drag.current = undefined
		setTurning(false)
		if (list.current) moveTiles(list.current, undefined)
	}, [hasPages, list])

	// biome-ignore lint/correctness/useExhaustiveDependencies: the tiles move once for each turn
	useLayoutEffect(() => {
		const start = from.current
		from.current = undefined
		if (!start || !list.current) return
		moveTiles(list.current, undefined)
		const tiles = [...list.current.querySelectorAll<HTMLElement>('[data-paged]')]
		if (start.hadFocus)
			tiles
				.find(tile => tile.dataset.paged === 'shown')
				?.querySelector<HTMLElement>('button')
				?.focus()
		if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setTurning(false)
		const keyframes = [{ transform: `translate(${start.x}px, ${start.y}px)` }, { transform: 'none' }]
		for (const tile of tiles) tile.animate(keyframes, motion)
	}, [list, turn])

	function settle(by: -1 | 0 | 1, dragged: number) {
		if (!pages) return
		const distance = dragged + by * pages.extent
		const focused = document.activeElement?.closest('[data-paged]')
		from.current = {
			...(pages.axis === 'x' ? { x: distance, y: 0 } : { x: 0, y: distance }),
			hadFocus: by !== 0 && focused != null && list.current?.contains(focused) === true,
		}
		setTurning(true)
		clearTimeout(timer.current)
		timer.current = setTimeout(() => setTurning(drag.current?.isTaken === true), motion.duration)
		setTurn(before => before + 1)
		if (by !== 0) onTurn(by)
	}

	const canTurn = (by: -1 | 1) => pages !== undefined && pages.index + by >= 0 && pages.index + by < pages.count

	function drop() {
		const dragged = drag.current
		drag.current = undefined
		if (!dragged?.isTaken || !pages) return
		const by = dragged.by < 0 ? 1 : -1
		const isFast = Math.abs(dragged.by) / (performance.now() - dragged.startedAt) > turns.pxPerMs
		const isFar = Math.abs(dragged.by) > pages.extent * turns.part
		settle(canTurn(by) && (isFast || isFar) ? by : 0, dragged.by)
	}

	return {
		/** A page is being turned: the tiles of the pages beside it are seen. */
		isTurning,
		turn(by: -1 | 1) {
			if (canTurn(by)) settle(by, 0)
		},
		handlers: {
			onPointerDown(event: PointerEvent) {
				if (!pages || event.pointerType !== 'touch' || !event.isPrimary) return
				const target = event.target as Element
				// The shared screen has gestures of its own, and a column stands beside what is large.
				if (target.closest('[data-person="screen"]')) return
				if (pages.axis === 'y' && !target.closest('[data-paged]')) return
				const [along, across] = pages.axis === 'x' ? [event.clientX, event.clientY] : [event.clientY, event.clientX]
				const { pointerId } = event
				drag.current = { pointerId, from: along, across, startedAt: performance.now(), isTaken: false, by: 0 }
			},
			onPointerMove(event: PointerEvent) {
				const dragged = drag.current
				if (!dragged || !pages || !list.current || event.pointerId !== dragged.pointerId) return
				const [along, across] = pages.axis === 'x' ? [event.clientX, event.clientY] : [event.clientY, event.clientX]
				const by = along - dragged.from
				if (!dragged.isTaken) {
					if (Math.abs(by) < minSwipePx || Math.abs(by) < Math.abs(across - dragged.across)) return
					dragged.isTaken = true
					// The end of the swipe is heard of also where its tile goes meanwhile; a tap belongs to its tile.
					list.current.setPointerCapture(event.pointerId)
					setTurning(true)
				}
				dragged.by = canTurn(by < 0 ? 1 : -1) ? by : by * resistance
				moveTiles(list.current, pages.axis === 'x' ? { x: dragged.by, y: 0 } : { x: 0, y: dragged.by })
			},
			onPointerUp: drop,
			onPointerCancel: drop,
		},
	}
}

/** Moves all tiles of the page; undefined puts them into their places. */
function moveTiles(list: HTMLElement, by: { x: number; y: number } | undefined) {
	list.style.setProperty('--swipe', by ? `translate(${by.x}px, ${by.y}px)` : 'none')
}
