import type { Meeting } from '@parley/api'
import { addDays, formatWireDay, formatWireTime, type Instant } from '@parley/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { language, m } from '../../../locales/index.ts'
import { Button, IconButton } from '../../../ui/index.ts'
import { siteZone } from '../../site/index.ts'
import { firstWeekday, formatDate } from '../labels.ts'
import { ListError } from '../list/ListError.tsx'
import type { MeetingListState } from '../list/useMeetingList.ts'
import { useNow } from '../useNow.ts'
import { readerZone } from '../zoneNote.ts'
import { useWeekMeetings, type WeekQuery } from './useWeekMeetings.ts'
import { WeekGrid } from './WeekGrid.tsx'
import styles from './WeekView.module.css'
import { getWeek, parseWeekDay } from './week.ts'

export interface WeekViewProps extends Pick<WeekQuery, 'userId' | 'companyId'> {
	/** A day of the week as the address names it; the present week if it names none. */
	day: string | undefined
	/** The meeting that is shown beside the week. */
	chosenId: string | undefined
	/** At the right of the week's dates. */
	actions?: ReactNode
	onWeek(day: string): void
	onChoose(meeting: Meeting): void
	/** Missing for a person who may not schedule. The start is a wire time in the zone of the site. */
	onSchedule?: ((start: string, durationS?: number) => void) | undefined
}

/** Seven days of a member's meetings with their hours, on the reader's clock (LAYOUT-11). */
export function WeekView({ userId, companyId, day, chosenId, actions, onWeek, onChoose, onSchedule }: WeekViewProps) {
	const now = useNow()
	const zone = readerZone() ?? siteZone()
	const today = formatWireDay(now, zone)
	const week = getWeek(parseWeekDay(day) ?? today, firstWeekday())
	const [first = today, last = today] = [week[0], week.at(-1)]
	const { list, isRefreshing, refresh } = useWeekMeetings({ userId, companyId, week, zone })
	const isPresent = week.includes(today)
	const moveBy = (weeks: number) => onWeek(addDays(first, weeks * 7))
	const schedule =
		onSchedule && ((start: Instant, durationS?: number) => onSchedule(formatWireTime(start, siteZone()), durationS))

	const grid = (
		<WeekGrid
			week={week}
			zone={zone}
			now={now}
			meetings={list.status === 'loaded' ? list.meetings : []}
			isLoading={list.status === 'loading'}
			note={list.status === 'empty' ? m.meeting_week_empty() : undefined}
			chosenId={chosenId}
			onChoose={onChoose}
			onSchedule={schedule}
			onMove={moveBy}
		/>
	)
	const error = errorOf(list)
	return (
		<div className={styles.view}>
			<div className={styles.head}>
				<IconButton label={m.meeting_week_previous()} icon={<ChevronLeft />} onClick={() => moveBy(-1)} />
				<Button aria-current={isPresent ? 'date' : undefined} onClick={() => onWeek(today)}>
					{m.meeting_week_this()}
				</Button>
				<IconButton label={m.meeting_week_next()} icon={<ChevronRight />} onClick={() => moveBy(1)} />
				<h1 className={styles.title} aria-live="polite">
					{formatRange(first, last)}
				</h1>
				{actions}
			</div>
			{error ? (
				<ListError error={error} isRefreshing={isRefreshing} onRetry={refresh}>
					{list.status === 'loaded' && grid}
				</ListError>
			) : (
				grid
			)}
		</div>
	)
}

const errorOf = (list: MeetingListState) => {
	if (list.status === 'loaded') return list.error
	return list.status === 'offline' || list.status === 'failed' ? list.status : undefined
}

/** `November 22 – 28, 2026`, `2026年11月23日至29日`; not every browser knows Chinese intervals. */
function formatRange(first: string, last: string): string {
	const [from, to] = [new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`)]
	const whole = { year: 'numeric', month: 'long', day: 'numeric' } as const
	if (language() !== 'zh')
		return new Intl.DateTimeFormat(language(), { ...whole, timeZone: 'UTC' }).formatRange(from, to)
	const { year, month, day } = whole
	const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
	const isSameYear = first.slice(0, 4) === last.slice(0, 4)
	const end = formatDate(to, { day, ...(!isSameMonth && { month }), ...(!isSameYear && { year }) })
	return `${formatDate(from, whole)}至${end}`
}
