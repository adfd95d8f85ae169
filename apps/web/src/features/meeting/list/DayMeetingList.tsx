import { unreachable } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { EmptyDayIllustration, NoResultsIllustration } from '../../../ui/art/illustrations.tsx'
import { Button, EmptyState, InfiniteSentinel } from '../../../ui/index.ts'
import type { MeetingReader } from '../permissions.ts'
import { ListError } from './ListError.tsx'
import { Timeline, type TimelineProps } from './Timeline.tsx'
import { TimelineSkeleton } from './TimelineSkeleton.tsx'
import type { MeetingListState } from './useMeetingList.ts'

export interface DayMeetingListProps extends EmptyDayProps, Pick<TimelineProps, 'expandedKey' | 'onExpand'> {
	list: MeetingListState
	reader: MeetingReader
	now: number
	/** `YYYY-MM-DD`. */
	day: string
	isRefreshing: boolean
	onRetry(): void
	onLoadMore(): void
}

/** The meetings of a day in whatever state the list is. */
export function DayMeetingList(props: DayMeetingListProps) {
	const { list } = props
	switch (list.status) {
		case 'loading':
			return <TimelineSkeleton />
		case 'empty':
			return <EmptyDay {...props} />
		case 'offline':
		case 'failed':
			return <ListError error={list.status} {...props} />
		case 'loaded':
			return <LoadedList {...props} list={list} />
		default:
			return unreachable(list)
	}
}

interface LoadedListProps extends DayMeetingListProps {
	list: Extract<MeetingListState, { status: 'loaded' }>
}

function LoadedList({
	list: { meetings, tail, error },
	reader,
	now,
	day,
	keywords,
	expandedKey,
	onExpand,
	onLoadMore,
	...retry
}: LoadedListProps) {
	const timeline = (
		<>
			<Timeline
				meetings={meetings}
				reader={reader}
				now={now}
				day={day}
				hasDates={keywords !== ''}
				isComplete={tail === 'end'}
				expandedKey={expandedKey}
				onExpand={onExpand}
			/>
			<InfiniteSentinel
				state={tail}
				onReach={onLoadMore}
				labels={{
					loading: m.meeting_loading_more(),
					end: m.meeting_no_more(),
					more: m.meeting_more(),
					retry: m.meeting_retry(),
				}}
			/>
		</>
	)
	if (!error) return timeline
	return (
		<ListError error={error} isRefreshing={retry.isRefreshing} onRetry={retry.onRetry}>
			{timeline}
		</ListError>
	)
}

interface EmptyDayProps {
	isToday: boolean
	/** The search text. */
	keywords: string
	onClearSearch(): void
	/** Missing for a person who may not schedule: then nothing suggests it (LIST-13). */
	onSchedule?: (() => void) | undefined
}

/** A day without meetings, or without any that the search finds (PAGE-13, PAGE-14). */
function EmptyDay({ keywords, isToday, onSchedule, onClearSearch }: EmptyDayProps) {
	if (keywords !== '') {
		return (
			<EmptyState
				picture={<NoResultsIllustration />}
				title={m.meeting_search_none({ keywords })}
				text={m.meeting_search_none_text()}
				action={<Button onClick={onClearSearch}>{m.meeting_search_everything()}</Button>}
			/>
		)
	}
	const hint = onSchedule ? m.meeting_empty_text() : m.meeting_empty_text_scanner()
	return (
		<EmptyState
			picture={<EmptyDayIllustration />}
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
