import type { Meeting } from '@parley/api'
import { formatWireTime } from '@parley/core'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { lazyComponent, PullToRefresh, toast } from '../../../ui/index.ts'
import { whenIdle } from '../../site/index.ts'
import type { Viewer } from '../permissions.ts'
import { Removal } from '../removal/MeetingRemoval.tsx'
import { scheduleZone } from '../schedule.ts'
import { useNow } from '../useNow.ts'
import { DayHeader } from './DayHeader.tsx'
import { CutCable, DayList, EmptyDay } from './DayMeetingList.tsx'
import styles from './DayView.module.css'
import { CardBody } from './MeetingCard.tsx'
import type { ListOf, MeetingList } from './meetingList.ts'
import type { CardActs } from './Timeline.tsx'
import { toTop } from './toTop.ts'
import { useDayView } from './useDayFilter.ts'
import { useFarDown } from './useFarDown.ts'
import { useOpening } from './useInitialScroll.ts'
import { useMeetingList } from './useMeetingList.ts'

export interface DayOfMeetingsProps extends Pick<ListOf, 'of' | 'userId' | 'companyId'> {
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
const SearchBox = lazyComponent(async () => (await import('./MeetingSearch.tsx')).SearchBox, {
	fallback: () => <div className={styles.search}>{m.meeting_search()}</div>,
})
const BackToTop = lazyComponent(async () => (await import('./BackToTop.tsx')).BackToTop)

const loading: MeetingList = { at: 'loading' }

/** The meetings of a day: which day, what of it, and what can be done with each. */
export function DayOfMeetings({ viewer, company, beside, tiles, acts, onSchedule, ...whose }: DayOfMeetingsProps) {
	const now = useNow()
	const clock = formatWireTime(now, scheduleZone)
	const today = clock.slice(0, 10)
	const [view, setView] = useDayView(`${whose.of} ${whose.userId} ${whose.companyId}`)
	const { list, serverTime, isRefreshing, refresh, loadMore } = useMeetingList(
		{ ...whose, ...view, today },
		{ refused: () => toast.show(m.meeting_list_failed(), { tone: 'error' }), onlyFirstPage: toTop },
	)
	const isWholeToday = view.day === undefined && view.keywords === ''
	useOpening(isWholeToday ? list : loading, now, `${whose.of} ${whose.userId} ${whose.companyId} ${today}`, loadMore)
	const [removing, setRemoving] = useState<Meeting>()
	const isFarDown = useFarDown()
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
				<DayList
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
			<Removal meeting={removing} onClose={() => setRemoving(undefined)} onRemoved={refresh} onOutdated={refresh} />
		</>
	)
}

/** In a quiet moment comes what is not to be seen yet, so that the next tap does not wait for it. */
const bringWhatIsBehind = () =>
	whenIdle(() => {
		for (const part of [CardBody, BackToTop, EmptyDay, CutCable]) part.preload()
	})
