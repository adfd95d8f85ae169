import { useEffect, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { Spinner } from '../progress/Loading.tsx'
import styles from './InfiniteSentinel.module.css'

export interface InfiniteSentinelProps {
	/** With `more`, `onReach` is called when the sentinel comes near the viewport. */
	state: 'more' | 'loading' | 'end' | 'failed'
	onReach: () => void
	labels: { loading: string; end: string; more: string; retry: string }
	/** Distance from the viewport at which `onReach` is called. */
	aheadPx?: number
}

/** At the end of a list; its button is for keyboards and engines without IntersectionObserver. */
export function InfiniteSentinel({ state, onReach, labels, aheadPx = 300 }: InfiniteSentinelProps) {
	const foot = useRef<HTMLDivElement>(null)
	const reach = useRef(onReach)
	reach.current = onReach

	useEffect(() => {
		const element = foot.current
		if (!element || state !== 'more' || typeof IntersectionObserver === 'undefined') return
		const observer = new IntersectionObserver(
			entries => {
				if (entries.some(entry => entry.isIntersecting)) reach.current()
			},
			{ rootMargin: `${aheadPx}px` },
		)
		observer.observe(element)
		return () => observer.disconnect()
	}, [state, aheadPx])

	return (
		<div ref={foot} className={styles.foot} role="status">
			{state === 'loading' && (
				<>
					<Spinner />
					{labels.loading}
				</>
			)}
			{state === 'end' && <span className={styles.end}>{labels.end}</span>}
			{(state === 'more' || state === 'failed') && (
				<Button kind="quiet" onClick={onReach}>
					{state === 'more' ? labels.more : labels.retry}
				</Button>
			)}
		</div>
	)
}
