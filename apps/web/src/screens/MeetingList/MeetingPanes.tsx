import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChosenMeetingContext } from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useLanguage } from '../../locales/index.ts'
import { detailPaneMark, PaneContext } from '../../navigation/panes.ts'
import { QueryProvider } from '../../query/index.ts'
import styles from './MeetingPanes.module.css'
import { MemberList } from './MemberList.tsx'

/** On a laptop: the list of a member, and beside it the chosen meeting (LAYOUT-09). The list stays while another is chosen. */
export function MeetingPanes({ children }: { children: ReactNode }) {
	useLanguage()
	const person = useSession()
	const { meetingId } = useParams({ strict: false })
	if (person.kind !== 'member') return children
	return (
		<div className={styles.panes}>
			<div className={styles.list}>
				<QueryProvider>
					<ChosenMeetingContext value={{ meetingId }}>
						<MemberList person={person} isPane />
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
