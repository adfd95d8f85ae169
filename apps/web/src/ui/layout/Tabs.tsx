import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import styles from './Tabs.module.css'

export interface TabsProps<T extends string> {
	label: string
	/** `mark` says what is new in a tab; a dot shows it. `count` is a number beside the text, and `label` says both. */
	tabs: readonly {
		value: T
		text: string
		mark?: string | undefined
		count?: { value: number; label: string } | undefined
	}[]
	value: T
	onValueChange: (value: T) => void
	/** The panel fills what is left of a column, and its content scrolls by itself. */
	fill?: boolean
	/** Content of the chosen tab. */
	children: ReactNode
}

const moves: Record<string, (at: number, count: number) => number> = {
	ArrowRight: (at, count) => (at + 1) % count,
	ArrowLeft: (at, count) => (at - 1 + count) % count,
	Home: () => 0,
	End: (_, count) => count - 1,
}

/** A tab's dot is beside its text, and the end of the strip fades out if more tabs follow (`Tabs.module.css`). */
const besidePx = 28

/** Scrolls the strip alone, where large text or a long language leaves no room for all tabs. */
function bringIntoView(list: HTMLElement | null, index: number) {
	const tab = list?.children[index]
	if (!list || !(tab instanceof HTMLElement)) return
	const [left, right] = [Math.max(0, tab.offsetLeft - besidePx), tab.offsetLeft + tab.offsetWidth + besidePx]
	if (left < list.scrollLeft) list.scrollLeft = left
	else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth
}

/** Says at which ends of the strip more tabs are: there it fades out. Taps, keys, the size of texts and fingers change it. */
function useEndsMarked(list: RefObject<HTMLElement | null>, tabs: string) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements to observe
	useEffect(() => {
		const strip = list.current
		if (!strip) return
		const mark = () => {
			strip.toggleAttribute('data-more-before', strip.scrollLeft >= 1)
			strip.toggleAttribute('data-more-after', strip.scrollWidth - strip.clientWidth - strip.scrollLeft >= 1)
		}
		mark()
		strip.addEventListener('scroll', mark)
		const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(mark)
		for (const element of [strip, ...strip.children]) observer?.observe(element)
		return () => {
			strip.removeEventListener('scroll', mark)
			observer?.disconnect()
		}
	}, [list, tabs])
}

export function Tabs<T extends string>({ label, tabs, value, onValueChange, fill, children }: TabsProps<T>) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const at = tabs.findIndex(tab => tab.value === value)
	const marked = tabs.findIndex(({ mark }) => mark !== undefined)
	useEffect(() => bringIntoView(list.current, at), [at])
	useEffect(() => bringIntoView(list.current, marked), [marked])
	useEndsMarked(list, tabs.map(tab => tab.value).join())

	function key(event: KeyboardEvent) {
		const next = moves[event.key]?.(at, tabs.length)
		const tab = next === undefined ? undefined : tabs[next]
		if (next === undefined || !tab) return
		event.preventDefault()
		onValueChange(tab.value)
		const button = list.current?.children[next]
		if (button instanceof HTMLElement) button.focus()
	}

	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				className={clsx(styles.list, fill && styles.inset)}
				onKeyDown={key}
			>
				{tabs.map(tab => (
					<button
						key={tab.value}
						type="button"
						role="tab"
						id={`${id}-${tab.value}`}
						className={styles.tab}
						aria-selected={tab.value === value}
						aria-controls={`${id}-panel`}
						tabIndex={tab.value === value ? 0 : -1}
						onClick={() => onValueChange(tab.value)}
					>
						{tab.count ? (
							<>
								<span aria-hidden="true">{tab.text}</span>
								<span aria-hidden="true" className={styles.count}>
									{tab.count.value}
								</span>
								<span className="sr-only">{tab.count.label}</span>
							</>
						) : (
							tab.text
						)}
						{tab.mark !== undefined && (
							<span className={styles.mark}>
								<span className="sr-only">{tab.mark}</span>
							</span>
						)}
					</button>
				))}
			</div>
			<div
				role="tabpanel"
				id={`${id}-panel`}
				aria-labelledby={`${id}-${value}`}
				className={clsx(styles.panel, fill && styles.fill)}
			>
				{children}
			</div>
		</>
	)
}
