import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './Wheel.module.css'

/** A wheel has come to rest when it has not moved for this long. */
const restMs = 120

export interface WheelOption<T> {
	value: T
	text: string
}

export interface WheelProps<T extends string | number> {
	label: string
	options: readonly WheelOption<T>[]
	value: T
	onValueChange: (value: T) => void
	disabled?: boolean
	/** Its rows have more to say than those of the wheels beside it. */
	wide?: boolean
}

/** Scrolls by finger with the platform's own momentum, turns by keys, and is a spin button to screen readers. */
export function Wheel<T extends string | number>({
	label,
	options,
	value,
	onValueChange,
	disabled,
	wide,
}: WheelProps<T>) {
	const element = useRef<HTMLDivElement>(null)
	const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
	const at = Math.max(
		0,
		options.findIndex(option => option.value === value),
	)
	const [under, setUnder] = useState(at)
	const [rests, setRests] = useState(0)

	const rowPx = () => (element.current ? rowHeight(element.current, options.length) : 0)

	function bring(row: number, smooth = false) {
		const top = row * rowPx()
		const wheel = element.current
		if (!wheel || Math.abs(wheel.scrollTop - top) < 1) return
		const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
		wheel.scrollTo({ top, behavior: smooth && !still ? 'smooth' : 'auto' })
	}

	// A value set from outside, a shorter list (February) or a choice that was refused moves the wheel;
	// a finger on it is left alone.
	// biome-ignore lint/correctness/useExhaustiveDependencies: bring reads the element of now
	useLayoutEffect(() => {
		setUnder(at)
		if (resting.current === undefined) bring(at)
	}, [at, options.length, rests])

	// biome-ignore lint/correctness/useExhaustiveDependencies: only the size of the element matters here
	useEffect(() => {
		if (!element.current || typeof ResizeObserver === 'undefined') return
		const observer = new ResizeObserver(() => bring(at))
		observer.observe(element.current)
		return () => observer.disconnect()
	}, [at])

	useEffect(() => () => clearTimeout(resting.current), [])

	function choose(row: number) {
		const option = options[row]
		if (option && option.value !== value) onValueChange(option.value)
	}

	function scrolled() {
		const row = rowAt(element.current?.scrollTop ?? 0, rowPx(), options.length)
		setUnder(row)
		clearTimeout(resting.current)
		resting.current = setTimeout(() => {
			resting.current = undefined
			choose(row)
			setRests(count => count + 1)
		}, restMs)
	}

	function key(event: KeyboardEvent) {
		const row = disabled ? undefined : rowAfterKey(event.key, at, options.length)
		if (row === undefined) return
		event.preventDefault()
		choose(row)
	}

	return (
		<div
			ref={element}
			className={clsx(styles.wheel, wide && styles.wide)}
			role="spinbutton"
			tabIndex={disabled ? -1 : 0}
			aria-label={label}
			aria-valuenow={typeof value === 'number' ? value : at}
			aria-valuemin={boundOf(options[0], 0)}
			aria-valuemax={boundOf(options.at(-1), options.length - 1)}
			aria-valuetext={options[at]?.text}
			aria-disabled={disabled || undefined}
			onScroll={scrolled}
			onKeyDown={key}
			// A sheet around the wheel must not take the drag for its own.
			data-base-ui-swipe-ignore="y"
		>
			<div className={styles.list} aria-hidden>
				{options.map((option, row) => (
					// biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the keys are the wheel's own
					<div
						key={option.value}
						className={clsx(styles.option, row === under && styles.chosen)}
						onClick={() => !disabled && bring(row, true)}
					>
						{option.text}
					</div>
				))}
			</div>
		</div>
	)
}

function boundOf(option: WheelOption<string | number> | undefined, row: number) {
	return typeof option?.value === 'number' ? option.value : row
}

export interface WheelGroupProps {
	label: string
	/** The result as people say it, above the wheels. */
	sentence?: ReactNode
	/** Three rows above and below the chosen one, which can all be read: of four choices each is in sight. */
	tall?: boolean
	children: ReactNode
}

/** Wheels side by side that make one answer. */
export function WheelGroup({ label, sentence, tall, children }: WheelGroupProps) {
	return (
		<div>
			{sentence && (
				<p className={styles.sentence} aria-live="polite">
					{sentence}
				</p>
			)}
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row on the oldest engines */}
			<div role="group" aria-label={label} className={clsx(styles.group, tall && styles.tall)}>
				{children}
			</div>
		</div>
	)
}

const page = 5

/** The row a key moves a wheel of `count` rows to from row `at`; undefined for other keys. */
export function rowAfterKey(key: string, at: number, count: number): number | undefined {
	const last = count - 1
	const within = (row: number) => Math.min(last, Math.max(0, row))
	switch (key) {
		case 'ArrowUp':
		case 'ArrowLeft':
			return within(at - 1)
		case 'ArrowDown':
		case 'ArrowRight':
			return within(at + 1)
		case 'PageUp':
			return within(at - page)
		case 'PageDown':
			return within(at + page)
		case 'Home':
			return 0
		case 'End':
			return last
		default:
			return undefined
	}
}

/** From the first row to the last, however many rows are in sight; whole pixels of one row would add up to another row. */
const rowHeight = ({ scrollHeight, clientHeight }: HTMLElement, count: number) =>
	count > 1 ? (scrollHeight - clientHeight) / (count - 1) : 0

/** The row a wheel scrolled to `scrollTop` rests on. */
export function rowAt(scrollTop: number, rowPx: number, count: number): number {
	if (rowPx <= 0) return 0
	return Math.min(count - 1, Math.max(0, Math.round(scrollTop / rowPx)))
}
