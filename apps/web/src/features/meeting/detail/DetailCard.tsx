import type { Meeting } from '@parley/api'
import { codePointLength, formatWireDay, meetingStatus, zoneFromHours } from '@parley/core'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { Badge, DigitsText, lazyComponent, toast } from '../../../ui/index.ts'
import { daysLaterLabel, durationLabel, formatFullDate, recurrenceLabel, relativeDayLabel } from '../labels.ts'
import { MeetingPasswords } from '../MeetingPasswords.tsx'
import { MeetingStatusLabel } from '../MeetingStatusLabel.tsx'
import { hostDisplayName, isHostOrCreator, type Viewer } from '../permissions.ts'
import { getRecurrence, getRelativeDay, getTimeRange } from '../schedule.ts'
import styles from './DetailCard.module.css'

const Invited = lazyComponent(async () => (await import('./Invitees.tsx')).Invitees)

/** From here on a topic is set smaller, so that the time stays on the first screen. */
const longTopic = 60

export interface DetailCardProps {
	meeting: Meeting
	viewer: Viewer
	now: number
}

/** Everything about one meeting that this viewer may know (DETAIL-01 to DETAIL-06). */
export function DetailCard({ meeting, viewer, now }: DetailCardProps) {
	const recurrence = getRecurrence(meeting)
	return (
		<article className={clsx(styles.card, meeting.status === meetingStatus.over && styles.over)}>
			<div className={styles.head}>
				<p className={styles.tags}>
					<MeetingStatusLabel meeting={meeting} now={now} />
					{recurrence && <Badge tone="brand">{m.meeting_room_tag()}</Badge>}
				</p>
				<h2 className={clsx(styles.topic, codePointLength(meeting.topic) > longTopic && styles.long)}>
					{meeting.topic}
				</h2>
			</div>
			<When meeting={meeting} now={now} />
			<dl className={styles.facts}>
				<Fact label={m.meeting_id_label()}>
					<DigitsText
						digits={meeting.meetingId}
						copy={{
							label: m.meeting_copy_id(),
							onCopied: copied =>
								toast.show(copied ? m.meeting_copied() : m.meeting_copy_failed(), { tone: copied ? 'ok' : 'error' }),
						}}
					/>
				</Fact>
				<Fact label={m.meeting_host_label()}>{hostDisplayName(meeting, viewer)}</Fact>
				<Fact label={m.meeting_duration_label()}>{durationLabel(meeting.durationS)}</Fact>
				<Fact label={m.meeting_entry_label()}>
					{meeting.isPrivate ? m.meeting_entry_private() : m.meeting_entry_open()}
				</Fact>
				{isHostOrCreator(meeting, viewer) && <Invited meetingId={meeting.meetingId} className={styles.fact} />}
			</dl>
			{isHostOrCreator(meeting, viewer) && (
				<div className={styles.secrets}>
					<MeetingPasswords meeting={meeting} />
				</div>
			)}
		</article>
	)
}

/** Day and hours; for a room how it comes back, and its hours where it has some (DETAIL-04). */
function When({ meeting, now }: Omit<DetailCardProps, 'viewer'>) {
	const recurrence = getRecurrence(meeting)
	const { from, to, daysLater } = getTimeRange(meeting)
	const label = getRelativeDay(meeting.startTime, meeting.timeZone, now)
	const date = formatFullDate(meeting.startTime, formatWireDay(now, zoneFromHours(meeting.timeZone)))
	const day = label.at === 'date' ? date : `${relativeDayLabel(label)} · ${date}`
	return (
		<div className={styles.when}>
			<p className={styles.day}>{recurrence ? recurrenceLabel(recurrence) : day}</p>
			{recurrence?.every !== 'no-fixed-time' && (
				<p className={styles.hours}>
					<span>{from}</span>
					<span className={styles.dash}>–</span>
					<span>{to}</span>
					{daysLater > 0 && <span className={styles.later}>{daysLaterLabel(daysLater)}</span>}
				</p>
			)}
		</div>
	)
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className={styles.fact}>
			<dt>{label}</dt>
			<dd>{children}</dd>
		</div>
	)
}
