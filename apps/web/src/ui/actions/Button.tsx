import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../progress/Loading.tsx'
import styles from './Button.module.css'

export interface ButtonLook {
	/** `picture`, `glass` and `bare` stand on a landing picture. */
	kind?: 'primary' | 'secondary' | 'quiet' | 'destructive' | 'picture' | 'glass' | 'bare'
	/** 52 high for the one action of a page, 44 for the rest. */
	size?: 'large' | 'medium'
	block?: boolean
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
	/** Said in place of the words while it works; the button keeps its size and its focus. */
	loading?: false | string
	icon?: ReactNode
}

/** The classes of a button, for a link that has to look like one. */
export function buttonClass({ kind = 'secondary', size = 'medium', block }: ButtonLook, extra?: string): string {
	return clsx(styles.button, styles[kind], size === 'large' && styles.large, block && styles.block, extra)
}

export function Button({
	kind,
	size,
	block,
	loading = false,
	icon,
	children,
	className,
	onClick,
	type = 'button',
	...rest
}: ButtonProps) {
	const busy = loading !== false
	const look = { ...(kind && { kind }), ...(size && { size }), ...(block && { block }) }

	function press(event: MouseEvent<HTMLButtonElement>) {
		if (busy) return event.preventDefault()
		onClick?.(event)
	}

	return (
		<button
			{...rest}
			type={type}
			className={buttonClass(look, clsx(busy && styles.busy, className))}
			aria-busy={busy || undefined}
			aria-disabled={busy || undefined}
			onClick={press}
		>
			{icon}
			<span className={styles.words}>{children}</span>
			{busy && (
				<span className={styles.spin}>
					<Spinner label={loading} />
				</span>
			)}
		</button>
	)
}
