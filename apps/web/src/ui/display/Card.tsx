import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Card.module.css'

export interface CardProps extends ComponentProps<'div'> {
	/** `rows` draws a hairline between the children, for list rows and switches. */
	kind?: 'plain' | 'padded' | 'rows'
	/** The one live thing of a page: a soft ring around it breathes once every 4 s. */
	live?: boolean
}

export function Card({ kind = 'plain', live, className, ...rest }: CardProps) {
	return (
		<div
			{...rest}
			className={clsx(
				styles.card,
				kind === 'padded' && styles.padded,
				kind === 'rows' && styles.rows,
				live && styles.live,
				className,
			)}
		/>
	)
}

export interface SectionProps {
	/** Stands small above the card. */
	title?: string | undefined
	/** Stands small below it. */
	note?: ReactNode
	children: ReactNode
	className?: string
}

/** A card of rows with a title above it. */
export function Section({ title, note, children, className }: SectionProps) {
	const id = useId()
	return (
		<section className={className} aria-labelledby={title ? id : undefined}>
			{title && (
				<h2 id={id} className={styles.title}>
					{title}
				</h2>
			)}
			<Card kind="rows">{children}</Card>
			{note && <p className={styles.foot}>{note}</p>}
		</section>
	)
}
