import { Link, useParams } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import styles from './ViewLinks.module.css'

/** Switches between the list and the week. Each is an address, and the chosen meeting stays beside it. */
export function ViewLinks({ week, thisWeek }: { week: string | undefined; thisWeek: string }) {
	return (
		<nav className={styles.views} aria-label={m.meeting_view()}>
			<ViewLink week={undefined} isShown={week === undefined} text={m.meeting_view_list()} />
			<ViewLink week={week ?? thisWeek} isShown={week !== undefined} text={m.meeting_view_week()} />
		</nav>
	)
}

function ViewLink({ week, isShown, text }: { week: string | undefined; isShown: boolean; text: string }) {
	const { meetingId } = useParams({ strict: false })
	const link = {
		className: styles.view,
		search: { week },
		resetScroll: false,
		// A link to the list is not active where the address has a week.
		activeOptions: { exact: true },
		activeProps: { 'aria-current': isShown ? ('page' as const) : undefined },
	}
	if (meetingId === undefined) {
		return (
			<Link to="/MeetingList" {...link}>
				{text}
			</Link>
		)
	}
	return (
		<Link to="/detail/$meetingId" params={{ meetingId }} {...link}>
			{text}
		</Link>
	)
}
