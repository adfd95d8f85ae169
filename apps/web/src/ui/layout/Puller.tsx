import { clsx } from 'clsx'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import styles from './PullToRefresh.module.css'
import { type Pull, type PullEvent, pullDistancePx, pullReducer } from './pull.ts'

export interface PullerProps {
	/** What is pulled; it moves as its style says. */
	place: RefObject<HTMLElement | null>
	onRefresh: () => Promise<unknown>
	labels: {
		pull: string
		release: string
		refreshing: string
		/** Names the button that does the same for keyboards and screen readers; it is seen while it has the focus. */
		button: string
	}
	distancePx?: number
	/** How far the list is scrolled; the document's own scroll unless told otherwise. */
	scrolledPx?: () => number
	disabled?: boolean
}

// A pull grows harder the farther it goes.
const dropOf = (travelPx: number) => 90 * (1 - Math.exp(-travelPx / 110))

/** What pulling does, and the sign and the button that go with it. */
export function PullControl({
	place,
	onRefresh,
	labels,
	distancePx = pullDistancePx,
	scrolledPx = () => window.scrollY,
	disabled,
}: PullerProps) {
	const [pull, setPull] = useState<Pull>({ at: 'rest' })
	const now = useRef(pull)
	const latest = useRef({ onRefresh, scrolledPx })
	latest.current = { onRefresh, scrolledPx }
	const clip = useId()

	const feed = useRef((_: PullEvent) => {})
	feed.current = event => {
		const before = now.current
		const after = pullReducer(before, event, distancePx)
		if (after === before) return
		now.current = after
		setPull(after)
		if (after.at !== 'refreshing') return
		const done = () => feed.current({ type: 'done' })
		latest.current.onRefresh().then(done, done)
	}

	useEffect(() => {
		const element = place.current
		if (!element || disabled) return

		function down(event: TouchEvent) {
			const touch = event.touches[0]
			if (!touch || event.touches.length > 1) return feed.current({ type: 'cancel' })
			feed.current({
				type: 'down',
				x: touch.clientX,
				y: touch.clientY,
				scrolledPx: latest.current.scrolledPx(),
			})
		}
		function move(event: TouchEvent) {
			const touch = event.touches[0]
			if (!touch) return
			feed.current({ type: 'move', x: touch.clientX, y: touch.clientY })
			// Otherwise iOS stretches the whole page along with the list.
			if (now.current.at === 'pulling' && event.cancelable) event.preventDefault()
		}
		const up = () => feed.current({ type: 'up' })
		const cancel = () => feed.current({ type: 'cancel' })

		element.addEventListener('touchstart', down, { passive: true })
		element.addEventListener('touchmove', move, { passive: false })
		element.addEventListener('touchend', up)
		element.addEventListener('touchcancel', cancel)
		return () => {
			element.removeEventListener('touchstart', down)
			element.removeEventListener('touchmove', move)
			element.removeEventListener('touchend', up)
			element.removeEventListener('touchcancel', cancel)
		}
	}, [place, disabled])

	const travelPx = pull.at === 'pulling' ? pull.travelPx : 0
	const refreshing = pull.at === 'refreshing'
	const far = pull.at === 'pulling' && pull.far
	const moved = refreshing ? 'refreshing' : pull.at === 'pulling' ? 'held' : undefined
	useLayoutEffect(() => {
		const { style, dataset } = place.current ?? {}
		if (!style || !dataset) return
		style.setProperty('--drop', String(dropOf(travelPx)))
		style.setProperty('--pull', String(refreshing ? 1 : Math.min(1, travelPx / distancePx)))
		if (moved) dataset.pull = moved
		else delete dataset.pull
	}, [place, travelPx, distancePx, refreshing, moved])

	return (
		<>
			<button
				type="button"
				className={styles.button}
				disabled={disabled || refreshing}
				onClick={() => feed.current({ type: 'asked' })}
			>
				{labels.button}
			</button>
			<div className={clsx(styles.sign, (travelPx > 8 || refreshing) && styles.shown)} aria-hidden>
				{refreshing ? (
					<Spinner />
				) : (
					<svg className={styles.sun} viewBox="0 0 28 16" fill="currentColor" aria-hidden="true">
						<clipPath id={clip}>
							<path d="M0 0h28v13H0z" />
						</clipPath>
						<g clipPath={`url(#${clip})`}>
							<circle className={styles.disc} cx="14" cy="13" r="8" />
						</g>
						<path d="M1 14.5h26" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
					</svg>
				)}
				{refreshing ? labels.refreshing : far ? labels.release : labels.pull}
			</div>
			<span role="status" className="sr-only">
				{refreshing ? labels.refreshing : ''}
			</span>
		</>
	)
}
