import type { ReactNode } from 'react'
import styles from './DayHeader.module.css'
import { dateWords } from './words.ts'

export interface DayHeaderProps {
	company: string | undefined
	/** The day by the server's clock, as a wire time. */
	today: string
	/** Who is here, at the right. */
	children: ReactNode
}

/** The day, at a glance. */
export function DayHeader({ company, today, children }: DayHeaderProps) {
	const { date, weekday } = dateWords(today)
	return (
		<header className={styles.header}>
			<div className={styles.words}>
				{company && <p className={styles.company}>{company}</p>}
				<h1 className={styles.date}>
					<span>{date}</span> <span className={styles.weekday}>{weekday}</span>
				</h1>
			</div>
			{children}
		</header>
	)
}
