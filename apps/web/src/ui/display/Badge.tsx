import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export interface BadgeProps {
	tone?: 'plain' | 'brand' | 'live' | 'ok' | 'warn'
	icon?: ReactNode
	children: ReactNode
	className?: string
}

export function Badge({ tone = 'plain', icon, children, className }: BadgeProps) {
	return (
		<span className={clsx(styles.badge, styles[tone], className)}>
			{icon}
			{children}
		</span>
	)
}

export interface StatusDotProps {
	/** Each has a shape of its own as well as a colour: a ring, a breathing disc, a dash. */
	status: 'waiting' | 'running' | 'over'
	children: ReactNode
	className?: string
}

export function StatusDot({ status, children, className }: StatusDotProps) {
	return (
		<span className={clsx(styles.status, styles[status], className)}>
			<span className={styles.dot} aria-hidden />
			{children}
		</span>
	)
}
