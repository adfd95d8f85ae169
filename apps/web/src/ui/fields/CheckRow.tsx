import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './CheckRow.module.css'
import tick from './Tick.module.css'

export interface CheckRowProps {
	label: string
	note?: ReactNode
	icon?: ReactNode
	/** `some`: a part of what the row stands for is ticked. */
	checked: boolean | 'some'
	onCheckedChange: () => void
	/** Stands at the end of the row and does not tick it. */
	action?: ReactNode
	className?: string | undefined
}

/** A row of a list with a box to tick; all of it ticks but what stands at its end. */
export function CheckRow({ label, note, icon, checked, onCheckedChange, action, className }: CheckRowProps) {
	return (
		<div className={clsx(styles.row, className)}>
			<label className={styles.label}>
				<input
					// HTML has no attribute for it.
					ref={input => {
						if (input) input.indeterminate = checked === 'some'
					}}
					type="checkbox"
					className={tick.box}
					checked={checked === true}
					onChange={onCheckedChange}
				/>
				{icon && <span className={styles.icon}>{icon}</span>}
				<span className={styles.words}>
					{label}
					{note && <span className={styles.note}>{note}</span>}
				</span>
			</label>
			{action}
		</div>
	)
}
