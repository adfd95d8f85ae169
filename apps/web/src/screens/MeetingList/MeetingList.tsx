import { type Meeting, personalEdition } from '@parley/api'
import { wireTime } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../../api/index.ts'
import { type FromList, joinFromList, seen, typedId } from '../../features/joining/index.ts'
import {
	BackToTop,
	DayHeader,
	DayList,
	Me,
	maySchedule,
	Removal,
	scheduleZone,
	Tiles,
	toTop,
	useMeetingList,
	useNow,
	useOpening,
	viewerOf,
} from '../../features/meeting/index.ts'
import { type Person, useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Page, PullToRefresh, toast } from '../../ui/index.ts'

const GuestList = lazy(async () => ({ default: (await import('./GuestList.tsx')).GuestList }))
const MeSheet = lazy(async () => ({ default: (await import('./MeSheet.tsx')).MeSheet }))

/** /MeetingList: today's meetings of the company one works in. */
export function MeetingList() {
	const person = useSession()
	if (person.at === 'member') return <MemberList person={person} />
	return (
		<Suspense>
			<GuestList />
		</Suspense>
	)
}

function MemberList({ person }: { person: Extract<Person, { at: 'member' }> }) {
	const navigate = useNavigate()
	const now = useNow()
	const viewer = viewerOf(person)
	const today = wireTime(now, scheduleZone)
	const { user, company } = person
	const { list, serverTime, isRefreshing, refresh, loadMore } = useMeetingList(
		{ userId: user.id, companyId: company?.companyId, today: today.slice(0, 10) },
		{ refused: () => toast.show(m.meeting_list_failed(), { tone: 'error' }), onlyFirstPage: toTop },
	)
	useOpening(list, now, `${user.id} ${company?.companyId} ${today.slice(0, 10)}`, loadMore)
	const [removing, setRemoving] = useState<Meeting>()
	const [joiningId, setJoiningId] = useState<string>()
	const schedule = maySchedule(viewer) ? () => void navigate({ to: '/MeetingList/CreateMeeting' }) : undefined

	const joinScreen = (meetingId: string, hasPwd: 'true' | 'false') =>
		navigate({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params: { meetingId, hasPwd } })

	async function join({ meetingId }: Meeting) {
		if (joiningId !== undefined) return
		setJoiningId(meetingId)
		const way = await joinFromList(meetingId, viewer, ask)
		setJoiningId(undefined)
		follow(way)
	}

	function follow(way: FromList) {
		switch (way.at) {
			case 'join':
				seen.keep(way.meeting)
				return joinScreen(way.meeting.meetingId, way.hasPwd)
			case 'login':
				return navigate({
					to: '/Login',
					search: { meetingId: way.meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' },
				})
			case 'unreachable':
				return toast.show(m.net_timeout(), { tone: 'error' })
			case 'over':
				toast.show(m.meeting_over_toast())
				return refresh()
			case 'gone':
				toast.show(m.meeting_not_found_toast(), { tone: 'error' })
				return refresh()
		}
	}

	return (
		<Page top={44}>
			<DayHeader company={companyName(company)} today={serverTime ?? today}>
				<Me name={user.displayName} picture={user.picture}>
					{sheet => <MeSheet name={user.displayName} {...sheet} />}
				</Me>
			</DayHeader>
			<Tiles onJoin={() => void joinScreen(typedId, 'false')} onSchedule={schedule} />
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
					isRefreshing={isRefreshing}
					joiningId={joiningId}
					onRetry={refresh}
					onMore={loadMore}
					onSchedule={schedule}
					onJoin={join}
					onDetail={({ meetingId }) => navigate({ to: '/detail/$meetingId', params: { meetingId } })}
					onRemove={setRemoving}
				/>
			</PullToRefresh>
			<BackToTop />
			<Removal meeting={removing} onClose={() => setRemoving(undefined)} onRemoved={refresh} onOutdated={refresh} />
		</Page>
	)
}

/** OP-104: the personal edition goes by the same name for everybody. */
const companyName = (company: Extract<Person, { at: 'member' }>['company']) =>
	company?.type === personalEdition ? m.meeting_personal_edition() : company?.name
