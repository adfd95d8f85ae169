import type { Meeting } from '@parley/api'
import { formatWireTime } from '@parley/core'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { lazyComponent, PullToRefresh, toast } from '../../../ui/index.ts'
import { runWhenIdle } from '../../site/index.ts'
import type { Viewer } from '../permissions.ts'
import { RemoveMeeting } from '../removal/RemoveMeeting.tsx'
import { scheduleZone } from '../schedule.ts'
import { useNow } from '../useNow.ts'
import { DayHeader } from './DayHeader.tsx'
import { CutCable, DayMeetingList, EmptyDay } from './DayMeetingList.tsx'
import styles from './DayView.module.css'
import { CardBody } from './MeetingCard.tsx'
import type { MeetingListQuery, MeetingListState } from './meetingList.ts'
import type { CardActs } from './Timeline.tsx'
import { scrollToTop } from './toTop.ts'
import { useDayFilter } from './useDayFilter.ts'
import { useIsScrolledDown } from './useFarDown.ts'
import { useInitialScroll } from './useInitialScroll.ts'
import { useMeetingList } from './useMeetingList.ts'

export interface DayViewProps extends Pick<MeetingListQuery, 'scope' | 'userId' | 'companyId'> {
	viewer: Viewer
	/** Whose day it is, above the date. */
	company: ReactNode
	/** At the right of that. */
	beside?: ReactNode
	/** Between the date and the list. */
	tiles?: ReactNode
	acts(refresh: () => Promise<void>): Omit<CardActs, 'onRemove'>
	onSchedule?: (() => void) | undefined
}

/** Its place is kept, and looks like it will. */
const SearchBox = lazyComponent(async () => (await import('./MeetingSearch.tsx')).MeetingSearch, {
	fallback: () => <div className={styles.search}>{m.meeting_search()}</div>,
})
const BackToTop = lazyComponent(async () => (await import('./BackToTop.tsx')).BackToTopButton)

const loading: MeetingListState = { at: 'loading' }

/** The meetings of a day: which day, what of it, and what can be done with each. */
export function DayView({ viewer, company, beside, tiles, acts, onSchedule, ...whose }: DayViewProps) {
	const now = useNow()
	const clock = formatWireTime(now, scheduleZone)
	const today = clock.slice(0, 10)
	const [view, setView] = useDayFilter(`${whose.scope} ${whose.userId} ${whose.companyId}`)
	const { list, serverTime, isRefreshing, refresh, loadMore } = useMeetingList(
		{ ...whose, ...view, today },
		{ refused: () => toast.show(m.meeting_list_failed(), { tone: 'error' }), onlyFirstPage: scrollToTop },
	)
	const isWholeToday = view.day === undefined && view.keywords === ''
	useInitialScroll(
		isWholeToday ? list : loading,
		now,
		`${whose.scope} ${whose.userId} ${whose.companyId} ${today}`,
		loadMore,
	)
	const [removing, setRemoving] = useState<Meeting>()
	const isFarDown = useIsScrolledDown()
	useEffect(bringWhatIsBehind, [])

	return (
		<>
			<DayHeader company={company} today={serverTime ?? clock} day={view.day} onDay={day => setView({ ...view, day })}>
				{beside}
			</DayHeader>
			{tiles}
			<SearchBox userId={whose.userId} keywords={view.keywords} onSearch={keywords => setView({ ...view, keywords })} />
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
					viewer={viewer}
					now={now}
					day={view.day ?? today}
					isToday={view.day === undefined}
					keywords={view.keywords}
					isRefreshing={isRefreshing}
					acts={{ ...acts(refresh), onRemove: setRemoving }}
					onRetry={refresh}
					onMore={loadMore}
					onEverything={() => setView({ ...view, keywords: '' })}
					onSchedule={onSchedule}
				/>
			</PullToRefresh>
			{isFarDown && <BackToTop />}
			<RemoveMeeting
				meeting={removing}
				onClose={() => setRemoving(undefined)}
				onRemoved={refresh}
				onOutdated={refresh}
			/>
		</>
	)
}

/** In a quiet moment comes what is not to be seen yet, so that the next tap does not wait for it. */
const bringWhatIsBehind = () =>
	runWhenIdle(() => {
		for (const part of [CardBody, BackToTop, EmptyDay, CutCable]) part.preload()
	})
