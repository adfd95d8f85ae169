import { clsx } from 'clsx'
import { m } from '../../../locales/index.ts'
import { CutCable, EngineAway, LockedDoor, NothingFound } from '../../../ui/drawings.ts'
import { Aloud, Button, EmptyState, ErrorPanel, ListRow, Section, Skeleton, SkeletonLine } from '../../../ui/index.ts'
import type { ChosenHost } from '../draft/draft.ts'
import { HostList } from './HostList.tsx'
import styles from './HostResults.module.css'
import type { HostSearchState } from './hostSearch.ts'

export interface HostResultsProps {
	search: HostSearchState
	/** Who can be chosen without a search: who hosts now, and whoever writes. */
	suggestions: readonly ChosenHost[]
	selected: ChosenHost | undefined
	/** Words searched for before. */
	recentSearches: readonly string[]
	onSelect(host: ChosenHost): void
	onSearch(words: string): void
	onClearRecent(): void
	onRetry(): void
}

/** What stands below the search for a host, in each of its states. */
export function HostResults(props: HostResultsProps) {
	const { search } = props
	switch (search.at) {
		case 'idle':
			return <Suggestions {...props} />
		case 'searching':
			return search.before.length > 0 ? <Found {...props} hosts={search.before} isStale /> : <Searching />
		case 'found':
			return search.hosts.length > 0 ? <Found {...props} hosts={search.hosts} /> : <NoResults words={search.words} />
		case 'failed':
			return search.why === 'closed' ? <NoDirectory /> : <Failed why={search.why} onRetry={props.onRetry} />
	}
}

function Suggestions({ suggestions, selected, recentSearches, onSelect, onSearch, onClearRecent }: HostResultsProps) {
	return (
		<div className={styles.results}>
			<HostList title={m.scheduling_hosts_now()} hosts={suggestions} selected={selected} onSelect={onSelect} />
			{recentSearches.length > 0 && (
				<div className={styles.past}>
					<Section title={m.scheduling_hosts_history()}>
						{recentSearches.map(words => (
							<ListRow key={words} label={words} onPress={() => onSearch(words)} />
						))}
					</Section>
					<div className={styles.forget}>
						<Button kind="quiet" onClick={onClearRecent}>
							{m.scheduling_hosts_forget()}
						</Button>
					</div>
				</div>
			)}
		</div>
	)
}

interface FoundProps extends HostResultsProps {
	hosts: readonly ChosenHost[]
	/** Belongs to the words before. */
	isStale?: boolean
}

function Found({ hosts, isStale, selected, onSelect }: FoundProps) {
	return (
		<div className={clsx(styles.results, isStale && styles.old)}>
			<Aloud>{isStale ? m.scheduling_hosts_searching() : m.scheduling_hosts_count({ count: hosts.length })}</Aloud>
			<HostList title={m.scheduling_hosts_found()} hosts={hosts} selected={selected} onSelect={onSelect} />
		</div>
	)
}

function Searching() {
	return (
		<Skeleton label={m.scheduling_hosts_searching()} className={styles.results}>
			<Section title={m.scheduling_hosts_found()}>
				{[48, 36, 56].map(width => (
					<div key={width} className={styles.row}>
						<SkeletonLine width={width} />
					</div>
				))}
			</Section>
		</Skeleton>
	)
}

function NoResults({ words }: { words: string }) {
	return (
		<div role="status">
			<EmptyState
				picture={<NothingFound />}
				title={m.scheduling_hosts_nobody({ words })}
				text={m.scheduling_hosts_nobody_text()}
			/>
		</div>
	)
}

function NoDirectory() {
	return (
		<div role="status">
			<EmptyState
				picture={<LockedDoor />}
				title={m.scheduling_hosts_personal_title()}
				text={m.scheduling_hosts_personal_text()}
			/>
		</div>
	)
}

function Failed({ why, onRetry }: { why: 'unreachable' | 'broken'; onRetry(): void }) {
	const isUnreachable = why === 'unreachable'
	return (
		<ErrorPanel
			picture={isUnreachable ? <CutCable /> : <EngineAway />}
			title={isUnreachable ? m.meeting_unreachable_title() : m.scheduling_hosts_broken()}
			text={isUnreachable ? m.meeting_unreachable_text() : m.scheduling_hosts_broken_text()}
			retry={{ label: m.meeting_retry(), onRetry }}
		/>
	)
}
