import { cleanWhileTyping, limits, parseFlag, truncate } from '@parley/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
	type DraftKind,
	DraftPickerScreen,
	getDraftHost,
	HostResults,
	personToHost,
	SchedulingPage,
	saveDraftHost,
	useClearDraftOnLeave,
	useHostSearch,
	useHostSelection,
} from '../../features/scheduling/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { history } from '../../storage/index.ts'
import { SearchField } from '../../ui/index.ts'

export const title = () => m.scheduling_hosts_title()

/** /searchHost: chooses the host (HOST-01). */
export function SearchHost() {
	const { from, isOA } = useSearch({ from: '/searchHost' })
	return (
		<DraftPickerScreen title={m.scheduling_hosts_title()} from={from}>
			{picker => <HostForm {...picker} isOa={parseFlag(isOA)} />}
		</DraftPickerScreen>
	)
}

interface ChoosingProps {
	from: DraftKind
	isOa: boolean
	person: MemberSession
	back(): void
}

function HostForm({ from, isOa, person, back }: ChoosingProps) {
	useClearDraftOnLeave(from)
	const self = personToHost(person)
	const [current] = useState(() => getDraftHost(from) ?? self)
	const { selected, isChecking, select } = useHostSelection(isOa, current)
	const [query, setQuery] = useState('')
	const suggestions = [current, current?.id === self?.id ? undefined : self].filter(host => host !== undefined)
	const { search, retry } = useHostSearch(query)
	const [recentSearches, setRecentSearches] = useState(() => history.searched.hosts.list(self?.id))

	function remember(searched: string) {
		if (searched.trim() === '') return
		history.searched.hosts.add(self?.id, searched.trim())
		setRecentSearches(history.searched.hosts.list(self?.id))
	}

	function confirm() {
		if (!selected) return
		remember(query)
		saveDraftHost(from, selected)
		back()
	}

	function clearRecentSearches() {
		history.searched.hosts.clear(self?.id)
		setRecentSearches([])
	}

	return (
		<SchedulingPage
			title={m.scheduling_hosts_title()}
			onBack={back}
			submit={{
				label: m.scheduling_hosts_done(),
				isReady: selected !== undefined,
				busy: isChecking && m.scheduling_hosts_checking(),
				onPress: confirm,
			}}
		>
			<SearchField
				label={m.scheduling_hosts_search()}
				clearLabel={m.scheduling_hosts_clear()}
				value={query}
				maxCharacters={limits.displayNameMax}
				onValueChange={typed => setQuery(truncate(cleanWhileTyping(typed), limits.displayNameMax))}
				onSearch={remember}
			/>
			<HostResults
				search={search}
				suggestions={suggestions}
				selected={selected}
				recentSearches={recentSearches}
				onSelect={host => void select(host)}
				onSearch={setQuery}
				onClearRecent={clearRecentSearches}
				onRetry={retry}
			/>
		</SchedulingPage>
	)
}

export { SearchHost as Screen }
