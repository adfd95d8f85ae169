import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
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

export interface CollapsibleRowProps extends Omit<CollapsibleProps, 'id'> {
	label: ReactNode
	onOpenChange: (open: boolean) => void
}

/** The same with a row above it that opens and closes it. */
export function CollapsibleRow({ label, open, onOpenChange, children, className }: CollapsibleRowProps) {
	const id = useId()
	return (
		<div className={className}>
			<button
				type="button"
				className={styles.row}
				aria-expanded={open}
				aria-controls={id}
				onClick={() => onOpenChange(!open)}
			>
				<span className={styles.label}>{label}</span>
				<ChevronDown />
			</button>
			<Collapsible id={id} open={open}>
				{children}
			</Collapsible>
		</div>
	)
}
