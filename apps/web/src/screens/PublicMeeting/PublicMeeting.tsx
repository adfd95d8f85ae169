import type { Meeting } from '@parley/api'
import { formatWireTime, meetingStatus } from '@parley/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { findJoinDestination, type JoinDestination, shownMeeting } from '../../features/joining/index.ts'
import { DayHeader, scheduleZone, toViewer, useNow } from '../../features/meeting/index.ts'
import { getCurrentPerson } from '../../features/session/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { CutCable, QuietCalendar } from '../../ui/drawings.ts'
import { buttonClass, EmptyState, ErrorPanel, InfiniteSentinel, Page, SkeletonCards, toast } from '../../ui/index.ts'
import { PublicCard } from './PublicCard.tsx'
import styles from './PublicMeeting.module.css'
import { usePublicMeetings } from './usePublicMeetings.ts'

/** /publicMeeting: today's meetings that anybody may join (ROUTE-23). */
export function PublicMeeting() {
	const isOff = useSite(site => site.copyright?.publicMeetings === false)
	const today = formatWireTime(useNow(), scheduleZone)
	const back = { label: m.common_back(), onBack: useBack('/') }

	// OP-046: whoever is back here has come back from the join.
	useEffect(() => storage.write('publicMeeting', undefined), [])

	if (isOff) {
		return (
			<Page title={m.entry_public_title()} top={44} back={back}>
				<EmptyState
					picture={<QuietCalendar />}
					title={m.entry_public_off_title()}
					text={m.entry_public_off_text()}
					action={<OtherWays />}
				/>
			</Page>
		)
	}
	return (
		<Page top={44} back={back}>
			<DayHeader company={m.entry_public_title()} today={today}>
				{null}
			</DayHeader>
			<DayOfMeetings today={today.slice(0, 10)} />
		</Page>
	)
}

function DayOfMeetings({ today }: { today: string }) {
	const now = useNow()
	const { list, isRefreshing, refresh, more } = usePublicMeetings(today)
	const { joiningId, join } = useJoining(() => void refresh())

	switch (list.at) {
		case 'loading':
			return <SkeletonCards label={m.common_loading()} />
		case 'failed':
			return (
				<ErrorPanel
					picture={<CutCable />}
					title={m.entry_public_failed_title()}
					text={m.entry_public_failed_text()}
					retry={{
						label: m.entry_public_retry(),
						onRetry: () => void refresh(),
						busyLabel: isRefreshing && m.common_loading(),
					}}
				/>
			)
		case 'empty':
			return (
				<EmptyState
					picture={<QuietCalendar />}
					title={m.entry_public_empty_title()}
					text={m.entry_public_empty_text()}
					action={<OtherWays />}
				/>
			)
		case 'shown':
			return (
				<>
					<ul className={styles.list}>
						{inOrder(list.meetings).map(meeting => (
							<li key={`${meeting.meetingId} ${meeting.startTime}`}>
								<PublicCard
									meeting={meeting}
									now={now}
									isJoining={joiningId === meeting.meetingId}
									onJoin={() => void join(meeting)}
								/>
							</li>
						))}
					</ul>
					<InfiniteSentinel
						state={list.tail}
						onReach={() => void more()}
						labels={{
							loading: m.common_loading(),
							end: '',
							more: m.entry_public_more(),
							retry: m.entry_public_retry(),
						}}
					/>
				</>
			)
	}
}

/** What can still be joined comes first; the rest of the day stays to be seen. */
function inOrder(meetings: readonly Meeting[]): Meeting[] {
	const isOver = ({ status }: Meeting) => Number(status === meetingStatus.over)
	return [...meetings].sort((a, b) => isOver(a) - isOver(b))
}

/** Joining is the same as from any list: the meeting is looked at anew first (JOIN-29 to JOIN-33). */
function useJoining(refresh: () => void) {
	const navigate = useNavigate()
	const [joiningId, setJoiningId] = useState<string>()

	async function join({ meetingId }: Meeting) {
		if (joiningId !== undefined) return
		setJoiningId(meetingId)
		const way = await findJoinDestination(meetingId, toViewer(getCurrentPerson()), callApi)
		setJoiningId(undefined)
		follow(way)
	}

	function follow(way: JoinDestination) {
		switch (way.at) {
			case 'join': {
				// OP-046: where to come back to.
				storage.write('publicMeeting', '1')
				shownMeeting.set(way.meeting)
				const { meetingId } = way.meeting
				return void navigate({
					to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
					params: { meetingId, hasPwd: way.hasPwd },
				})
			}
			case 'login':
				// JOIN-31
				return void navigate({
					to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
					params: { meetingId: way.meetingId, publicJoin: 'true', hasPwd: 'false' },
				})
			case 'unreachable':
				return void toast.show(m.net_timeout(), { tone: 'error' })
			case 'over':
				toast.show(m.meeting_over_toast())
				return refresh()
			case 'gone':
				toast.show(m.meeting_not_found_toast(), { tone: 'error' })
				return refresh()
		}
	}

	return { joiningId, join }
}

function OtherWays(): ReactNode {
	const mayJoin = useSite(canGuestsJoin)
	const isMember = getCurrentPerson().kind === 'member'
	const join = buttonClass({ kind: 'primary' })
	return (
		<>
			{isMember ? (
				<Link
					to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
					params={{ meetingId: 'unkonw', hasPwd: 'false' }}
					className={join}
				>
					{m.entry_join_title()}
				</Link>
			) : mayJoin ? (
				<Link to="/joinQuickly" className={join}>
					{m.entry_join_title()}
				</Link>
			) : (
				<Link to="/Login" className={join}>
					{m.entry_sign_in()}
				</Link>
			)}
			<Link to="/" className={buttonClass({ kind: 'quiet' })}>
				{m.entry_to_start()}
			</Link>
		</>
	)
}
