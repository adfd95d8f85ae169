import { type ActivityEntry, meetingReport } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Button, CollapsibleRow } from '../../ui/index.ts'
import type { MeetingMoments } from '../meeting/index.ts'
import styles from './ActivityList.module.css'
import { actionText, detailText, nameOf } from './activityTexts.ts'

export interface ActivityListProps {
	meetingId: MeetingId
	/** The person who reads. */
	userId: string
	moments: MeetingMoments
}

/** The events of a meeting, in a row that opens; the page loads them when it is opened (ROOM-196). */
export function ActivityList({ meetingId, userId, moments }: ActivityListProps) {
	const [isOpen, setIsOpen] = useState(false)
	const { data, failure, refetch } = useCallQuery(
		meetingReport.activity,
		{ id: meetingId },
		{ scope: [userId], enabled: isOpen },
	)
	return (
		<CollapsibleRow
			{...(styles.activity && { className: styles.activity })}
			label={m.report_activity_show()}
			open={isOpen}
			onOpenChange={setIsOpen}
		>
			{data && data.entries.length > 0 && (
				<ol className={styles.list}>
					{data.entries.map((entry, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: entries are appended only
						<li key={index} className={styles.entry}>
							<time dateTime={new Date(entry.at).toISOString()}>{moments.dayAndTime(entry.at)}</time>
							<Sentence {...entry} />
						</li>
					))}
				</ol>
			)}
			{data?.entries.length === 0 && <p className={styles.note}>{m.report_activity_none()}</p>}
			{!data && !failure && <p className={styles.note}>{m.common_loading()}</p>}
			{!data && failure && (
				<div className={styles.note} role="alert">
					<p>{m.report_activity_unread()}</p>
					<Button onClick={() => void refetch()}>{m.meeting_retry()}</Button>
				</div>
			)}
		</CollapsibleRow>
	)
}

function Sentence({ action, actor, target, detail }: ActivityEntry) {
	const rest = [actionText(action), personText(target), detailText(action, detail)].filter(part => part !== '')
	return (
		<span className={styles.sentence}>
			{actor && <span className={styles.name}>{personText(actor)}</span>}
			<span>{rest.join(' · ')}</span>
		</span>
	)
}

const personText = (person: ActivityEntry['actor']): string =>
	person?.isGuest ? m.report_guest_name({ name: nameOf(person) }) : nameOf(person)
