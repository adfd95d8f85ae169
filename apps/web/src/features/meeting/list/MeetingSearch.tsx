import { cleanText, topicWhileTyping } from '@parley/core'
import { clsx } from 'clsx'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { history } from '../../../storage/index.ts'
import { SearchField } from '../../../ui/index.ts'
import styles from './MeetingSearch.module.css'
import { SearchHistory } from './SearchHistory.tsx'

export interface MeetingSearchProps {
	userId: string
	/** What the list is searched for now. */
	keywords: string
	onSearch(keywords: string): void
}

/** Searches the day by topic or id (PAGE-03 to PAGE-06). */
export function MeetingSearch({ userId, keywords, onSearch }: MeetingSearchProps) {
	const place = useRef<HTMLDivElement>(null)
	const [typed, setTyped] = useState(keywords)
	const [isActive, setActive] = useState(false)
	useEffect(() => setTyped(keywords), [keywords])

	function leave() {
		const { activeElement } = document
		if (activeElement instanceof HTMLElement && place.current?.contains(activeElement)) activeElement.blur()
		setActive(false)
	}

	function search(words: string) {
		const wanted = cleanText(words)
		setTyped(wanted)
		leave()
		if (wanted !== '') history.searched.meetings.add(userId, wanted)
		if (wanted !== keywords) onSearch(wanted)
	}

	function type(text: string) {
		setTyped(text)
		// Emptied, the whole day is shown again.
		if (text === '' && keywords !== '') onSearch('')
	}

	function cancel() {
		type('')
		leave()
	}

	const isOutside = ({ relatedTarget }: FocusEvent) => !place.current?.contains(relatedTarget as Node | null)

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its field and its buttons are told
		<div
			ref={place}
			className={styles.place}
			data-active={isActive || undefined}
			onFocus={() => setActive(true)}
			onBlur={event => isOutside(event) && setActive(false)}
			onKeyDown={({ key }) => key === 'Escape' && leave()}
		>
			{isActive && <SearchHistory userId={userId} onChoose={search} onLeave={leave} />}
			<SearchField
				className={clsx(styles.field)}
				label={m.meeting_search()}
				clearLabel={m.meeting_search_clear()}
				cancel={isActive ? { label: m.common_cancel(), onCancel: cancel } : undefined}
				value={typed}
				keep={topicWhileTyping}
				onValueChange={type}
				onSearch={search}
			/>
		</div>
	)
}
