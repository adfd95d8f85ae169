import type { DeskState, Meeting } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, Button, Card, Skeleton, SkeletonLine, useAction } from '../../ui/index.ts'
import { toMeetingReader, useShareMeeting } from '../meeting/index.ts'
import { useSession } from '../session/index.ts'
import { EndButton } from './controls/EndButton.tsx'
import styles from './MeetingLive.module.css'
import { daysLabel } from './state/daysLabel.ts'
import { controlBroadcast, publishMeeting, stopPublishingMeeting } from './state/deskActions.ts'
import { deskStatuses } from './state/deskStatuses.ts'
import type { DeskView } from './state/deskView.ts'
import { obstacleText } from './state/obstacleText.ts'
import { useDesk } from './state/useDesk.ts'
import { WatchLink } from './watching/WatchLink.tsx'

/** The live of a meeting, for its host in the room. */
export function MeetingLive({ meeting }: { meeting: Meeting }) {
	const { shareLive } = useShareMeeting(toMeetingReader(useSession()))
	const { view, refetch } = useDesk(meeting.meetingId)
	if (view.status === 'loading')
		return (
			<Skeleton label={m.live_loading()}>
				<SkeletonLine width={40} />
				<SkeletonLine width={85} />
			</Skeleton>
		)
	if (view.status !== 'loaded') return <Banner>{whyNone[view.status]()}</Banner>
	const { desk } = view
	if (!desk.canBroadcast) return <Banner tone="warn">{m.desk_no_broadcast()}</Banner>
	return (
		<div className={styles.live}>
			<MeetingLiveControls meetingId={meeting.meetingId} desk={desk} refetch={refetch} />
			{isWatched(desk) && (
				<WatchLink url={desk.watchUrl} hasPassword={Boolean(meeting.livePassword)} onShare={() => shareLive(meeting)} />
			)}
		</div>
	)
}

/** Returns whether its link shows something: the live, or its recording. */
const isWatched = ({ status, recordingDays }: DeskState): boolean =>
	status === 'onAir' || status === 'suspended' || (status === 'over' && recordingDays !== undefined)

/** Requested every few seconds. */
const whyNone: Record<Exclude<DeskView['status'], 'loading' | 'loaded'>, () => string> = {
	missing: () => m.desk_missing_title(),
	noLive: () => m.desk_noLive_title(),
	notAllowed: () => m.desk_notAllowed_text(),
	signInNeeded: () => m.desk_signIn_text(),
	offline: () => m.live_unreachable_text(),
	failed: () => m.desk_failed_text(),
}

interface MeetingLiveControlsProps {
	meetingId: MeetingId
	desk: DeskState
	refetch(): Promise<void>
}

/** Sends the meeting and goes on air; returns the reason of a refusal, after which nothing new is sent. */
async function goLiveWithMeeting(
	meetingId: MeetingId,
	{ isOnAir, wasSent }: { isOnAir: boolean; wasSent: boolean },
): Promise<string | undefined> {
	const refused = await publishMeeting(meetingId)
	if (refused !== undefined || isOnAir) return refused
	const notStarted = await controlBroadcast('start', meetingId)
	if (notStarted !== undefined && !wasSent) await stopPublishingMeeting(meetingId)
	return notStarted
}

/** Goes live with the meeting, and ends the live. An ended live is restarted at the desk, after a confirmation. */
function MeetingLiveControls({
	meetingId,
	desk: { status, recordingDays, meetingPublishing, health },
	refetch,
}: MeetingLiveControlsProps) {
	const [error, setError] = useState<string>()
	const isSent = meetingPublishing?.isPublishing === true
	const [goLive, isStarting] = useAction(async () => {
		setError(await goLiveWithMeeting(meetingId, { isOnAir: status === 'onAir', wasSent: isSent }))
		await refetch()
	})
	const isShown = status === 'onAir' && isSent
	const hasOtherSource = !isSent && health?.phase === 'publishing'
	return (
		<Card>
			<div className={styles.content}>
				<p role="status" className={styles.status}>
					{deskStatuses[status].text()}
				</p>
				{status === 'over' && recordingDays !== undefined && (
					<p className={styles.text}>{m.desk_recording({ days: daysLabel(recordingDays) })}</p>
				)}
				{error && <Banner>{error}</Banner>}
				{isShown && meetingPublishing.wasInterrupted && <Banner tone="warn">{m.desk_meeting_interrupted()}</Banner>}
				{meetingPublishing?.isAvailable === false && status !== 'over' && (
					<p className={styles.text}>{obstacleText(meetingPublishing.obstacle)}</p>
				)}
				{meetingPublishing?.isAvailable && status !== 'over' && !isShown && (
					<>
						<p className={styles.text}>{hasOtherSource ? m.desk_meeting_busy() : m.desk_meeting_text()}</p>
						{!hasOtherSource && (
							<Button kind="primary" block loading={isStarting && m.desk_working()} onClick={() => void goLive()}>
								{status === 'onAir' ? m.desk_meeting_send() : m.desk_start()}
							</Button>
						)}
					</>
				)}
				{(status === 'onAir' || status === 'suspended') && (
					<EndButton block meetingId={meetingId} recordingDays={recordingDays} onDone={refetch} onError={setError} />
				)}
			</div>
		</Card>
	)
}
