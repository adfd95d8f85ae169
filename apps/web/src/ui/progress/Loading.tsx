import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Loading.module.css'
import spinnerStyles from './Spinner.module.css'

export interface SkeletonProps {
	/** Names the loading content, for screen readers. */
	label: string
	children: ReactNode
	className?: string | undefined
}

/** A placeholder of the same geometry as what is loading, visible after 150 ms. */
export function Skeleton({ label, children, className }: SkeletonProps) {
	return (
		<div className={clsx(styles.skeleton, className)} role="status">
			<span className="sr-only">{label}</span>
			<div aria-hidden>{children}</div>
		</div>
	)
}

/** One line of text; the width is a share of its place, in percent. */
export function SkeletonLine({ width = 100 }: { width?: number }) {
	return <span className={styles.line} style={{ width: `${width}%` }} />
}

/** Cards with a time at the left and two lines beside it. */
export function SkeletonCards({ label, count = 4 }: { label: string; count?: number }) {
	return (
		<Skeleton label={label}>
			<div className={styles.cards}>
				{Array.from({ length: count }, (_, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
					<div key={index} className={styles.card}>
						<div className={styles.lines}>
							<SkeletonLine width={90} />
							<SkeletonLine width={62} />
						</div>
						<div className={styles.lines}>
							<SkeletonLine width={[72, 54, 84, 61][index % 4] ?? 60} />
							<SkeletonLine width={[48, 66, 52, 40][index % 4] ?? 50} />
						</div>
					</div>
				))}
			</div>
		</Skeleton>
	)
}

export interface SpinnerProps {
	/** For screen readers; to be omitted where a text is beside the spinner. */
	label?: string
}

export function Spinner({ label }: SpinnerProps) {
	if (!label) return <span className={spinnerStyles.spinner} aria-hidden />
	return <span className={spinnerStyles.spinner} role="img" aria-label={label} />
}
