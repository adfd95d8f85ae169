import { clsx } from 'clsx'
import { useId } from 'react'
import { m } from '../../../locales/index.ts'
import {
	AccessDeniedIllustration,
	NoResultsIllustration,
	OfflineIllustration,
	ServerUnavailableIllustration,
} from '../../../ui/art/illustrations.tsx'
import {
	Avatar,
	Button,
	EmptyState,
	ErrorPanel,
	ListRow,
	LiveRegion,
	RadioRow,
	Section,
	Skeleton,
	SkeletonLine,
} from '../../../ui/index.ts'
import type { DraftHost } from '../draft/draftFields.ts'
import styles from './HostResults.module.css'
import type { HostSearchFailure, HostSearchState } from './useHostSearch.ts'

export interface HostResultsProps {
	search: HostSearchState
	/** People selectable without a search: the current host, and the person scheduling. */
	suggestions: readonly DraftHost[]
	selected: DraftHost | undefined
	recentSearches: readonly string[]
	onSelect(host: DraftHost): void
	onSearch(query: string): void
	onClearRecent(): void
	onRetry(): void
}

/** Content below the search field, for each state of the search. */
export function HostResults(props: HostResultsProps) {
	const { search } = props
	switch (search.status) {
		case 'idle':
			return <Suggestions {...props} />
		case 'searching':
			return search.previous.length > 0 ? <Found {...props} hosts={search.previous} isStale /> : <Searching />
		case 'found':
			return search.hosts.length > 0 ? <Found {...props} hosts={search.hosts} /> : <NoResults query={search.query} />
		case 'failed':
			return search.reason === 'noDirectory' ? (
				<NoDirectory />
			) : (
				<Failed reason={search.reason} onRetry={props.onRetry} />
			)
	}
}

function Suggestions({ suggestions, selected, recentSearches, onSelect, onSearch, onClearRecent }: HostResultsProps) {
	return (
		<div className={styles.results}>
			<HostList title={m.scheduling_hosts_now()} hosts={suggestions} selected={selected} onSelect={onSelect} />
			{recentSearches.length > 0 && (
				<div className={styles.recent}>
					<Section title={m.scheduling_hosts_history()}>
						{recentSearches.map(query => (
							<ListRow key={query} label={query} onPress={() => onSearch(query)} />
						))}
					</Section>
					<div className={styles.clear}>
						<Button kind="quiet" onClick={onClearRecent}>
							{m.scheduling_hosts_clear_history()}
						</Button>
					</div>
				</div>
			)}
		</div>
	)
}

interface FoundProps extends HostResultsProps {
	hosts: readonly DraftHost[]
	/** The results belong to the previous query. */
	isStale?: boolean
}

function Found({ hosts, isStale, selected, onSelect }: FoundProps) {
	return (
		<div className={clsx(styles.results, isStale && styles.stale)}>
			<LiveRegion>
				{isStale ? m.scheduling_hosts_searching() : m.scheduling_hosts_count({ count: hosts.length })}
			</LiveRegion>
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

function NoResults({ query }: { query: string }) {
	return (
		<div role="status">
			<EmptyState
				picture={<NoResultsIllustration />}
				title={m.scheduling_hosts_none({ words: query })}
				text={m.scheduling_hosts_none_text()}
			/>
		</div>
	)
}

function NoDirectory() {
	return (
		<div role="status">
			<EmptyState
				picture={<AccessDeniedIllustration />}
				title={m.scheduling_hosts_personal_title()}
				text={m.scheduling_hosts_personal_text()}
			/>
		</div>
	)
}

function Failed({ reason, onRetry }: { reason: Exclude<HostSearchFailure, 'noDirectory'>; onRetry(): void }) {
	const isUnreachable = reason === 'unreachable'
	return (
		<ErrorPanel
			picture={isUnreachable ? <OfflineIllustration /> : <ServerUnavailableIllustration />}
			title={isUnreachable ? m.meeting_unreachable_title() : m.scheduling_hosts_broken()}
			text={isUnreachable ? m.meeting_unreachable_text() : m.scheduling_hosts_broken_text()}
			retry={{ label: m.meeting_retry(), onRetry }}
		/>
	)
}

interface HostListProps {
	title: string
	hosts: readonly DraftHost[]
	selected: DraftHost | undefined
	onSelect(host: DraftHost): void
}

/** People who can host, one of them checked (HOST-01). */
function HostList({ title, hosts, selected, onSelect }: HostListProps) {
	const name = useId()
	return (
		<Section title={title}>
			<div role="radiogroup" aria-label={title} className={styles.rows}>
				{hosts.map(host => (
					<RadioRow
						key={host.id}
						name={name}
						icon={<Avatar name={host.displayName} size="small" />}
						label={host.displayName}
						note={host.name}
						checked={host.id === selected?.id}
						onChange={() => onSelect(host)}
					/>
				))}
			</div>
		</Section>
	)
}
