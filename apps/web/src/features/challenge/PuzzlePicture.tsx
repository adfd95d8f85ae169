import type { Puzzle } from '@parley/api'
import { clsx } from 'clsx'
import { ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './Panel.module.css'
import { beginTrail, endTrail, follow, type Trail } from './trail.ts'

export interface PuzzlePictureProps {
	puzzle: Puzzle
	isChecking: boolean
	onDragged(left: number, trail: string): void
	/** Moved there by keys and confirmed. */
	onPlaced(left: number): void
}

/** Pixels of the picture a press of an arrow key moves the piece. */
const stepPx = 2
/** Below this nobody dragged anything: a tap. */
const leastDragPx = 4

interface Drag {
	trail: Trail
	fromX: number
	fromY: number
	/** Pixels of the picture a pixel of the screen is worth: along the slider, and across it. */
	along: number
	across: number
}

/** The picture, the piece, and the slider below that moves it: by finger, by mouse, by keys, by a screen reader. */
export function PuzzlePicture({ puzzle, isChecking, onDragged, onPlaced }: PuzzlePictureProps) {
	const most = puzzle.width - puzzle.pieceWidth
	const [left, setLeft] = useState(0)
	const [byKeys, setByKeys] = useState(false)
	const drag = useRef<Drag>(undefined)
	const track = useRef<HTMLDivElement>(null)

	function take(event: PointerEvent<HTMLDivElement>) {
		if (isChecking || event.button !== 0 || !track.current) return
		event.currentTarget.setPointerCapture?.(event.pointerId)
		const { width } = track.current.getBoundingClientRect()
		const way = width - event.currentTarget.getBoundingClientRect().width
		setByKeys(false)
		setLeft(0)
		drag.current = {
			trail: beginTrail(event.timeStamp),
			fromX: event.clientX,
			fromY: event.clientY,
			along: most / (way || 1),
			across: puzzle.width / (width || 1),
		}
	}

	function placeOf(event: PointerEvent, { fromX, fromY, along, across }: Drag) {
		const x = Math.min(Math.max((event.clientX - fromX) * along, 0), most)
		return { x, y: (event.clientY - fromY) * across }
	}

	function move(event: PointerEvent<HTMLDivElement>) {
		const now = drag.current
		if (!now) return
		const { x, y } = placeOf(event, now)
		drag.current = { ...now, trail: follow(now.trail, event.timeStamp, x, y) }
		setLeft(x)
	}

	function letGo(event: PointerEvent<HTMLDivElement>) {
		const now = drag.current
		drag.current = undefined
		if (!now) return
		const { x, y } = placeOf(event, now)
		if (x < leastDragPx) return setLeft(0)
		onDragged(Math.round(x), endTrail(now.trail, event.timeStamp, x, y))
	}

	function dropped() {
		drag.current = undefined
		setLeft(0)
	}

	function key(event: KeyboardEvent) {
		if (event.key !== 'Enter') return
		// In a form it would be taken for sending that.
		event.preventDefault()
		if (byKeys && !isChecking) onPlaced(Math.round(left))
	}

	const share = most === 0 ? 0 : left / most
	return (
		<>
			<div className={styles.picture} style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
				<img src={puzzle.picture} alt="" draggable={false} />
				<img
					src={puzzle.piece}
					alt=""
					draggable={false}
					className={styles.piece}
					style={{
						width: `${(puzzle.pieceWidth / puzzle.width) * 100}%`,
						left: `${(left / puzzle.width) * 100}%`,
					}}
				/>
			</div>
			<div ref={track} className={styles.track}>
				<span className={clsx(styles.invite, left > 0 && styles.hidden)} aria-hidden>
					{m.challenge_lead()}
				</span>
				{/* Keys and screen readers move this one, fingers the handle drawn over it. */}
				<input
					type="range"
					className={styles.range}
					aria-label={m.challenge_slider()}
					aria-description={m.challenge_keys()}
					aria-valuetext={m.challenge_at({ at: Math.round(left / stepPx), of: Math.floor(most / stepPx) })}
					min={0}
					max={most}
					step={stepPx}
					value={Math.round(left)}
					disabled={isChecking}
					onKeyDown={key}
					onChange={event => {
						setByKeys(true)
						setLeft(Number(event.target.value))
					}}
				/>
				<div
					className={styles.handle}
					style={{ left: `calc((100% - var(--handle)) * ${share})` }}
					data-base-ui-swipe-ignore=""
					data-busy={isChecking || undefined}
					onPointerDown={take}
					onPointerMove={move}
					onPointerUp={letGo}
					onPointerCancel={dropped}
				>
					<ChevronsRight aria-hidden />
				</div>
			</div>
			{byKeys && (
				<Button kind="primary" block disabled={isChecking} onClick={() => onPlaced(Math.round(left))}>
					{m.challenge_place()}
				</Button>
			)}
		</>
	)
}
