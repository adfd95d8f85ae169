import { type ReactNode, useRef } from 'react'
import { lazyComponent } from '../lazy.tsx'
import type { PullerProps } from './Puller.tsx'
import styles from './PullToRefresh.module.css'

export interface PullToRefreshProps extends Omit<PullerProps, 'place'> {
	children: ReactNode
}

// Nobody pulls at a list that is not there yet.
const Puller = lazyComponent(async () => (await import('./Puller.tsx')).PullControl)

/** A list that is asked for anew when it is pulled down. */
export function PullToRefresh({ children, ...pull }: PullToRefreshProps) {
	const place = useRef<HTMLDivElement>(null)
	return (
		<div ref={place} className={styles.place}>
			<Puller place={place} {...pull} />
			<div className={styles.content}>{children}</div>
		</div>
	)
}
