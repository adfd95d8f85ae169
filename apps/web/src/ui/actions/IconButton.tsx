import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
	label: string
	icon: ReactNode
	kind?: 'plain' | 'filled' | 'picture' | 'destructive'
	/** 56 instead of 44, for the controls of a room. */
	big?: boolean
	/** Makes it a toggle. */
	pressed?: boolean
}

export function IconButton({
	label,
	icon,
	kind = 'plain',
	big,
	pressed,
	className,
	type = 'button',
	...rest
}: IconButtonProps) {
	return (
		<button
			{...rest}
			type={type}
			aria-label={label}
			aria-pressed={pressed}
			className={clsx(styles.button, styles[kind], big && styles.big, className)}
		>
			{icon}
		</button>
	)
}
