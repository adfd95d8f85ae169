import { m } from '../../locales/index.ts'
import { EmptyDayIllustration } from '../../ui/art/illustrations.tsx'
import { EmptyState } from '../../ui/index.ts'
import styles from './MeetingPanes.module.css'

/** Beside the list, until a meeting is chosen in it. */
export const NothingChosen = () => (
	<main className={styles.nothing}>
		<EmptyState
			picture={<EmptyDayIllustration />}
			title={m.meeting_none_chosen()}
			text={m.meeting_none_chosen_text()}
		/>
	</main>
)
