import { cleanWhileTyping, limits, parseFlag, truncate } from '@parley/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RequireMember } from '../../features/personal/index.ts'
import { useReturnToDraft } from '../../features/scheduling/draft/draftNavigation.ts'
import {
	type DraftKind,
	getDraftHost,
	HostResults,
	parseDraftKind,
	personToHost,
	saveDraftHost,
	useClearDraftOnLeave,
	useHostSearch,
	useHostSelection,
} from '../../features/scheduling/index.ts'
import type { Member } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { history } from '../../storage/index.ts'
import { Button, Page, SearchField } from '../../ui/index.ts'

export const title = () => m.scheduling_hosts_title()

/** /searchHost: who is to host (HOST-01). */
export function SearchHost() {
	const query = useSearch({ from: '/searchHost' })
	const from = parseDraftKind(query.from)
	const back = useReturnToDraft(from)
	const isOa = parseFlag(query.isOA)
	return (
		<RequireMember title={m.scheduling_hosts_title()} text={m.scheduling_guest_text()} onBack={back}>
			{person => <HostForm from={from} isOa={isOa} person={person} back={back} />}
		</RequireMember>
	)
}

interface ChoosingProps {
	from: DraftKind
	isOa: boolean
	person: Member
	back(): void
}

function HostForm({ from, isOa, person, back }: ChoosingProps) {
	useClearDraftOnLeave(from)
	const self = personToHost(person)
	const [first] = useState(() => getDraftHost(from) ?? self)
	const { chosen, isChecking, choose } = useHostSelection(isOa, first)
	const [words, setWords] = useState('')
	const known = [first, first?.id === self?.id ? undefined : self].filter(host => host !== undefined)
	const { search, retry } = useHostSearch(words)
	const [past, setPast] = useState(() => history.searched.hosts.list(self?.id))

	function remember(searched: string) {
		if (searched.trim() === '') return
		history.searched.hosts.add(self?.id, searched.trim())
		setPast(history.searched.hosts.list(self?.id))
	}

	function confirm() {
		if (!chosen) return
		remember(words)
		saveDraftHost(from, chosen)
		back()
	}

	function forget() {
		history.searched.hosts.clear(self?.id)
		setPast([])
	}

	return (
		<Page
			title={m.scheduling_hosts_title()}
			top={44}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				<Button
					kind="primary"
					size="large"
					block
					disabled={!chosen}
					loading={isChecking && m.scheduling_hosts_checking()}
					onClick={confirm}
				>
					{m.scheduling_hosts_done()}
				</Button>
			}
		>
			<SearchField
				label={m.scheduling_hosts_search()}
				clearLabel={m.scheduling_hosts_clear()}
				value={words}
				maxLength={limits.displayNameMax}
				onValueChange={typed => setWords(truncate(cleanWhileTyping(typed), limits.displayNameMax))}
				onSearch={remember}
			/>
			<HostResults
				search={search}
				suggestions={known}
				selected={chosen}
				recentSearches={past}
				onSelect={host => void choose(host)}
				onSearch={setWords}
				onClearRecent={forget}
				onRetry={retry}
			/>
		</Page>
	)
}

export { SearchHost as Screen }
