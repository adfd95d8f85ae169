import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
	/** One of `ui/art/illustrations.tsx`. */
	picture?: ReactNode
	title: string
	text?: ReactNode
	/** One button, rarely two. */
	action?: ReactNode
	/** The only content of a page: centred, with its title as the heading. */
	full?: boolean
	className?: string
}

export function EmptyState({ picture, title, text, action, full, className }: EmptyStateProps) {
	const Title = full ? 'h1' : 'p'
	return (
		<div className={clsx(styles.state, full && styles.full, className)}>
			{picture && <div className={styles.picture}>{picture}</div>}
			<Title className={styles.title}>{title}</Title>
			{text && <p className={styles.text}>{text}</p>}
			{action && <div className={styles.actions}>{action}</div>}
		</div>
	)
}
