import { liveDelays } from '@parley/core'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useBackHandler } from '../../../ui/back/backHandlers.ts'
import styles from './Chooser.module.css'

export interface ChooserProps<T extends string | number> {
	/** Label of the choice: "Line", "Definition". */
	label: string
	choices: readonly { value: T; text: string }[]
	chosen: T
	onChoose(value: T): void
}

/** A few choices over the picture; they close after three seconds without a touch, and with Escape (LIVE-12). */
export function Chooser<T extends string | number>({ label, choices, chosen, onChoose }: ChooserProps<T>) {
	const [isOpen, setIsOpen] = useState(false)
	const id = useId()
	const button = useRef<HTMLButtonElement>(null)
	const list = useRef<HTMLDivElement>(null)
	const [touched, setTouched] = useState(0)
	useBackHandler(isOpen, () => setIsOpen(false))

	// biome-ignore lint/correctness/useExhaustiveDependencies: every touch restarts the three seconds
	useEffect(() => {
		if (!isOpen) return
		const timer = setTimeout(() => {
			// Keyboard focus in the list returns to the button.
			if (list.current?.contains(document.activeElement)) button.current?.focus()
			setIsOpen(false)
		}, liveDelays.chooserCloseMs)
		return () => clearTimeout(timer)
	}, [isOpen, touched])

	useEffect(() => {
		if (!isOpen) return
		// On the document, because a click focuses no button in Safari.
		function onKeyDown(event: KeyboardEvent) {
			if (event.key !== 'Escape') return
			button.current?.focus()
			setIsOpen(false)
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [isOpen])

	function choose(value: T) {
		button.current?.focus()
		setIsOpen(false)
		if (value !== chosen) onChoose(value)
	}

	const current = choices.find(({ value }) => value === chosen)
	return (
		<div className={styles.chooser}>
			<button
				ref={button}
				type="button"
				className={styles.button}
				aria-label={current ? `${label}: ${current.text}` : label}
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
			>
				{current?.text ?? label}
			</button>
			{isOpen && (
				// biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be placed over the picture in every engine
				<div
					ref={list}
					id={id}
					role="group"
					aria-label={label}
					className={styles.list}
					onPointerDown={() => setTouched(touched + 1)}
					onKeyDown={() => setTouched(touched + 1)}
				>
					{choices.map(({ value, text }) => (
						<button
							key={value}
							type="button"
							className={clsx(styles.choice, value === chosen && styles.chosen)}
							aria-pressed={value === chosen}
							onClick={() => choose(value)}
						>
							{text}
							{value === chosen && <Check className={styles.check} aria-hidden />}
						</button>
					))}
				</div>
			)}
		</div>
	)
}
