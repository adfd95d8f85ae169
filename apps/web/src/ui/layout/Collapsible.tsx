import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Collapsible.module.css'

export interface CollapsibleProps {
	id?: string
	open: boolean
	children: ReactNode
	className?: string
}

/** Opens and closes its content in 200 ms; what opens it needs `aria-expanded` and `aria-controls`. */
export function Collapsible({ id, open, children, className }: CollapsibleProps) {
	return (
		<div id={id} className={clsx(styles.place, open && styles.open, className)} aria-hidden={!open}>
			<div className={styles.inside}>{children}</div>
		</div>
	)
}
