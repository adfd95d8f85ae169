import type { Meeting } from '@parley/api'
import { repeatType } from '@parley/core'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { DigitsText, toast } from '../../../ui/index.ts'
import { meetingTimeLabel, useNow } from '../../meeting/index.ts'
import styles from './MeetingFacts.module.css'

export interface MeetingFactsProps {
	meetingId: string
	/** Nothing while it is being looked up, or cannot be. */
	meeting: Meeting | undefined
}

/** Which meeting a link leads to: topic, id, host and time (LINK-10). */
export function MeetingFacts({ meetingId, meeting }: MeetingFactsProps) {
	const now = useNow()
	return (
		<section className={styles.facts}>
			{meeting && <h2 className={styles.topic}>{meeting.topic}</h2>}
			<dl className={styles.list}>
				<Fact label={m.entry_meeting_id()}>
					<DigitsText
						digits={meetingId}
						copy={{
							label: m.entry_copy_id(),
							onCopied: copied =>
								toast.show(copied ? m.entry_copied() : m.entry_copy_failed(), { tone: copied ? 'ok' : 'error' }),
						}}
					/>
				</Fact>
				{meeting && (
					<>
						<Fact label={m.entry_host()}>{meeting.hostName}</Fact>
						<Fact label={m.entry_time()}>{linkTimeText(meeting, now)}</Fact>
					</>
				)}
			</dl>
		</section>
	)
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
	<div className={styles.fact}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
)

/** How it comes back where it does, from when to when where not; a room without a fixed time says both (LINK-11, LINK-12, OP-016). */
export function linkTimeText(meeting: Meeting, now: number): string {
	const { daily, weekly, monthly } = repeatType
	const comesBack = [daily, weekly, monthly].some(type => type === meeting.repeatType)
	if (comesBack) return meetingTimeLabel({ ...meeting, isRecurring: true }, now)
	const range = meetingTimeLabel({ ...meeting, isRecurring: false }, now)
	return meeting.isRecurring ? `${meetingTimeLabel(meeting, now)} · ${range}` : range
}
