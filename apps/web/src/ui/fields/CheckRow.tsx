import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './CheckRow.module.css'
import tick from './Tick.module.css'

export interface CheckRowProps {
	label: string
	note?: ReactNode
	icon?: ReactNode
	/** `some`: a part of the group is checked. */
	checked: boolean | 'some'
	onCheckedChange: () => void
	/** At the end of the row, outside the label. */
	action?: ReactNode
	className?: string | undefined
}

/** A list row with a checkbox; the whole row toggles it but the action at its end. */
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
