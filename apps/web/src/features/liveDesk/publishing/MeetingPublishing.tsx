import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Banner, Button, CollapsibleRow, useAction } from '../../../ui/index.ts'
import { publishMeeting, stopPublishingMeeting } from '../state/deskActions.ts'
import { obstacleText } from '../state/obstacleText.ts'
import styles from './MeetingPublishing.module.css'

export interface MeetingPublishingProps {
	meetingId: MeetingId
	publishing: NonNullable<DeskState['meetingPublishing']>
	/** Viewers see that the live is paused. */
	isPaused: boolean
	open: boolean
	onOpenChange(open: boolean): void
	/** Into the meeting. */
	onJoin(): void
	/** The state has to be requested again. */
	onDone(): Promise<void>
}

/** Broadcasting the meeting itself: the speaker or the shared screen, and everyone's sound. */
export function MeetingPublishing({
	meetingId,
	publishing,
	isPaused,
	open,
	onOpenChange,
	onJoin,
	onDone,
}: MeetingPublishingProps) {
	const { isAvailable, obstacle, isPublishing, wasInterrupted, participants } = publishing
	const [error, setError] = useState<string>()
	const [run, isRunning] = useAction(async (act: typeof publishMeeting) => {
		setError(await act(meetingId))
		await onDone()
	})
	return (
		<CollapsibleRow
			label={m.desk_way_meeting()}
			open={open || isPublishing}
			onOpenChange={next => isPublishing || onOpenChange(next)}
		>
			<div className={styles.content}>
				<p className={styles.text}>{m.desk_meeting_text()}</p>
				{error && <Banner>{error}</Banner>}
				{isPublishing && wasInterrupted && <Banner tone="warn">{m.desk_meeting_interrupted()}</Banner>}
				{!isAvailable && <Banner tone="warn">{obstacleText(obstacle)}</Banner>}
				<p role="status" className={styles.text}>
					{isAvailable && stateText({ isPublishing, isPaused, participants })}
				</p>
				{isAvailable && !isPublishing && participants === 0 && (
					<Button block className={styles.join} onClick={onJoin}>
						{m.desk_meeting_join()}
					</Button>
				)}
				{isPublishing ? (
					<Button block loading={isRunning && m.desk_working()} onClick={() => void run(stopPublishingMeeting)}>
						{m.desk_meeting_stop()}
					</Button>
				) : (
					isAvailable && (
						<Button
							kind="primary"
							block
							disabled={participants === 0}
							loading={isRunning && m.desk_working()}
							onClick={() => void run(publishMeeting)}
						>
							{m.desk_meeting_send()}
						</Button>
					)
				)}
			</div>
		</CollapsibleRow>
	)
}

function stateText({
	isPublishing,
	isPaused,
	participants: count,
}: Pick<MeetingPublishingProps['publishing'], 'isPublishing' | 'participants'> & { isPaused: boolean }): string {
	if (count === 0) return m.desk_meeting_empty()
	if (!isPublishing) return m.desk_meeting_people({ count })
	return isPaused ? m.desk_meeting_paused({ count }) : m.desk_meeting_sending({ count })
}
