import { WifiOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import styles from './OfflineNotice.module.css'

/** A strip at the top of the window while offline; rendered once, always mounted. Screens keep clear of it. */
export function OfflineNotice({ offline, text }: { offline: boolean; text: string }) {
	const notice = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => keepClear(notice.current), [])
	return (
		<div ref={notice} className={styles.place} role="status">
			{offline && (
				<div className={styles.words}>
					<WifiOff />
					{text}
				</div>
			)}
		</div>
	)
}

/** Tells the tokens how high the notice is: what sticks to the top of a screen begins below it. */
function keepClear(notice: HTMLElement | null): (() => void) | undefined {
	if (!notice || typeof ResizeObserver === 'undefined') return undefined
	const { style } = document.documentElement
	const observer = new ResizeObserver(() => style.setProperty('--notice-height', `${notice.offsetHeight}px`))
	observer.observe(notice)
	return () => {
		observer.disconnect()
		style.removeProperty('--notice-height')
	}
}
