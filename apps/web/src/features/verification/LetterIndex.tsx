import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { m } from '../../locales/index.ts'
import styles from './CountrySheet.module.css'

export interface LetterIndexProps {
	letters: readonly string[]
	onLetter(letter: string): void
	/** The keyboard focus moves to the rows of a letter. */
	onEnter(letter: string): void
}

const moves: Record<string, (at: number, last: number) => number> = {
	ArrowDown: at => at + 1,
	ArrowUp: at => at - 1,
	Home: () => 0,
	End: (_, last) => last,
}

/**
 * The letters at the side, as one vertical slider: a pointer drags along them, the arrow keys step through them, Enter
 * and Tab move to the rows of the letter.
 */
export function LetterIndex({ letters, onLetter, onEnter }: LetterIndexProps) {
	const [current, setCurrent] = useState(0)
	const last = letters.length - 1

	function moveTo(to: number) {
		const next = Math.min(Math.max(to, 0), last)
		const letter = letters[next]
		if (next === current || letter === undefined) return
		setCurrent(next)
		onLetter(letter)
	}

	function followPointer(event: PointerEvent<HTMLDivElement>) {
		if (event.type === 'pointermove' && event.buttons === 0) return
		const { top, height } = event.currentTarget.getBoundingClientRect()
		if (event.type === 'pointerdown') event.currentTarget.setPointerCapture?.(event.pointerId)
		moveTo(Math.floor(((event.clientY - top) / height) * letters.length))
	}

	function handleKey(event: KeyboardEvent) {
		const move = moves[event.key]
		const isEntering = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
		if (!move && !isEntering) return
		event.preventDefault()
		if (move) moveTo(move(current, last))
		else onEnter(letters[current] ?? '')
	}

	return (
		<div
			role="slider"
			tabIndex={0}
			className={styles.index}
			aria-label={m.verification_area_index()}
			aria-orientation="vertical"
			aria-valuemin={0}
			aria-valuemax={last}
			aria-valuenow={current}
			aria-valuetext={current === 0 ? m.verification_area_common() : letters[current]}
			// The sheet would treat the gesture as a swipe that closes it.
			data-base-ui-swipe-ignore=""
			onPointerDown={followPointer}
			onPointerMove={followPointer}
			onKeyDown={handleKey}
		>
			{letters.map((letter, index) => (
				<span key={letter} aria-hidden data-at={index === current || undefined}>
					{letter}
				</span>
			))}
		</div>
	)
}
