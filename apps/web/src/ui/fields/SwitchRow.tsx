import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './SwitchRow.module.css'

export interface SwitchRowProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
	label: string
	note?: string | undefined
	icon?: ReactNode
	/** The container has the padding at the sides, as sheets have. */
	flush?: boolean
}

/** A native checkbox that says it is a switch: `checked`/`onChange`, or a form library's ref. */
export function SwitchRow({ label, note, icon, flush, className, ...rest }: SwitchRowProps) {
	return (
		<label className={clsx(styles.row, flush && styles.flush, rest.disabled && styles.off, className)}>
			{icon && <span className={styles.icon}>{icon}</span>}
			<span className={styles.words}>
				<span className={styles.label}>{label}</span>
				{note && <span className={styles.note}>{note}</span>}
			</span>
			{/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
			<input {...rest} type="checkbox" role="switch" className={styles.switch} />
		</label>
	)
}
