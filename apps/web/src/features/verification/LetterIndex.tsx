import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { m } from '../../locales/index.ts'
import styles from './CountrySheet.module.css'

export interface LetterIndexProps {
	letters: readonly string[]
	onLetter(letter: string): void
	/** The keyboard goes on into the rows of a letter. */
	onInto(letter: string): void
}

const moves: Record<string, (at: number, last: number) => number> = {
	ArrowDown: at => at + 1,
	ArrowUp: at => at - 1,
	Home: () => 0,
	End: (_, last) => last,
}

/**
 * The letters at the side: a finger runs along them, the arrow keys step through them. One stop for the keyboard, and from
 * there into the rows of the letter.
 */
export function LetterIndex({ letters, onLetter, onInto }: LetterIndexProps) {
	const [at, setAt] = useState(0)
	const last = letters.length - 1

	function go(to: number) {
		const next = Math.min(Math.max(to, 0), last)
		const letter = letters[next]
		if (next === at || letter === undefined) return
		setAt(next)
		onLetter(letter)
	}

	function follow(event: PointerEvent<HTMLDivElement>) {
		if (event.type === 'pointermove' && event.buttons === 0) return
		const { top, height } = event.currentTarget.getBoundingClientRect()
		if (event.type === 'pointerdown') event.currentTarget.setPointerCapture?.(event.pointerId)
		go(Math.floor(((event.clientY - top) / height) * letters.length))
	}

	function key(event: KeyboardEvent) {
		const move = moves[event.key]
		const isInto = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
		if (!move && !isInto) return
		event.preventDefault()
		if (move) go(move(at, last))
		else onInto(letters[at] ?? '')
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
			aria-valuenow={at}
			aria-valuetext={at === 0 ? m.verification_area_common() : letters[at]}
			// The sheet would take the finger along the letters for one that pulls it down.
			data-base-ui-swipe-ignore=""
			onPointerDown={follow}
			onPointerMove={follow}
			onKeyDown={key}
		>
			{letters.map((letter, index) => (
				<span key={letter} aria-hidden data-at={index === at || undefined}>
					{letter}
				</span>
			))}
		</div>
	)
}
