import { Clock } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { history } from '../../../storage/index.ts'
import { Button } from '../../../ui/index.ts'
import styles from './MeetingSearch.module.css'

export interface SearchHistoryProps {
	userId: string
	onChoose(words: string): void
	/** A tap on what is dimmed. */
	onLeave(): void
}

// Otherwise the field would lose the focus, and what is tapped would be gone before the tap ends.
const keepFocus = (event: PointerEvent) => event.preventDefault()

/** Dims everything but the field (PAGE-04), and offers what was searched for before (STORE-05). */
export function SearchHistory({ userId, onChoose, onLeave }: SearchHistoryProps) {
	const [past, setPast] = useState(() => history.searched.meetings.list(userId))

	function forget() {
		history.searched.meetings.clear(userId)
		setPast([])
	}

	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the escape key and the cancel button do the same */}
			<div className={styles.veil} data-testid="veil" onClick={onLeave} />
			{past.length > 0 && (
				<div className={styles.past} onPointerDown={keepFocus}>
					<div className={styles.head}>
						{m.meeting_search_past()}
						<Button kind="quiet" onClick={forget}>
							{m.meeting_search_forget()}
						</Button>
					</div>
					<ul className={styles.list}>
						{past.map(words => (
							<li key={words}>
								<button type="button" className={styles.words} onClick={() => onChoose(words)}>
									<Clock />
									<span>{words}</span>
								</button>
							</li>
						))}
					</ul>
				</div>
			)}
		</>
	)
}
