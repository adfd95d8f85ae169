import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'
import tick from './Tick.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
	/** The label; links inside it open, the rest of it ticks. */
	children: ReactNode
	invalid?: boolean | undefined
}

export function Checkbox({ children, invalid, className, ...rest }: CheckboxProps) {
	return (
		<label className={clsx(styles.row, invalid && styles.wrong, className)}>
			<span className={styles.target}>
				<input {...rest} type="checkbox" className={tick.box} aria-invalid={invalid || undefined} />
			</span>
			<span className={styles.words}>{children}</span>
		</label>
	)
}
