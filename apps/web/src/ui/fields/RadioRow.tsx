import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './RadioRow.module.css'

export interface RadioRowProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
	label: string
	note?: string | undefined
	icon?: ReactNode
}

/** One of several rows, ticked where it is the one: a native radio button, so arrows walk through those of one `name`. */
export function RadioRow({ label, note, icon, className, ...rest }: RadioRowProps) {
	return (
		<label className={clsx(styles.row, className)}>
			<input {...rest} type="radio" className={styles.input} />
			<span className={styles.ring} />
			{icon}
			<span className={styles.words}>
				{label}
				{note && <span className={styles.note}>{note}</span>}
			</span>
			<Check className={styles.tick} />
		</label>
	)
}
