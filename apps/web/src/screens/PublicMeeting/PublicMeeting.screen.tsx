import { meeting as calls, type Meeting } from '@parley/api'
import { formatWireTime, limits, meetingStatus } from '@parley/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { meetingIdPlaceholder, useJoinFromList } from '../../features/joining/index.ts'
import {
	DayHeader,
	hasNextPage,
	occurrenceKey,
	toListState,
	toMeetingReader,
	useNow,
} from '../../features/meeting/index.ts'
import { getCurrentPerson } from '../../features/session/index.ts'
import { canGuestsJoin, siteZone, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useCallInfiniteQuery } from '../../query/index.ts'
import { storage } from '../../storage/index.ts'
import { EmptyDayIllustration, OfflineIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, ErrorPanel, InfiniteSentinel, Page, SkeletonCards } from '../../ui/index.ts'
import { PublicCard } from './PublicCard.tsx'
import styles from './PublicMeeting.module.css'

export const title = () => m.public_title()

/** /publicMeeting: today's public meetings (ROUTE-23). */
export function PublicMeeting() {
	const isOff = useSite(site => site.copyright?.publicMeetings === false)
	const today = formatWireTime(useNow(), siteZone())
	const back = { label: m.common_back(), onBack: useBack('/') }

	// OP-046: a person who sees this screen again has returned from the join.
	useEffect(() => storage.write('publicMeeting', undefined), [])

	if (isOff) {
		return (
			<Page title={m.public_title()} top={44} back={back}>
				<EmptyState
					picture={<EmptyDayIllustration />}
					title={m.public_off_title()}
					text={<OtherText />}
					action={<OtherActions />}
				/>
			</Page>
		)
	}
	return (
		<Page title={m.public_title()} top={44} back={back}>
			<DayHeader isBelowTitle today={today} />
			<PublicMeetingList today={today.slice(0, 10)} />
		</Page>
	)
}

function PublicMeetingList({ today }: { today: string }) {
	const now = useNow()
	const navigate = useNavigate()
	const { list, isRefreshing, refresh, loadMore } = usePublicMeetings(today)
	const { joiningId, join } = useJoinFromList(toMeetingReader(getCurrentPerson()), {
		// OP-046: where to return to.
		onJoin: () => storage.write('publicMeeting', '1'),
		onSignInNeeded: meetingId =>
			void navigate({
				to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
				params: { meetingId, publicJoin: 'true', hasPwd: 'false' },
			}),
	})

	switch (list.status) {
		case 'loading':
			return <SkeletonCards label={m.common_loading()} />
		case 'offline':
		case 'failed':
			return (
				<ErrorPanel
					picture={<OfflineIllustration />}
					title={m.public_failed_title()}
					text={m.public_failed_text()}
					retry={{
						label: m.public_retry(),
						onRetry: refresh,
						busyLabel: isRefreshing && m.common_loading(),
					}}
				/>
			)
		case 'empty':
			return (
				<EmptyState
					picture={<EmptyDayIllustration />}
					title={m.public_empty_title()}
					text={<OtherText />}
					action={<OtherActions />}
				/>
			)
		case 'loaded':
			return (
				<>
					<ul className={styles.list}>
						{endedLast(list.meetings).map(meeting => (
							<li key={occurrenceKey(meeting)}>
								<PublicCard
									meeting={meeting}
									now={now}
									isJoining={joiningId === meeting.meetingId}
									onJoin={() => join(meeting, refresh)}
								/>
							</li>
						))}
					</ul>
					<InfiniteSentinel
						state={list.tail}
						onReach={loadMore}
						labels={{
							loading: m.common_loading(),
							end: '',
							more: m.public_more(),
							retry: m.public_retry(),
						}}
					/>
				</>
			)
	}
}

/** Today's public meetings, page by page (OP-073, OP-074, OP-144). */
function usePublicMeetings(today: string) {
	const query = useCallInfiniteQuery(
		calls.all,
		{ pageSize: limits.pageSize, type: 1 },
		// Without the session: a person who sees all meetings of a company sees the public ones here too.
		{ scope: ['public', today], handles401: true, unauth: true, hasNextPage },
	)
	return {
		list: toListState(query),
		isRefreshing: (query.pages ?? query.failed) !== undefined && query.fetching === 'all',
		refresh: () => void query.refresh(),
		loadMore: () => void query.fetchNextPage(),
	}
}

/** Meetings that are over come after those that can be joined. */
function endedLast(meetings: readonly Meeting[]): Meeting[] {
	const isOver = ({ status }: Meeting) => Number(status === meetingStatus.ended)
	return [...meetings].sort((a, b) => isOver(a) - isOver(b))
}

/** Explains how to join without the list; on a site without guests, people have to sign in. */
function OtherText(): ReactNode {
	const mayJoin = useSite(canGuestsJoin) || getCurrentPerson().kind === 'member'
	return mayJoin ? m.public_other_text() : m.public_other_text_strict()
}

function OtherActions(): ReactNode {
	const mayJoin = useSite(canGuestsJoin)
	const isMember = getCurrentPerson().kind === 'member'
	const join = buttonClass({ kind: 'primary' })
	return (
		<>
			{isMember ? (
				<Link
					to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
					params={{ meetingId: meetingIdPlaceholder, hasPwd: 'false' }}
					className={join}
				>
					{m.link_join_title()}
				</Link>
			) : mayJoin ? (
				<Link to="/joinQuickly" className={join}>
					{m.link_join_title()}
				</Link>
			) : (
				<Link to="/Login" className={join}>
					{m.link_sign_in()}
				</Link>
			)}
			<Link to="/" className={buttonClass({ kind: 'quiet' })}>
				{m.common_to_start()}
			</Link>
		</>
	)
}

export { PublicMeeting as Screen }
