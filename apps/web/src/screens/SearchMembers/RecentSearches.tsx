import { Clock } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, ListRow, Section } from '../../ui/index.ts'
import styles from './SearchMembers.module.css'

export interface RecentSearchesProps {
	queries: readonly string[]
	onSearch(words: string): void
	onClear(): void
}

/** Before anything is typed: the recent searches, or a hint. */
export function RecentSearches({ queries, onSearch, onClear }: RecentSearchesProps) {
	if (queries.length === 0) return <p className={styles.hint}>{m.directory_search_hint()}</p>
	return (
		<div className={styles.past}>
			<Section title={m.directory_history()}>
				{queries.map(words => (
					<ListRow key={words} icon={<Clock />} label={words} onPress={() => onSearch(words)} />
				))}
			</Section>
			<Button kind="quiet" className={styles.forget} aria-label={m.directory_history_clear_label()} onClick={onClear}>
				{m.directory_history_clear()}
			</Button>
		</div>
	)
}
