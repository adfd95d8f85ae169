import { formatMeetingId } from '@parley/core'
import { History } from 'lucide-react'
import { m } from '../../locales/index.ts'
import type { JoinedMeeting } from '../../storage/index.ts'
import { ListRow, Section } from '../../ui/index.ts'
import styles from './form/JoinForm.module.css'

/** Meetings joined lately, to pick one instead of typing its id (JOIN-28, OP-076). */
export function RecentMeetings({
	visited,
	onPick,
}: {
	visited: readonly JoinedMeeting[]
	onPick(meetingId: string): void
}) {
	if (visited.length === 0) return null
	return (
		<div className={styles.devices}>
			<Section title={m.joining_recent()}>
				{visited.map(({ id, topic }) => (
					<ListRow key={id} icon={<History />} label={topic} note={formatMeetingId(id)} onPress={() => onPick(id)} />
				))}
			</Section>
		</div>
	)
}
