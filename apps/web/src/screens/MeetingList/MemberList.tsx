import { canSchedule, isScanner } from '@parley/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { CompanyButton, Invitations } from '../../features/company/index.ts'
import { meetingIdPlaceholder } from '../../features/joining/index.ts'
import { canListCompanyMeetings, DayView, QuickActions, toMeetingReader } from '../../features/meeting/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { useMeetingActions } from '../../navigation/useMeetingActions.ts'
import { useStartNow } from '../../navigation/useStartNow.ts'
import { Avatar, IconButton, Page, runWhenIdle, Spinner } from '../../ui/index.ts'
import styles from './MemberList.module.css'
import { useMeetingScan } from './useMeetingScan.tsx'

interface MemberListProps {
	person: MemberSession
	/** The links between list and week, in a pane; a screen has none. */
	viewLinks?: ReactNode
}

/** The meetings of a person in their company, day by day: a screen, or a pane beside one of them. */
export function MemberList({ person, viewLinks }: MemberListProps) {
	const navigate = useNavigate()
	const reader = toMeetingReader(person)
	const actions = useMeetingActions(reader)
	const isListEnabled = useSite(site => site.copyright?.publicMeetings)
	const scan = useMeetingScan()
	const [start, isStarting] = useStartNow(person)
	// Invitations to companies are fetched after the list.
	const [isIdle, setIdle] = useState(false)
	useEffect(() => runWhenIdle(() => setIdle(true)), [])

	const { user, company } = person
	const isScanOnly = isScanner(reader)
	const schedule = canSchedule(reader) ? () => void navigate({ to: '/MeetingList/CreateMeeting' }) : undefined
	const listAll = canListCompanyMeetings(reader, isListEnabled)
		? () => void navigate({ to: '/allMeetings' })
		: undefined
	const join = () =>
		void navigate({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' },
		})

	return (
		<Page top={44} section={viewLinks ? m.meeting_list_title() : undefined}>
			<DayView
				scope="own"
				userId={user.id}
				companyId={company?.companyId}
				reader={reader}
				company={
					<>
						<CompanyButton />
						{viewLinks}
					</>
				}
				headerActions={
					<>
						{!isScanOnly && (
							<IconButton
								label={m.meeting_scan()}
								icon={scan.isFollowing ? <Spinner /> : <ScanLine />}
								onClick={scan.start}
							/>
						)}
						<Link to="/MeetingList/Personal" className={styles.me}>
							<span className="sr-only">{m.meeting_me({ name: user.displayName })}</span>
							<Avatar name={user.displayName} src={user.picture} />
						</Link>
					</>
				}
				quickActions={
					<QuickActions
						onJoin={join}
						onStart={schedule && (() => void start())}
						isStarting={isStarting}
						onSchedule={schedule}
						onScan={isScanOnly ? scan.start : undefined}
						onAll={listAll}
					/>
				}
				actions={actions}
				onSchedule={schedule}
			/>
			{scan.scanner}
			{isIdle && <Invitations />}
		</Page>
	)
}
