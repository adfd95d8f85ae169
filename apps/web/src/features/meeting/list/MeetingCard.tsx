import type { Meeting } from '@parley/api'
import { canDeleteMeeting, formatListMeetingId, isHostOrCreator, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import { LockKeyhole } from 'lucide-react'
import { createContext, useContext, useId, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, Collapsible } from '../../../ui/index.ts'
import { useSite } from '../../site/index.ts'
import { recurrenceLabel, relativeDayLabel } from '../labels.ts'
import { MeetingLive } from '../MeetingLive.tsx'
import { MeetingPasswords } from '../MeetingPasswords.tsx'
import { MeetingStatusLabel } from '../MeetingStatusLabel.tsx'
import { canEdit, canShare, hostDisplayName, joinAvailability, type MeetingReader } from '../permissions.ts'
import { getRecurrence, getRelativeDay, meetingZone } from '../schedule.ts'
import { useShareMeeting } from '../share/useShareMeeting.tsx'
import { meetingZoneNote } from '../zoneNote.ts'
import styles from './MeetingCard.module.css'

/** Actions of the buttons of a card. */
export interface MeetingActions {
	/** The meeting that is looked up before the join screen opens. */
	joiningId?: string | undefined
	join(meeting: Meeting): void
	/** The meeting whose call continues behind its bar. */
	ongoingId?: string | undefined
	returnToCall(meeting: Meeting): void
	showDetail(meeting: Meeting): void
	edit(meeting: Meeting): void
	/** Shows host and creator what viewers of the live see. */
	preview(meeting: Meeting): void
	/** Opens the desk where host and creator run the live. */
	openDesk(meeting: Meeting): void
	remove(meeting: Meeting): void
}

/** The actions of all cards below; the screen of the list provides them. */
export const MeetingActionsContext = createContext<MeetingActions | undefined>(undefined)

/** Where a chosen meeting is shown beside the list: which one. Its card opens that instead of expanding. */
export const ChosenMeetingContext = createContext<{ meetingId: string | undefined } | undefined>(undefined)

export interface MeetingCardProps {
	meeting: Meeting
	reader: MeetingReader
	/** The server's clock. */
	now: number
	isExpanded: boolean
	onToggle(): void
}

export function MeetingCard({ meeting, reader, now, isExpanded, onToggle }: MeetingCardProps) {
	const bodyId = useId()
	const topicId = useId()
	const zoneNote = meetingZoneNote(meeting, now)
	const actions = useContext(MeetingActionsContext)
	const chosen = useContext(ChosenMeetingContext)
	const isChosen = chosen?.meetingId === meeting.meetingId
	// The body is rendered from the first time it is expanded, and stays for the transition that collapses it.
	const [wasExpanded, setWasExpanded] = useState(isExpanded)
	if (isExpanded && !wasExpanded) setWasExpanded(true)
	return (
		<article
			className={clsx(
				styles.card,
				meeting.status === meetingStatus.inProgress && styles.running,
				meeting.status === meetingStatus.ended && styles.over,
				isChosen && styles.chosen,
			)}
			aria-labelledby={topicId}
		>
			<div className={styles.head}>
				<h2 className={styles.topic}>
					{chosen ? (
						<button
							id={topicId}
							type="button"
							aria-current={isChosen ? 'page' : undefined}
							onClick={() => actions?.showDetail(meeting)}
						>
							{meeting.topic}
						</button>
					) : (
						<button id={topicId} type="button" aria-expanded={isExpanded} aria-controls={bodyId} onClick={onToggle}>
							{meeting.topic}
						</button>
					)}
				</h2>
				<p className={styles.meta}>
					{`${dateLabel(meeting, now)} · ${m.meeting_host({ name: hostDisplayName(meeting, reader) })}`}
				</p>
				{zoneNote && <p className={styles.meta}>{zoneNote}</p>}
				<p className={styles.foot}>
					<MeetingStatusLabel meeting={meeting} now={now} />
					<span className={styles.id}>
						{meeting.isPrivate && <LockKeyhole role="img" aria-label={m.meeting_private()} />}
						<span className="sr-only">{m.meeting_id_label()} </span>
						{formatListMeetingId(meeting.meetingId)}
					</span>
				</p>
			</div>
			{!chosen && (
				<Collapsible id={bodyId} open={isExpanded}>
					{wasExpanded && <MeetingCardBody meeting={meeting} reader={reader} />}
				</Collapsible>
			)}
		</article>
	)
}

/** A meeting shows its day (LIST-20), a recurring one its recurrence instead (LIST-26). */
function dateLabel(meeting: Meeting, now: number): string {
	const recurrence = getRecurrence(meeting)
	if (recurrence) return recurrenceLabel(recurrence)
	return relativeDayLabel(getRelativeDay(meeting.startTime, meetingZone(meeting), now))
}

interface MeetingCardBodyProps {
	meeting: Meeting
	reader: MeetingReader
}

/** Content and actions of an expanded card (LIST-27, LIST-31): settings in use; the detail also lists the others. */
function MeetingCardBody({ meeting, reader }: MeetingCardBodyProps) {
	const actions = useContext(MeetingActionsContext)
	return (
		<div className={styles.body}>
			{isHostOrCreator(reader, meeting) && (
				<>
					<MeetingPasswords onlySet meeting={meeting} />
					<MeetingLive
						onlySet
						meeting={meeting}
						onPreview={() => actions?.preview(meeting)}
						onDesk={() => actions?.openDesk(meeting)}
					/>
				</>
			)}
			<MeetingCardActions meeting={meeting} reader={reader} />
		</div>
	)
}

function MeetingCardActions({ meeting, reader }: MeetingCardBodyProps) {
	const actions = useContext(MeetingActionsContext)
	const isOa = useSite(site => site.info?.isOa)
	const { isSharing, share, sheets } = useShareMeeting(reader)
	const availability = joinAvailability(meeting, reader)
	const isInProgress = meeting.status === meetingStatus.inProgress
	const isInCall = actions?.ongoingId === meeting.meetingId
	return (
		<>
			{availability === 'closed' && !isInCall && <p className={styles.closed}>{m.meeting_join_closed()}</p>}
			<div className={styles.actions}>
				{isInCall && (
					<Button kind="primary" className={styles.join} onClick={() => actions.returnToCall(meeting)}>
						{m.room_bar_return()}
					</Button>
				)}
				{availability !== 'none' && !isInCall && (
					<Button
						kind="primary"
						className={styles.join}
						disabled={availability === 'closed'}
						loading={meeting.meetingId === actions?.joiningId && m.meeting_joining()}
						onClick={() => actions?.join(meeting)}
					>
						{m.meeting_join()}
					</Button>
				)}
				<Button kind="secondary" onClick={() => actions?.showDetail(meeting)}>
					{m.meeting_detail()}
				</Button>
				{canShare(meeting) && (
					<Button kind="secondary" loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				)}
				{canEdit(meeting, reader, isOa) && (
					<Button kind="secondary" onClick={() => actions?.edit(meeting)}>
						{m.meeting_edit()}
					</Button>
				)}
				{canDeleteMeeting(reader, meeting) && (
					<Button kind="destructive" onClick={() => actions?.remove(meeting)}>
						{isInProgress ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
			{sheets}
		</>
	)
}
