import { cleanText, topicWhileTyping } from '@parley/core'
import { clsx } from 'clsx'
import { Clock } from 'lucide-react'
import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { history } from '../../../storage/index.ts'
import { Button, SearchField } from '../../../ui/index.ts'
import styles from './MeetingSearch.module.css'

export interface MeetingSearchProps {
	userId: string
	/** The current search text. */
	keywords: string
	onSearch(keywords: string): void
}

/** Pause in typing after which the search starts. */
const debounceMs = 300

/** The search and not its field: that would open it again, with the keyboard of a phone. */
const focusSearch = (search: RefObject<HTMLElement | null>) => search.current?.focus({ preventScroll: true })

/** Searches all days by topic or id, while it is typed (PAGE-03 to PAGE-06). */
export function MeetingSearch({ userId, keywords, onSearch }: MeetingSearchProps) {
	const container = useRef<HTMLDivElement>(null)
	const [typed, setTyped] = useState(keywords)
	const [isActive, setActive] = useState(false)
	// Results must be visible, so nothing is dimmed from the first character on.
	const [isTyping, setTyping] = useState(false)
	// The last search; text typed meanwhile stays.
	const searched = useRef(keywords)
	useEffect(() => {
		if (keywords === searched.current) return
		setTyped(keywords)
		searched.current = keywords
		// The button below that showed the day again is gone.
		if (document.activeElement === document.body) focusSearch(container)
	}, [keywords])
	const wantedNow = cleanText(typed)
	// biome-ignore lint/correctness/useExhaustiveDependencies: after a pause of typing, whoever is told
	useEffect(() => {
		if (wantedNow === searched.current) return
		const timer = setTimeout(() => send(wantedNow), wantedNow === '' ? 0 : debounceMs)
		return () => clearTimeout(timer)
	}, [wantedNow])

	function send(wanted: string) {
		if (wanted === searched.current) return
		searched.current = wanted
		onSearch(wanted)
	}

	function close() {
		if (container.current?.contains(document.activeElement)) focusSearch(container)
		setActive(false)
		setTyping(false)
	}

	function search(text: string) {
		const wanted = cleanText(text)
		setTyped(wanted)
		close()
		if (wanted !== '') history.searched.meetings.add(userId, wanted)
		send(wanted)
	}

	function type(text: string) {
		setTyped(text)
		setTyping(text !== '')
	}

	/** Adds the search to the recent ones. */
	function leave() {
		setActive(false)
		setTyping(false)
		if (wantedNow !== '') history.searched.meetings.add(userId, wantedNow)
	}

	function cancel() {
		setTyped('')
		send('')
		close()
	}

	const isDimming = isActive && !isTyping
	const hasLeft = ({ relatedTarget }: FocusEvent) => !container.current?.contains(relatedTarget as Node | null)

	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out as this does, and it is around a form
		<div
			ref={container}
			role="group"
			aria-label={m.meeting_search()}
			tabIndex={-1}
			className={styles.container}
			data-active={isActive || undefined}
			data-dims={isDimming || undefined}
			onFocus={({ target, currentTarget }) => target !== currentTarget && setActive(true)}
			onBlur={event => hasLeft(event) && leave()}
			onKeyDown={({ key }) => key === 'Escape' && close()}
		>
			{isDimming && <SearchHistory userId={userId} onSelect={search} onClose={close} />}
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

interface SearchHistoryProps {
	userId: string
	onSelect(keywords: string): void
	/** The backdrop was tapped. */
	onClose(): void
}

// Otherwise the field would lose the focus, and the history would close before the tap ends.
const keepFocus = (event: PointerEvent) => event.preventDefault()

/** A backdrop behind the field (PAGE-04), and what was searched for before (STORE-05). */
function SearchHistory({ userId, onSelect, onClose }: SearchHistoryProps) {
	const [searches, setSearches] = useState(() => history.searched.meetings.list(userId))

	function clear() {
		history.searched.meetings.clear(userId)
		setSearches([])
	}

	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the escape key and the cancel button do the same */}
			<div className={styles.backdrop} data-testid="backdrop" onClick={onClose} />
			{searches.length > 0 && (
				<div className={styles.history} onPointerDown={keepFocus}>
					<div className={styles.head}>
						{m.meeting_search_past()}
						<Button kind="quiet" onClick={clear}>
							{m.meeting_search_forget()}
						</Button>
					</div>
					<ul className={styles.list}>
						{searches.map(keywords => (
							<li key={keywords}>
								<button type="button" className={styles.entry} onClick={() => onSelect(keywords)}>
									<Clock />
									<span>{keywords}</span>
								</button>
							</li>
						))}
					</ul>
				</div>
			)}
		</>
	)
}
