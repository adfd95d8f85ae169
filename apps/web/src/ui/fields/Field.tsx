import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Field.module.css'

export interface FieldTexts {
	label: string
	/** Shown under the field; the room for one line is always kept, so nothing jumps. */
	error?: string | undefined
	/** Shown in that space while the field has no error. */
	hint?: string | undefined
}

interface FieldProps extends FieldTexts {
	id: string
	/** Hides the label from sight where the place already says what the field is for. */
	labelHidden?: boolean | undefined
	count?: ReactNode
	/** Takes the room under the field away, for a field that can neither err nor hint. */
	flat?: boolean | undefined
	disabled?: boolean | undefined
	className?: string | undefined
	children: ReactNode
}

/** The frame of every field: the label above, the error or the hint below. */
export function Field({ id, label, error, hint, labelHidden, count, flat, disabled, className, children }: FieldProps) {
	return (
		<div className={clsx(styles.field, className)}>
			<label className={labelHidden ? 'sr-only' : styles.label} htmlFor={id}>
				{label}
			</label>
			<div className={clsx(styles.box, error && styles.wrong, disabled && styles.off)}>{children}</div>
			{!flat && (
				<div className={styles.under}>
					<div className={styles.says}>
						<p id={`${id}-error`} role="alert" className={styles.error}>
							{error}
						</p>
						{!error && hint && <p id={`${id}-hint`}>{hint}</p>}
					</div>
					{count && <span className={styles.count}>{count}</span>}
				</div>
			)}
		</div>
	)
}

/** The attributes that tie the input to its error and hint. */
export function describedBy(id: string, { error, hint }: Pick<FieldTexts, 'error' | 'hint'>) {
	return {
		'aria-invalid': error ? (true as const) : undefined,
		'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
	}
}
