import type { DeskState } from '@parley/api'
import { formatElapsed, type MeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { StatusDot } from '../../../ui/index.ts'
import { deskStatuses } from '../state/deskStatuses.ts'
import { pictureTrouble } from '../state/picture.ts'
import { useTicking } from '../state/useTicking.ts'
import { EndButton } from './EndButton.tsx'
import styles from './StatusLine.module.css'

export interface StatusLineProps {
	meetingId: MeetingId
	desk: DeskState
	/** Time at which `desk` arrived, by `performance.now()`. */
	receivedAt: number
	/** The shown state is outdated: the server could not be reached. */
	isStale: boolean
	/** The state has to be requested again. */
	onDone(): Promise<void>
}

/** The broadcast in one line, above the other tabs of the desk. */
export function StatusLine({ meetingId, desk, receivedAt, isStale, onDone }: StatusLineProps) {
	const { status, startedForMs } = desk
	const now = useTicking(startedForMs !== undefined)
	const { dot, text } = deskStatuses[status]
	const isRunning = status === 'onAir' || status === 'suspended'
	const trouble = isStale ? m.desk_stale() : pictureTrouble(desk)
	return (
		<div className={styles.line}>
			<div className={styles.texts}>
				<StatusDot status={dot}>
					<span role="status">{text()}</span>
				</StatusDot>
				{startedForMs !== undefined && (
					<span className={styles.time} role="timer" aria-label={m.desk_duration()}>
						{formatElapsed(startedForMs + Math.max(0, now - receivedAt))}
					</span>
				)}
				<span role="alert" className={styles.trouble}>
					{trouble}
				</span>
			</div>
			{isRunning && (
				<EndButton className={styles.end} meetingId={meetingId} recordingDays={desk.recordingDays} onDone={onDone} />
			)}
		</div>
	)
}
