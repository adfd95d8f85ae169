import type { Meeting } from '@parley/api'
import { formatWireTime } from '@parley/core'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton, PullToRefresh, toast, useHistoryEntry } from '../../../ui/index.ts'
import { siteZone } from '../../site/index.ts'
import type { MeetingReader } from '../permissions.ts'
import { RemoveMeeting } from '../removal/RemoveMeeting.tsx'
import { useNow } from '../useNow.ts'
import { DayHeader } from './DayHeader.tsx'
import { DayMeetingList } from './DayMeetingList.tsx'
import styles from './DayView.module.css'
import { createKeptState } from './keptState.ts'
import { type MeetingActions, MeetingActionsContext } from './MeetingCard.tsx'
import { MeetingSearch } from './MeetingSearch.tsx'
import { useDayFilter } from './useDayFilter.ts'
import {
	dayHeadMark,
	scrollToTop,
	startAtTop,
	useInitialScroll,
	useIsScrolledDown,
	useScrollOnceShown,
} from './useListScroll.ts'
import { type MeetingListQuery, type MeetingListState, useMeetingList } from './useMeetingList.ts'

export interface DayViewProps extends Pick<MeetingListQuery, 'scope' | 'userId' | 'companyId'> {
	reader: MeetingReader
	/** Above the date; without it the screen has a title of its own. */
	company?: ReactNode
	/** At the right of the date. */
	headerActions?: ReactNode
	/** Between the date and the list. */
	quickActions?: ReactNode
	/** The actions of the cards; the view itself removes meetings. */
	actions: Omit<MeetingActions, 'join' | 'remove'> & {
		/** @param onOutdated called where the meeting cannot be joined any more, as the list still says */
		join(meeting: Meeting, onOutdated: () => void): void
	}
	onSchedule?: (() => void) | undefined
}

const loading: MeetingListState = { status: 'loading' }
/** Kept for each list and history entry: going back from a detail shows the card as it was. */
const useExpandedCard = createKeptState<string | undefined>(undefined)

/** The meetings of a day: date, search, list, and the actions on each meeting. */
export function DayView(props: DayViewProps) {
	const { reader, company, headerActions, quickActions, actions, onSchedule, ...owner } = props
	const now = useNow()
	const clock = formatWireTime(now, siteZone())
	const today = clock.slice(0, 10)
	const listKey = `${owner.scope} ${owner.userId} ${owner.companyId}`
	const [filter, setFilter] = useDayFilter(listKey)
	const { list, serverTime, isRefreshing, refresh, loadMore } = useMeetingList(
		{ ...owner, ...filter, today },
		{ onFailed: () => toast.show(m.meeting_list_failed(), { tone: 'error' }), onOnlyFirstPage: scrollToTop },
	)
	const isAllOfToday = filter.day === undefined && filter.keywords === ''
	const entry = useHistoryEntry()
	useInitialScroll(isAllOfToday ? list : loading, now, `${listKey} ${today} ${entry}`, loadMore)
	const [expandedKey, onExpand] = useExpandedCard(`${listKey} ${entry}`)
	const [removing, setRemoving] = useState<Meeting>()
	/** Results start at their first meeting, however far the day was scrolled; the day is then restored. */
	function search(keywords: string) {
		if (keywords === filter.keywords) return
		const dayScrollPx = filter.keywords === '' ? window.scrollY : filter.dayScrollPx
		if (keywords !== '') startAtTop()
		setFilter({ ...filter, keywords, dayScrollPx })
	}
	const scrollPx = filter.keywords === '' ? filter.dayScrollPx : undefined
	useScrollOnceShown(list, scrollPx, () => setFilter({ ...filter, dayScrollPx: undefined }))
	const cardActions: MeetingActions = {
		...actions,
		join: meeting => actions.join(meeting, refresh),
		remove: setRemoving,
	}

	return (
		<MeetingActionsContext value={cardActions}>
			{company && <div className={styles.company}>{company}</div>}
			<DayHead>
				<DayHeader
					isBelowTitle={!company}
					today={serverTime ?? clock}
					day={filter.day}
					// Choosing a day ends the search.
					onDayChange={day => setFilter({ day, keywords: '' })}
				>
					{headerActions}
				</DayHeader>
				{quickActions}
				<div className={styles.find}>
					<MeetingSearch userId={owner.userId} keywords={filter.keywords} onSearch={search} />
					<BackToTopButton />
				</div>
			</DayHead>
			<PullToRefresh
				onRefresh={refresh}
				labels={{
					pull: m.meeting_pull(),
					release: m.meeting_release(),
					refreshing: m.meeting_refreshing(),
					button: m.meeting_refresh(),
				}}
			>
				<DayMeetingList
					list={list}
					reader={reader}
					now={now}
					day={filter.day ?? today}
					isToday={filter.day === undefined}
					keywords={filter.keywords}
					isRefreshing={isRefreshing}
					expandedKey={expandedKey}
					onExpand={onExpand}
					onRetry={refresh}
					onLoadMore={loadMore}
					onClearSearch={() => search('')}
					onSchedule={onSchedule}
				/>
			</PullToRefresh>
			<RemoveMeeting
				meeting={removing}
				onClose={() => setRemoving(undefined)}
				onRemoved={refresh}
				onOutdated={refresh}
			/>
		</MeetingActionsContext>
	)
}

/** Date, actions and search: they stay in sight while the list below scrolls. */
const DayHead = ({ children }: { children: ReactNode }) => (
	<div className={styles.head} {...{ [dayHeadMark]: '' }}>
		{children}
	</div>
)

/** Beside the search, where it covers nothing of the list. */
function BackToTopButton() {
	const isScrolledDown = useIsScrolledDown()
	if (!isScrolledDown) return null
	return (
		<IconButton className={styles.toTop ?? ''} label={m.meeting_to_top()} icon={<ArrowUp />} onClick={scrollToTop} />
	)
}
