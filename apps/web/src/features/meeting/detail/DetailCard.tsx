import { type Attendees, meeting as calls, type Meeting } from '@parley/api'
import { codePointLength, formatWireDay, isHostOrCreator, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { Badge, DigitsText } from '../../../ui/index.ts'
import { canGuestsJoin, useSite } from '../../site/index.ts'
import {
	daysLaterLabel,
	durationLabel,
	entryLabel,
	formatFullDate,
	recurrenceLabel,
	relativeDayLabel,
} from '../labels.ts'
import { MeetingLive } from '../MeetingLive.tsx'
import { MeetingPasswords } from '../MeetingPasswords.tsx'
import { MeetingStatusLabel } from '../MeetingStatusLabel.tsx'
import { hostDisplayName, type MeetingReader } from '../permissions.ts'
import { formatTimeOfDay, getRecurrence, getRelativeDay, getTimeRange, meetingZone } from '../schedule.ts'
import { showCopyResult } from '../showCopyResult.ts'
import { meetingZoneNote } from '../zoneNote.ts'
import styles from './DetailCard.module.css'

/** A topic of more characters is set smaller, so that the time stays on the first screen. */
const longTopic = 60

export interface DetailCardProps {
	meeting: Meeting
	reader: MeetingReader
	now: number
	/** Shows host and creator what viewers of the live see. */
	onPreview(): void
	onDesk(): void
}

/** Everything about one meeting that this reader may know (DETAIL-01 to DETAIL-07). */
export function DetailCard({ meeting, reader, now, onPreview, onDesk }: DetailCardProps) {
	const recurrence = getRecurrence(meeting)
	const allowsGuests = useSite(canGuestsJoin)
	return (
		<article className={clsx(styles.card, meeting.status === meetingStatus.ended && styles.over)}>
			<div className={styles.head}>
				<p className={styles.tags}>
					<MeetingStatusLabel meeting={meeting} now={now} />
					{recurrence && <Badge tone="brand">{m.meeting_recurring_tag()}</Badge>}
				</p>
				<h2 className={clsx(styles.topic, codePointLength(meeting.topic) > longTopic && styles.long)}>
					{meeting.topic}
				</h2>
			</div>
			<When meeting={meeting} now={now} />
			<dl className={styles.facts}>
				<ActualTime meeting={meeting} />
				<Fact label={m.meeting_id_label()}>
					<DigitsText
						digits={meeting.meetingId}
						copy={{
							label: m.meeting_copy_id(),
							onCopied: showCopyResult,
						}}
					/>
				</Fact>
				<Fact label={m.meeting_host_label()}>{hostDisplayName(meeting, reader)}</Fact>
				{/* Others have their hours above. */}
				{recurrence?.every === 'no-fixed-time' && (
					<Fact label={m.meeting_duration_label()}>{durationLabel(meeting.durationS)}</Fact>
				)}
				<Fact label={m.meeting_entry_label()}>{entryLabel(meeting, allowsGuests)}</Fact>
				{isHostOrCreator(reader, meeting) && <Invitees meetingId={meeting.meetingId} />}
			</dl>
			{isHostOrCreator(reader, meeting) && (
				<div className={styles.secrets}>
					<MeetingPasswords meeting={meeting} />
					<MeetingLive meeting={meeting} onPreview={onPreview} onDesk={onDesk} />
				</div>
			)}
		</article>
	)
}

/** Day and hours; a recurring meeting shows its recurrence, and hours only where it has a time (DETAIL-04). */
function When({ meeting, now }: Pick<DetailCardProps, 'meeting' | 'now'>) {
	const recurrence = getRecurrence(meeting)
	const { from, to, daysLater } = getTimeRange(meeting)
	const zone = meetingZone(meeting)
	const label = getRelativeDay(meeting.startTime, zone, now)
	const date = formatFullDate(meeting.startTime, formatWireDay(now, zone))
	const day = label.kind === 'date' ? date : `${relativeDayLabel(label)} · ${date}`
	const note = meetingZoneNote(meeting, now)
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
			{note && <p className={styles.zone}>{note}</p>}
		</div>
	)
}

/** When a meeting that is over was really held, on the same clock as its hours (ROOM-195). */
function ActualTime({ meeting }: Pick<DetailCardProps, 'meeting'>) {
	const { status, startTime, startedTime, endedTime } = meeting
	if (status !== meetingStatus.ended || startedTime === undefined || endedTime === undefined) return null
	const dayOf = (time: string) => time.slice(0, 10)
	const [planned, from, to] = [startTime, startedTime, endedTime].map(dayOf)
	const moment = (time: string, isDayShown: boolean) =>
		isDayShown ? `${formatFullDate(time, dayOf(startTime))} ${formatTimeOfDay(time)}` : formatTimeOfDay(time)
	return (
		<Fact label={m.meeting_actual_label()}>
			{moment(startedTime, from !== planned)}–{moment(endedTime, to !== from)}
		</Fact>
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

/** The attendees, for host and creator; empty if the meeting is for the whole company (ENT-05). */
function Invitees({ meetingId }: Pick<Meeting, 'meetingId'>) {
	const { data: attendees } = useCallQuery(
		calls.form,
		{ id: meetingId },
		{ handles401: true, select: ({ meeting }) => meeting.attendees },
	)
	const text = attendees && inviteesText(attendees)
	return text && <Fact label={m.common_attendees()}>{text}</Fact>
}

const inviteesShown = 3

function inviteesText({ departments, people }: Attendees): string {
	const all = [...departments.map(({ number, name }) => name ?? number), ...people.map(({ id, name }) => name ?? id)]
	const names = all.slice(0, inviteesShown).join(m.meeting_attendees_and())
	const more = all.length - inviteesShown
	return more > 0 ? m.meeting_attendees_more({ names, count: all.length, more }) : names
}
