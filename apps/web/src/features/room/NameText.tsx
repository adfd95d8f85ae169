import { clsx } from 'clsx'
import { m } from '../../locales/index.ts'
import styles from './NameText.module.css'

export interface NameTextProps {
	name: string
	/** Marks the user's own name; the mark stays whole if the name is truncated. */
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
