import { formatWireDay } from '@parley/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChosenMeetingContext, readerZone, useNow } from '../../features/meeting/index.ts'
import { type MemberSession, useSession } from '../../features/session/index.ts'
import { siteZone } from '../../features/site/index.ts'
import { m, useLanguage } from '../../locales/index.ts'
import { detailPaneMark, PaneContext } from '../../navigation/panes.ts'
import { QueryProvider } from '../../query/index.ts'
import styles from './MeetingPanes.module.css'
import { MemberList } from './MemberList.tsx'
import { MemberWeek } from './MemberWeek.tsx'
import { ViewLinks } from './ViewLinks.tsx'

/**
 * On a laptop: the list of a member, and beside it the chosen meeting (LAYOUT-09). The list stays while another is chosen.
 * With a week in the address, that week is in place of the list (LAYOUT-11).
 */
export function MeetingPanes({ children }: { children: ReactNode }) {
	useLanguage()
	const person = useSession()
	const { meetingId } = useParams({ strict: false })
	const { week } = useSearch({ strict: false })
	const thisWeek = formatWireDay(useNow(), readerZone() ?? siteZone())
	if (person.kind !== 'member') return children
	if (week !== undefined) {
		return (
			<WeekPanes person={person} week={week} thisWeek={thisWeek} chosenId={meetingId}>
				{children}
			</WeekPanes>
		)
	}
	return (
		<div className={styles.panes}>
			<div className={styles.list}>
				<QueryProvider>
					<ChosenMeetingContext value={{ meetingId }}>
						<MemberList person={person} viewLinks={<ViewLinks week={undefined} thisWeek={thisWeek} />} />
					</ChosenMeetingContext>
				</QueryProvider>
			</div>
			{/* Scrolls by itself, while the window scrolls the list. */}
			<div className={styles.detail} {...{ [detailPaneMark]: '' }}>
				<PaneContext value={true}>{children}</PaneContext>
			</div>
		</div>
	)
}

interface WeekPanesProps {
	person: MemberSession
	week: string
	thisWeek: string
	chosenId: string | undefined
	children: ReactNode
}

/** The week takes the whole window until a meeting is chosen in it, which then stands at its right. */
function WeekPanes({ person, week, thisWeek, chosenId, children }: WeekPanesProps) {
	const isChosen = chosenId !== undefined
	return (
		<div className={clsx(styles.week, isChosen && styles.beside)}>
			{/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has one of two roles, and stays the same element */}
			<div
				className={styles.calendar}
				role={isChosen ? 'region' : 'main'}
				aria-label={isChosen ? m.meeting_list_title() : undefined}
			>
				<QueryProvider>
					<MemberWeek person={person} week={week} thisWeek={thisWeek} chosenId={chosenId} />
				</QueryProvider>
				{isChosen && (
					<Link
						to="/MeetingList"
						search={{ week }}
						resetScroll={false}
						className={styles.close}
						aria-label={m.meeting_week_close()}
					>
						<X />
					</Link>
				)}
			</div>
			{isChosen && (
				<div className={styles.detail} {...{ [detailPaneMark]: '' }}>
					<PaneContext value={true}>{children}</PaneContext>
				</div>
			)}
		</div>
	)
}
