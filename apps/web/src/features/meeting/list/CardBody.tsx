import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { useSite } from '../../site/index.ts'
import { MeetingPasswords } from '../MeetingPasswords.tsx'
import { canEdit, canRemove, canShare, isHostOrCreator, joinAvailability, type Viewer } from '../permissions.ts'
import { useShareMeeting } from '../share/shareMeeting.ts'
import styles from './CardBody.module.css'

export interface MeetingCardBodyProps {
	meeting: Meeting
	viewer: Viewer
	/** The meeting is being looked at before the join screen opens. */
	isJoining: boolean
	onJoin(): void
	onDetail(): void
	onEdit(): void
	onRemove(): void
}

/** What an open card shows and offers (LIST-27, LIST-31). */
export function MeetingCardBody(props: MeetingCardBodyProps) {
	const { meeting, viewer } = props
	return (
		<div className={styles.body}>
			{isHostOrCreator(meeting, viewer) && <MeetingPasswords meeting={meeting} />}
			<Actions {...props} />
		</div>
	)
}

function Actions({ meeting, viewer, isJoining, onJoin, onDetail, onEdit, onRemove }: MeetingCardBodyProps) {
	const isOa = useSite(site => site.info?.isOa)
	const { isSharing, share } = useShareMeeting(viewer)
	const way = joinAvailability(meeting, viewer)
	const isRunning = meeting.status === meetingStatus.inProgress
	return (
		<>
			{way === 'closed' && <p className={styles.closed}>{m.meeting_join_closed()}</p>}
			<div className={styles.actions}>
				{way !== 'none' && (
					<Button
						kind="primary"
						className={styles.join}
						disabled={way === 'closed'}
						loading={isJoining && m.meeting_joining()}
						onClick={onJoin}
					>
						{m.meeting_join()}
					</Button>
				)}
				<Button kind="secondary" onClick={onDetail}>
					{m.meeting_detail()}
				</Button>
				{canShare(meeting) && (
					<Button kind="secondary" loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				)}
				{canEdit(meeting, viewer, isOa) && (
					<Button kind="secondary" onClick={onEdit}>
						{m.meeting_edit()}
					</Button>
				)}
				{canRemove(meeting, viewer) && (
					<Button kind="destructive" onClick={onRemove}>
						{isRunning ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
		</>
	)
}
