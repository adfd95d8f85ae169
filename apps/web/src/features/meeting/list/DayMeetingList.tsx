import type { Meeting } from '@parley/api'
import { unreachable } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { ErrorPanel, InfiniteSentinel, lazyComponent } from '../../../ui/index.ts'
import type { Viewer } from '../permissions.ts'
import type { EmptyDayProps } from './EmptyDay.tsx'
import type { ListErrorKind, MeetingListState } from './meetingList.ts'
import { type CardActs, Timeline } from './Timeline.tsx'
import { TimelineSkeleton } from './TimelineSkeleton.tsx'

/** Most days need neither, so they come behind the list. */
export const EmptyDay = lazyComponent(async () => (await import('./EmptyDay.tsx')).EmptyDay)
export const CutCable = lazyComponent(async () => (await import('../../../ui/drawings.ts')).CutCable)

export interface DayMeetingListProps extends EmptyDayProps {
	list: MeetingListState
	viewer: Viewer
	now: number
	/** `YYYY-MM-DD`. */
	day: string
	isRefreshing: boolean
	acts: CardActs
	onRetry(): void
	onMore(): void
}

export function DayMeetingList(props: DayMeetingListProps) {
	const { list } = props
	switch (list.at) {
		case 'loading':
			return <TimelineSkeleton />
		case 'empty':
			return <EmptyDay {...props} />
		case 'unreachable':
		case 'refused':
			return <ListError trouble={list.at} {...props} />
		case 'shown':
			return <LoadedList {...props} {...list} />
		default:
			return unreachable(list)
	}
}

interface ListErrorProps extends Pick<DayMeetingListProps, 'onRetry' | 'isRefreshing'> {
	trouble: ListErrorKind
	children?: React.ReactNode
}

function ListError({ trouble, isRefreshing, onRetry, children }: ListErrorProps) {
	const isSilent = trouble === 'unreachable'
	const text = isSilent ? m.meeting_unreachable_text() : m.meeting_list_failed_text()
	return (
		<ErrorPanel
			picture={<CutCable />}
			title={isSilent ? m.meeting_unreachable_title() : m.meeting_list_failed()}
			text={children ? m.meeting_stale_text() : text}
			retry={{ label: m.meeting_retry(), onRetry, busyLabel: isRefreshing && m.meeting_retrying() }}
		>
			{children}
		</ErrorPanel>
	)
}

function LoadedList({
	meetings,
	tail,
	trouble,
	...props
}: DayMeetingListProps & { meetings: readonly Meeting[] } & Extract<MeetingListState, { at: 'shown' }>) {
	const { onMore, viewer, now, day, acts } = props
	const shown = (
		<>
			<Timeline {...{ meetings, viewer, now, day, acts }} isWhole={tail === 'end'} />
			<InfiniteSentinel
				state={tail}
				onReach={onMore}
				labels={{
					loading: m.meeting_loading_more(),
					end: m.meeting_no_more(),
					more: m.meeting_more(),
					retry: m.meeting_retry(),
				}}
			/>
		</>
	)
	if (!trouble) return shown
	return (
		<ListError trouble={trouble} isRefreshing={props.isRefreshing} onRetry={props.onRetry}>
			{shown}
		</ListError>
	)
}
