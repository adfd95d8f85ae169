import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { useSite } from '../../site/index.ts'
import { Secrets } from '../MeetingPasswords.tsx'
import { mayEdit, mayRemove, mayShare, runs, type Viewer, wayIn } from '../permissions.ts'
import { useShare } from '../share/useShareMeeting.ts'
import styles from './CardBody.module.css'

export interface CardBodyProps {
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
export function CardBody(props: CardBodyProps) {
	const { meeting, viewer } = props
	return (
		<div className={styles.body}>
			{runs(meeting, viewer) && <Secrets meeting={meeting} />}
			<Actions {...props} />
		</div>
	)
}

function Actions({ meeting, viewer, isJoining, onJoin, onDetail, onEdit, onRemove }: CardBodyProps) {
	const isOa = useSite(site => site.info?.isOa)
	const { isSharing, share } = useShare(viewer)
	const way = wayIn(meeting, viewer)
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
				{mayShare(meeting) && (
					<Button kind="secondary" loading={isSharing && m.meeting_sharing()} onClick={() => share(meeting)}>
						{m.meeting_share()}
					</Button>
				)}
				{mayEdit(meeting, viewer, isOa) && (
					<Button kind="secondary" onClick={onEdit}>
						{m.meeting_edit()}
					</Button>
				)}
				{mayRemove(meeting, viewer) && (
					<Button kind="destructive" onClick={onRemove}>
						{isRunning ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
		</>
	)
}
