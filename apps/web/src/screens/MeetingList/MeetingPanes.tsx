import { formatWireDay } from '@parley/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { ChosenMeetingContext, readerZone, useNow } from '../../features/meeting/index.ts'
import { type MemberSession, useSession } from '../../features/session/index.ts'
import { siteZone } from '../../features/site/index.ts'
import { m, useLanguage } from '../../locales/index.ts'
import { QueryProvider } from '../../query/index.ts'
import styles from './MeetingPanes.module.css'
import { MemberList } from './MemberList.tsx'
import { MemberWeek } from './MemberWeek.tsx'
import { ViewLinks } from './ViewLinks.tsx'

/** Classes of the element around both panes, and of the right one, which scrolls by itself, while the window scrolls the list. */
export const paneClasses = (week: string | undefined, chosenId: string | undefined) => ({
	panes: week === undefined ? styles.panes : clsx(styles.week, chosenId !== undefined && styles.beside),
	detail: styles.detail,
})

export interface MeetingsPaneProps {
	/** The week in the address, if any. */
	week: string | undefined
	chosenId: string | undefined
}

/**
 * On a laptop: the list of a member, beside which the chosen meeting stands (LAYOUT-09). The list stays while another is chosen.
 * With a week in the address, that week is in place of the list (LAYOUT-11).
 */
export function MeetingsPane({ week, chosenId }: MeetingsPaneProps) {
	useLanguage()
	const person = useSession()
	const thisWeek = formatWireDay(useNow(), readerZone() ?? siteZone())
	if (person.kind !== 'member') return null
	if (week !== undefined) return <WeekPane person={person} week={week} thisWeek={thisWeek} chosenId={chosenId} />
	return (
		<div className={styles.list}>
			<QueryProvider>
				<ChosenMeetingContext value={{ meetingId: chosenId }}>
					<MemberList person={person} viewLinks={<ViewLinks week={undefined} thisWeek={thisWeek} />} />
				</ChosenMeetingContext>
			</QueryProvider>
		</div>
	)
}

interface WeekPaneProps extends MeetingsPaneProps {
	person: MemberSession
	week: string
	thisWeek: string
}

/** The week takes the whole window until a meeting is chosen in it, which then stands at its right. */
function WeekPane({ person, week, thisWeek, chosenId }: WeekPaneProps) {
	const isChosen = chosenId !== undefined
	return (
		// biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has one of two roles, and stays the same element
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
	)
}
