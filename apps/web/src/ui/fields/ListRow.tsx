import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './ListRow.module.css'

export interface ListRowProps {
	label: string
	note?: string | undefined
	icon?: ReactNode
	/** The current choice. */
	value?: ReactNode
	/** Stands in the value's place while nothing is chosen. */
	placeholder?: string | undefined
	/** With `onPress` the row is a button, with `href` or `anchor` a link, without any of them plain text. */
	onPress?: (() => void) | undefined
	href?: string | undefined
	/** The link as a router makes it. */
	anchor?: Omit<ComponentProps<'a'>, 'className' | 'children'> | undefined
	tone?: 'plain' | 'destructive'
	/** The row does something at once, instead of leading to a screen or a sheet. */
	acts?: boolean | undefined
	disabled?: boolean | undefined
	/** True while the content the row opens is shown. */
	expanded?: boolean | undefined
	className?: string
}

export function ListRow({
	label,
	note,
	icon,
	value,
	placeholder,
	onPress,
	href,
	anchor = href === undefined ? undefined : { href },
	tone = 'plain',
	acts = tone === 'destructive',
	disabled,
	expanded,
	className,
}: ListRowProps) {
	const look = clsx(styles.row, tone === 'destructive' && styles.destructive, className)
	const inside = (
		<>
			{icon && <span className={styles.icon}>{icon}</span>}
			<span className={clsx(styles.texts, note && styles.noted)}>
				<span className={styles.words}>
					{label}
					{note && <span className={styles.note}>{note}</span>}
				</span>
				{(value || placeholder) && (
					<span className={clsx(styles.value, !value && styles.empty)}>{value || placeholder}</span>
				)}
			</span>
			{(onPress || anchor) && !acts && <ChevronRight className={styles.chevron} />}
		</>
	)
	if (anchor) {
		return (
			<a {...anchor} className={look}>
				{inside}
			</a>
		)
	}
	if (!onPress) return <div className={look}>{inside}</div>
	return (
		<button type="button" className={look} onClick={onPress} disabled={disabled} aria-expanded={expanded}>
			{inside}
		</button>
	)
}
