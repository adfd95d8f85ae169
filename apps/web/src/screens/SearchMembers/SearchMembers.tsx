import { cleanWhileTyping, limits, truncate } from '@parley/core'
import { useNavigate, useSearch as useQuery } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
	DirectoryState,
	Summary,
	useDepartments,
	useDirectory,
	useHistory,
	useSearch,
	useToSelection,
} from '../../features/directory/index.ts'
import { m } from '../../locales/index.ts'
import { Page, SearchField } from '../../ui/index.ts'
import { Before } from './Before.tsx'
import { Results } from './Results.tsx'

/** /searchMembers: colleagues and departments by name (MEMB-07). */
export function SearchMembers() {
	const query = useQuery({ from: '/searchMembers' })
	const navigate = useNavigate()
	const directory = useDirectory(query)
	const departments = useDepartments(directory)
	const back = useToSelection(query)
	const { search, type, now } = useSearch(directory)
	const { words: past, remember, forget } = useHistory()
	const [text, setText] = useState('')
	useLeaving(() => search.at === 'found' && search.people.length > 0 && remember(search.words))

	function write(typed: string) {
		// What was found is not looked for again by hand.
		if (typed === '' && search.at === 'found' && search.people.length > 0) remember(search.words)
		setText(typed)
		type(typed)
	}

	function look(words: string) {
		setText(words)
		now(words)
		if (words.trim() !== '') remember(words.trim())
	}

	const page = { title: m.directory_search_title(), top: 44, back: { label: m.common_back(), onBack: back } } as const
	if (departments.at === 'closed' || departments.at === 'login') {
		return (
			<Page {...page}>
				<DirectoryState asked={departments} onLogin={() => void navigate({ to: '/Login' })} />
			</Page>
		)
	}
	return (
		<Page {...page} bottom={<Summary directory={directory} search={query} label={m.directory_done()} onDone={back} />}>
			<SearchField
				label={m.directory_search()}
				clearLabel={m.directory_search_clear()}
				value={text}
				maxLength={limits.displayNameMax}
				keep={typed => truncate(cleanWhileTyping(typed), limits.displayNameMax)}
				onValueChange={write}
				onSearch={look}
				autoFocus
			/>
			{search.at === 'idle' ? (
				<Before past={past} onSearch={look} onForget={forget} />
			) : (
				<Results
					directory={directory}
					search={search}
					onTap={() => remember(search.words)}
					onRetry={() => now(search.words)}
				/>
			)}
		</Page>
	)
}

/** Does something with what is known last when the screen is left. */
function useLeaving(act: () => void) {
	const last = useRef(act)
	last.current = act
	useEffect(() => () => last.current(), [])
}
