import { Link, useNavigate } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCardActions } from '../../app/useCardActions.ts'
import { CompanyButton } from '../../features/company/index.ts'
import {
	canListCompanyMeetings,
	canSchedule,
	DayView,
	isScanner,
	QuickActions,
	toViewer,
} from '../../features/meeting/index.ts'
import { type Person, useSession } from '../../features/session/index.ts'
import { runWhenIdle, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Avatar, IconButton, lazyComponent, Page, Spinner } from '../../ui/index.ts'
import styles from './MeetingList.module.css'

const GuestList = lazy(async () => ({ default: (await import('./GuestList.tsx')).GuestList }))
const Scanning = lazyComponent(async () => (await import('./Scanning.tsx')).Scanning, {
	overlay: true,
	trigger: ({ tap }) => tap,
})
const Invitations = lazyComponent(async () => (await import('./Invitations.ts')).Invitations)

/** /MeetingList: the meetings of the company one works in, day by day. */
export function MeetingList() {
	const person = useSession()
	if (person.kind === 'member') return <MemberList person={person} />
	return (
		<Suspense>
			<GuestList />
		</Suspense>
	)
}

function MemberList({ person }: { person: Extract<Person, { kind: 'member' }> }) {
	const navigate = useNavigate()
	const viewer = toViewer(person)
	const acts = useCardActions(viewer)
	const mayAll = canListCompanyMeetings(
		viewer,
		useSite(site => site.copyright?.publicMeetings),
	)
	const [scan, setScan] = useState({ taps: 0, isBusy: false })
	const [isQuiet, setQuiet] = useState(false)
	useEffect(() => runWhenIdle(() => setQuiet(true)), [])

	const { user, company } = person
	const schedule = canSchedule(viewer) ? () => void navigate({ to: '/MeetingList/CreateMeeting' }) : undefined
	const startScan = () => setScan({ ...scan, taps: scan.taps + 1 })
	const join = () =>
		void navigate({
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
			// OP-002: the word for an id that is yet to be typed.
			params: { meetingId: 'unkonw', hasPwd: 'false' },
		})

	return (
		<Page top={44}>
			<DayView
				scope="own"
				userId={user.id}
				companyId={company?.companyId}
				viewer={viewer}
				company={<CompanyButton />}
				beside={
					<>
						{!isScanner(viewer) && (
							<IconButton
								label={m.meeting_scan()}
								icon={scan.isBusy ? <Spinner /> : <ScanLine />}
								onClick={startScan}
							/>
						)}
						<Link to="/MeetingList/Personal" className={styles.me}>
							<span className="sr-only">{m.meeting_me({ name: user.displayName })}</span>
							<Avatar name={user.displayName} src={user.picture} />
						</Link>
					</>
				}
				tiles={
					<QuickActions
						onJoin={join}
						onSchedule={schedule}
						onScan={isScanner(viewer) ? startScan : undefined}
						onAll={mayAll ? () => void navigate({ to: '/allMeetings' }) : undefined}
					/>
				}
				acts={acts}
				onSchedule={schedule}
			/>
			{scan.taps > 0 && <Scanning tap={scan.taps} onBusy={isBusy => setScan(({ taps }) => ({ taps, isBusy }))} />}
			{isQuiet && <Invitations />}
		</Page>
	)
}
