import type { Meeting } from '@parley/api'
import { unreachable } from '@parley/core'
import { m } from '../../locales/index.ts'
import { CutCable, QuietCalendar } from '../../ui/drawings.ts'
import { Button, EmptyState, ErrorPanel, InfiniteSentinel } from '../../ui/index.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { MeetingList, Trouble } from './list.ts'
import type { Viewer } from './roles.ts'
import { Timeline, type TimelineProps } from './Timeline.tsx'

export interface DayListProps extends Pick<TimelineProps, 'onJoin' | 'onDetail' | 'onRemove' | 'joiningId'> {
	list: MeetingList
	viewer: Viewer
	now: number
	isRefreshing: boolean
	onRetry(): void
	onMore(): void
	/** Absent for whoever may not schedule: then nothing hints at it (LIST-13). */
	onSchedule?: (() => void) | undefined
}

export function DayList(props: DayListProps) {
	const { list } = props
	switch (list.at) {
		case 'loading':
			return <ListSkeleton />
		case 'empty':
			return <EmptyDay {...props} />
		case 'unreachable':
		case 'refused':
			return <TroubledList trouble={list.at} {...props} />
		case 'shown':
			return <ShownList {...props} {...list} />
		default:
			return unreachable(list)
	}
}

function EmptyDay({ onSchedule }: DayListProps) {
	return (
		<EmptyState
			picture={<QuietCalendar />}
			title={m.meeting_empty_title()}
			text={onSchedule ? m.meeting_empty_text() : m.meeting_empty_text_scanner()}
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

interface TroubledProps extends Pick<DayListProps, 'onRetry' | 'isRefreshing'> {
	trouble: Trouble
	children?: React.ReactNode
}

function TroubledList({ trouble, isRefreshing, onRetry, children }: TroubledProps) {
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

function ShownList({
	meetings,
	tail,
	trouble,
	...props
}: DayListProps & { meetings: readonly Meeting[] } & Extract<MeetingList, { at: 'shown' }>) {
	const { onMore, viewer, now, joiningId, onJoin, onDetail, onRemove } = props
	const shown = (
		<>
			<Timeline {...{ meetings, viewer, now, joiningId, onJoin, onDetail, onRemove }} isWhole={tail === 'end'} />
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
		<TroubledList trouble={trouble} isRefreshing={props.isRefreshing} onRetry={props.onRetry}>
			{shown}
		</TroubledList>
	)
}
