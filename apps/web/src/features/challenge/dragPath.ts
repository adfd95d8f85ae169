import type { Puzzle } from '@parley/api'
import { type PointerEvent, type RefObject, useRef } from 'react'

/** The path of a drag: the position of the piece over time. */
export interface DragPath {
	/** `DOMHighResTimeStamp` of the first event. */
	readonly startedAt: number
	/** `ms,x,y` each, in milliseconds and pixels of the picture. */
	readonly points: readonly string[]
	readonly lastMs: number
}

/** Pointer events come more often; this rate and number suffice for the server and stay within its limit. */
const minIntervalMs = 12
const maxPoints = 500

export const startDragPath = (now: number): DragPath => ({ startedAt: now, points: ['0,0,0'], lastMs: 0 })

/** `x` is the left edge of the piece, `y` the vertical offset of the pointer, both in pixels of the picture. */
export function addDragPoint(path: DragPath, now: number, x: number, y: number): DragPath {
	const ms = Math.round(now - path.startedAt)
	if (ms - path.lastMs < minIntervalMs || path.points.length >= maxPoints) return path
	return { ...path, points: [...path.points, formatPoint(ms, x, y)], lastMs: ms }
}

/** The path as it is sent, joined by `;`, always with the point where the piece was dropped. */
export function formatDragPath(path: DragPath, now: number, x: number, y: number): string {
	const ms = Math.max(Math.round(now - path.startedAt), path.lastMs + 1)
	return [...path.points, formatPoint(ms, x, y)].join(';')
}

const formatPoint = (ms: number, x: number, y: number) => `${ms},${Math.round(x)},${Math.round(y)}`

interface Drag {
	path: DragPath
	startX: number
	startY: number
	/** Pixels of the picture per pixel of the screen, along the track and across it. */
	scaleX: number
	scaleY: number
}

/** A shorter drag, in pixels of the picture, counts as a tap. */
const minDragPx = 4

export interface PuzzleDragOptions {
	puzzle: Puzzle
	track: RefObject<HTMLElement | null>
	isDisabled: boolean
	onStart(): void
	/** The left edge of the piece, in pixels of the picture. */
	onMove(left: number): void
	/** Also of a drag too short to count. */
	onCancel(): void
	onDrop(left: number, path: string): void
}

/** Pointer handlers of the slider handle: map the pointer to pixels of the picture and record the drag path. */
export function usePuzzleDrag({ puzzle, track, isDisabled, onStart, onMove, onCancel, onDrop }: PuzzleDragOptions) {
	const maxLeft = puzzle.width - puzzle.pieceWidth
	const drag = useRef<Drag>(undefined)

	function positionOf(event: PointerEvent, { startX, startY, scaleX, scaleY }: Drag) {
		const x = Math.min(Math.max((event.clientX - startX) * scaleX, 0), maxLeft)
		return { x, y: (event.clientY - startY) * scaleY }
	}

	return {
		onPointerDown(event: PointerEvent<HTMLElement>) {
			if (isDisabled || event.button !== 0 || !track.current) return
			event.currentTarget.setPointerCapture?.(event.pointerId)
			const { width } = track.current.getBoundingClientRect()
			const trackLength = width - event.currentTarget.getBoundingClientRect().width
			onStart()
			drag.current = {
				path: startDragPath(event.timeStamp),
				startX: event.clientX,
				startY: event.clientY,
				scaleX: maxLeft / (trackLength || 1),
				scaleY: puzzle.width / (width || 1),
			}
		},
		onPointerMove(event: PointerEvent<HTMLElement>) {
			const current = drag.current
			if (!current) return
			const { x, y } = positionOf(event, current)
			drag.current = { ...current, path: addDragPoint(current.path, event.timeStamp, x, y) }
			onMove(x)
		},
		onPointerUp(event: PointerEvent<HTMLElement>) {
			const current = drag.current
			drag.current = undefined
			if (!current) return
			const { x, y } = positionOf(event, current)
			if (x < minDragPx) return onCancel()
			onDrop(Math.round(x), formatDragPath(current.path, event.timeStamp, x, y))
		},
		onPointerCancel() {
			drag.current = undefined
			onCancel()
		},
	}
}
