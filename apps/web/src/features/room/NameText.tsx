import { clsx } from 'clsx'
import { m } from '../../locales/index.ts'
import { withoutBrackets } from '../../ui/index.ts'
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

/** Letters that stay visible at the end of a shortened name: Chinese ones are twice as wide. */
const tailLengthOf = (name: string): number => (/\p{Script=Han}/u.test(name) ? 2 : 3)

/**
 * The name of a participant where there is little room: the own one is a word for oneself, others have no part in brackets
 * and lose their middle, so that names that begin alike can be told apart (ROOM-208). Screen readers read the full name.
 */
export function ShortNameText({ name, own }: Pick<NameTextProps, 'name' | 'own'>) {
	const letters = [...withoutBrackets(name)]
	const tailLength = tailLengthOf(name)
	const isCut = !own && letters.length > tailLength * 2
	const head = isCut ? letters.slice(0, -tailLength) : letters
	return (
		<span className={styles.line}>
			<span className="sr-only">{own ? `${name}${m.room_you()}` : name}</span>
			<span aria-hidden="true" className={styles.name}>
				{own ? m.room_you_short() : head.join('')}
			</span>
			{isCut && (
				<span aria-hidden="true" className={styles.mark}>
					{letters.slice(-tailLength).join('')}
				</span>
			)}
		</span>
	)
}
