import { clsx } from 'clsx'
import { m } from '../../locales/index.ts'
import styles from './NameText.module.css'

export interface NameTextProps {
	name: string
	/** Marked as oneself; the mark stays whole where the name is cut. */
	own?: boolean | undefined
	className?: string | undefined
}

/** The name of a participant in one line. */
export function NameText({ name, own, className }: NameTextProps) {
	return (
		<span className={clsx(styles.line, className)}>
			<span className={styles.name}>{name}</span>
			{own && <span className={styles.mark}>{m.room_you()}</span>}
		</span>
	)
}
