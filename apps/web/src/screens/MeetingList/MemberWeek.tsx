import { canSchedule } from '@parley/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CompanyButton, Invitations } from '../../features/company/index.ts'
import { meetingIdPlaceholder } from '../../features/joining/index.ts'
import { toMeetingReader, WeekView } from '../../features/meeting/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Avatar, Button, runWhenIdle } from '../../ui/index.ts'
import listStyles from './MemberList.module.css'
import styles from './MemberWeek.module.css'
import { ViewLinks } from './ViewLinks.tsx'

export interface MemberWeekProps {
	person: MemberSession
	/** A day of the week, as the address has it. */
	week: string
	thisWeek: string
	/** The meeting that is shown beside it. */
	chosenId: string | undefined
}

/** The meetings of a person in their company, a week at a time; on a laptop in place of the list (LAYOUT-11). */
export function MemberWeek({ person, week, thisWeek, chosenId }: MemberWeekProps) {
	const navigate = useNavigate()
	const { user, company } = person
	const [isIdle, setIdle] = useState(false)
	useEffect(() => runWhenIdle(() => setIdle(true)), [])

	const schedule = (start_time?: string, durationS?: number) =>
		void navigate({
			to: '/MeetingList/CreateMeeting',
			search: { start_time, duration: durationS === undefined ? undefined : String(durationS), week },
		})
	const maySchedule = canSchedule(toMeetingReader(person))
	const join = () =>
		void navigate({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' },
		})
	const showWeek = (day: string) =>
		chosenId === undefined
			? void navigate({ to: '/MeetingList', search: { week: day } })
			: void navigate({ to: '/detail/$meetingId', params: { meetingId: chosenId }, search: { week: day } })

	return (
		<div className={styles.page}>
			<div className={styles.bar}>
				<CompanyButton />
				<span className={styles.space} />
				<Button onClick={join}>{m.meeting_join_tile()}</Button>
				{maySchedule && (
					<Button kind="primary" icon={<Plus />} onClick={() => schedule()}>
						{m.meeting_schedule_tile()}
					</Button>
				)}
				<Link to="/MeetingList/Personal" className={listStyles.me}>
					<span className="sr-only">{m.meeting_me({ name: user.displayName })}</span>
					<Avatar name={user.displayName} src={user.picture} />
				</Link>
			</div>
			<WeekView
				userId={user.id}
				companyId={company?.companyId}
				day={week}
				chosenId={chosenId}
				actions={<ViewLinks week={week} thisWeek={thisWeek} />}
				onWeek={showWeek}
				onChoose={({ meetingId }) =>
					void navigate({ to: '/detail/$meetingId', params: { meetingId }, search: { week }, resetScroll: false })
				}
				onSchedule={maySchedule ? schedule : undefined}
			/>
			{isIdle && <Invitations />}
		</div>
	)
}
