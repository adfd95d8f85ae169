import { clsx } from 'clsx'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Banner.module.css'

const icons = { error: CircleAlert, warn: TriangleAlert, info: Info } as const

export interface BannerProps {
	/** Without a text only the empty live region is rendered. */
	children?: ReactNode
	tone?: 'error' | 'warn' | 'info'
	/** Calls `onGone` after this long, and again for each new text; `delays.bannerMs` for error banners. */
	goneAfterMs?: number | undefined
	onGone?: (() => void) | undefined
	action?: { label: string; onPress: () => void } | undefined
	className?: string | undefined
}

export function Banner({ children, tone = 'error', goneAfterMs, onGone, action, className }: BannerProps) {
	const Icon = icons[tone]
	const region = useRef<HTMLDivElement>(null)
	const gone = useRef(onGone)
	gone.current = onGone

	// A new text restarts the time.
	useEffect(() => {
		if (!children || goneAfterMs === undefined) return
		const timer = setTimeout(() => gone.current?.(), goneAfterMs)
		const stopShowing = keepInView(region.current)
		return () => {
			clearTimeout(timer)
			stopShowing()
		}
	}, [children, goneAfterMs])

	return (
		<div ref={region} role={tone === 'error' ? 'alert' : 'status'} className={styles.region}>
			{children && (
				<div className={clsx(styles.banner, tone !== 'error' && styles[tone], className)}>
					<Icon />
					<div className={styles.body}>
						<div className={styles.words}>{children}</div>
						{action && (
							<button type="button" className={styles.action} onClick={action.onPress}>
								{action.label}
							</button>
						)}
					</div>
				</div>
			)}
		</div>
	)
}

/** Keeps a temporary message visible, even if a challenge appears meanwhile and moves it down. */
function keepInView(element: HTMLElement | null): () => void {
	const observer = new ResizeObserver(() => element?.scrollIntoView({ block: 'nearest' }))
	observer.observe(document.body)
	return () => observer.disconnect()
}
