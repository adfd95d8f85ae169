import { Clock } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, ListRow, Section } from '../../ui/index.ts'
import styles from './SearchMembers.module.css'

export interface BeforeProps {
	past: readonly string[]
	onSearch(words: string): void
	onForget(): void
}

/** Before anything is typed: what was searched for before, or what can be. */
export function Before({ past, onSearch, onForget }: BeforeProps) {
	if (past.length === 0) return <p className={styles.hint}>{m.directory_search_hint()}</p>
	return (
		<div className={styles.past}>
			<Section title={m.directory_history()}>
				{past.map(words => (
					<ListRow key={words} icon={<Clock />} label={words} onPress={() => onSearch(words)} />
				))}
			</Section>
			<Button kind="quiet" className={styles.forget} aria-label={m.directory_history_clear_label()} onClick={onForget}>
				{m.directory_history_clear()}
			</Button>
		</div>
	)
}
