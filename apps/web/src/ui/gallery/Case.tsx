import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

export interface PartProps {
	title: string
	children: ReactNode
}

export function Part({ title, children }: PartProps) {
	return (
		<section id={title} className={styles.part}>
			<h2>{title}</h2>
			{children}
		</section>
	)
}

export interface CaseProps {
	title: string
	/** Side by side, or one below the other. */
	row?: boolean
	children: ReactNode
}

export function Case({ title, row, children }: CaseProps) {
	return (
		<div className={styles.case}>
			<p className={styles.title}>{title}</p>
			<div className={row ? styles.row : styles.stack}>{children}</div>
		</div>
	)
}
