import { m } from '../../../locales/index.ts'
import { NothingFound, QuietCalendar } from '../../../ui/drawings.ts'
import { Button, EmptyState } from '../../../ui/index.ts'

export interface EmptyDayProps {
	isToday: boolean
	/** What is searched for. */
	keywords: string
	/** Shows everything of the day again. */
	onEverything(): void
	/** Absent for whoever may not schedule: then nothing hints at it (LIST-13). */
	onSchedule?: (() => void) | undefined
}

/** A day without meetings, or without any that were searched for (PAGE-13, PAGE-14). */
export function EmptyDay({ keywords, isToday, onSchedule, onEverything }: EmptyDayProps) {
	if (keywords !== '') {
		return (
			<EmptyState
				picture={<NothingFound />}
				title={m.meeting_search_none({ keywords })}
				text={m.meeting_search_none_text()}
				action={<Button onClick={onEverything}>{m.meeting_search_everything()}</Button>}
			/>
		)
	}
	const hint = onSchedule ? m.meeting_empty_text() : m.meeting_empty_text_scanner()
	return (
		<EmptyState
			picture={<QuietCalendar />}
			title={isToday ? m.meeting_empty_title() : m.meeting_empty_day_title()}
			text={isToday && hint}
			action={
				onSchedule && (
					<Button kind="primary" onClick={onSchedule}>
						{m.meeting_schedule_tile()}
					</Button>
				)
			}
		/>
	)
}
