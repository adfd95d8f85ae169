import type { Puzzle } from '@parley/api'
import { clsx } from 'clsx'
import { ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './ChallengePanel.module.css'
import { usePuzzleDrag } from './dragPath.ts'

export interface PuzzlePictureProps {
	puzzle: Puzzle
	isChecking: boolean
	/** Dragged to `left`, along this path. */
	onDrop(left: number, path: string): void
	/** Moved to `left` by keys and confirmed. */
	onPlace(left: number): void
}

/** Pixels of the picture that an arrow key moves the piece. */
const keyStepPx = 2

/**
 * The picture, its piece, and the slider below that moves the piece: by pointer, by keys, by a screen reader. The server
 * draws both images (`apps/server/src/modules/challenge/picture`).
 */
export function PuzzlePicture({ puzzle, isChecking, onDrop, onPlace }: PuzzlePictureProps) {
	/** The left edge of the piece, in pixels of the picture. */
	const [left, setLeft] = useState(0)
	const [isMovedByKeys, setMovedByKeys] = useState(false)

	function reset() {
		setMovedByKeys(false)
		setLeft(0)
	}

	function moveByKeys(left: number) {
		setMovedByKeys(true)
		setLeft(left)
	}

	function submitOnEnter(event: KeyboardEvent) {
		if (event.key !== 'Enter') return
		// In a form, Enter would submit the form.
		event.preventDefault()
		if (isMovedByKeys && !isChecking) onPlace(Math.round(left))
	}

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
			<PuzzleSlider
				puzzle={puzzle}
				left={left}
				isDisabled={isChecking}
				onDragStart={reset}
				onDrag={setLeft}
				onDrop={onDrop}
				onKeyDown={submitOnEnter}
				onMoveByKeys={moveByKeys}
			/>
			{isMovedByKeys && (
				<Button kind="primary" block disabled={isChecking} onClick={() => onPlace(Math.round(left))}>
					{m.challenge_place()}
				</Button>
			)}
		</>
	)
}

interface PuzzleSliderProps {
	puzzle: Puzzle
	left: number
	isDisabled: boolean
	onDragStart(): void
	onDrag(left: number): void
	onDrop(left: number, path: string): void
	onKeyDown(event: KeyboardEvent): void
	onMoveByKeys(left: number): void
}

function PuzzleSlider({ puzzle, left, isDisabled, onDragStart, onDrag, onDrop, ...keys }: PuzzleSliderProps) {
	const track = useRef<HTMLDivElement>(null)
	const maxLeft = puzzle.width - puzzle.pieceWidth
	const share = maxLeft === 0 ? 0 : left / maxLeft
	const onCancel = () => onDrag(0)
	const handlers = usePuzzleDrag({ puzzle, track, isDisabled, onStart: onDragStart, onMove: onDrag, onCancel, onDrop })
	return (
		<div ref={track} className={styles.track}>
			<span className={clsx(styles.hint, left > 0 && styles.hidden)} aria-hidden>
				{m.challenge_lead()}
			</span>
			{/* Moved by keys and screen readers; pointers move the handle drawn over it. */}
			<input
				type="range"
				className={styles.range}
				aria-label={m.challenge_slider()}
				aria-description={m.challenge_keys()}
				aria-valuetext={m.challenge_at({ at: Math.round(left / keyStepPx), of: Math.floor(maxLeft / keyStepPx) })}
				min={0}
				max={maxLeft}
				step={keyStepPx}
				value={Math.round(left)}
				disabled={isDisabled}
				onKeyDown={keys.onKeyDown}
				onChange={event => keys.onMoveByKeys(Number(event.target.value))}
			/>
			<div
				className={styles.handle}
				style={{ left: `calc((100% - var(--handle)) * ${share})` }}
				data-base-ui-swipe-ignore=""
				data-busy={isDisabled || undefined}
				{...handlers}
			>
				<ChevronsRight aria-hidden />
			</div>
		</div>
	)
}
