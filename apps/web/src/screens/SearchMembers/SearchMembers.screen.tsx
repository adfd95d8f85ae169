import { cleanWhileTyping, limits, truncate } from '@parley/core'
import { useNavigate, useSearch as useQuery } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
	DirectoryUnavailable,
	SelectionSummary,
	useBackToSelection,
	useDepartments,
	useDirectorySelection,
	usePeopleSearch,
	useSearchHistory,
} from '../../features/directory/index.ts'
import { DraftPickerScreen, useAttendeesRequired } from '../../features/scheduling/index.ts'
import { m } from '../../locales/index.ts'
import { Page, SearchField } from '../../ui/index.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { SearchResults } from './SearchResults.tsx'

export const title = () => m.directory_search_title()

/** /searchMembers: colleagues and departments by name (MEMB-07). */
export function SearchMembers() {
	const { from } = useQuery({ from: '/searchMembers' })
	return (
		<DraftPickerScreen title={m.directory_search_title()} from={from}>
			{() => <PeopleSearch />}
		</DraftPickerScreen>
	)
}

function PeopleSearch() {
	const query = useQuery({ from: '/searchMembers' })
	const navigate = useNavigate()
	const directory = useDirectorySelection(query)
	const departments = useDepartments(directory)
	const isRequired = useAttendeesRequired(query.isOA)
	const back = useBackToSelection(query)
	const { search, setQuery, searchNow } = usePeopleSearch(directory)
	const { queries, remember, clear } = useSearchHistory()
	const [text, setText] = useState('')
	useOnUnmount(() => search.status === 'found' && search.people.length > 0 && remember(search.query))

	function changeText(typed: string) {
		// A search that was cleared after it found a person counts as recent.
		if (typed === '' && search.status === 'found' && search.people.length > 0) remember(search.query)
		setText(typed)
		setQuery(typed)
	}

	function searchFor(words: string) {
		setText(words)
		searchNow(words)
		if (words.trim() !== '') remember(words.trim())
	}

	const page = { title: m.directory_search_title(), top: 44, back: { label: m.common_back(), onBack: back } } as const
	if (departments.status === 'forbidden' || departments.status === 'loginRequired') {
		return (
			<Page {...page}>
				<DirectoryUnavailable query={departments} onLogin={() => void navigate({ to: '/Login' })} />
			</Page>
		)
	}
	return (
		<Page
			{...page}
			bottom={
				<SelectionSummary
					directory={directory}
					search={query}
					isRequired={isRequired}
					label={m.directory_done()}
					onDone={back}
				/>
			}
		>
			<SearchField
				label={m.directory_search()}
				clearLabel={m.directory_search_clear()}
				value={text}
				maxCharacters={limits.displayNameMax}
				keep={typed => truncate(cleanWhileTyping(typed), limits.displayNameMax)}
				onValueChange={changeText}
				onSearch={searchFor}
				autoFocus
			/>
			{search.status === 'idle' ? (
				<RecentSearches queries={queries} onSearch={searchFor} onClear={clear} />
			) : (
				<SearchResults
					directory={directory}
					search={search}
					onToggle={() => remember(search.query)}
					onRetry={() => searchNow(search.query)}
				/>
			)}
		</Page>
	)
}

/** Runs the latest callback when the component unmounts. */
function useOnUnmount(act: () => void) {
	const last = useRef(act)
	last.current = act
	useEffect(() => () => last.current(), [])
}

export { SearchMembers as Screen }
