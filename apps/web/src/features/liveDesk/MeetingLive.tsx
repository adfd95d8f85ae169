import type { DeskState, Meeting } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, Button, Section, useAction } from '../../ui/index.ts'
import { toMeetingReader, useMeetingDetail, useShareMeeting } from '../meeting/index.ts'
import { useSession } from '../session/index.ts'
import styles from './MeetingLive.module.css'
import { controlBroadcast, publishMeeting, stopPublishingMeeting } from './state/deskActions.ts'
import { deskStatuses } from './state/deskStatuses.ts'
import { EndButton } from './state/EndButton.tsx'
import { useDesk } from './state/useDesk.ts'
import { WatchLink } from './watching/WatchLink.tsx'

/** The live of a meeting, for its host in the room; nothing where it has none. */
export function MeetingLive({ meetingId }: { meetingId: MeetingId }) {
	const reader = toMeetingReader(useSession())
	const { detail } = useMeetingDetail(meetingId, reader.userId)
	return detail.status === 'loaded' && detail.meeting.hasLive ? (
		<LoadedMeetingLive meetingId={meetingId} meeting={detail.meeting} />
	) : null
}

function LoadedMeetingLive({ meetingId, meeting }: { meetingId: MeetingId; meeting: Meeting }) {
	const { shareLive } = useShareMeeting(toMeetingReader(useSession()))
	const { view, refetch } = useDesk(meetingId)
	if (view.status !== 'loaded' || !view.desk.canBroadcast) return null
	const { desk } = view
	return (
		<div className={styles.live}>
			<MeetingLiveControls meetingId={meetingId} desk={desk} refetch={refetch} />
			{(desk.status === 'onAir' || desk.status === 'suspended') && (
				<WatchLink url={desk.watchUrl} hasPassword={Boolean(meeting.livePassword)} onShare={() => shareLive(meeting)} />
			)}
		</div>
	)
}

interface MeetingLiveControlsProps {
	meetingId: MeetingId
	desk: DeskState
	refetch(): Promise<void>
}

/** Sends the meeting and goes on air; a sentence where either was refused, and then nothing is sent that was not before. */
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

/** Goes live with the meeting, and ends it. One that is over begins anew at the desk, where that is asked. */
function MeetingLiveControls({
	meetingId,
	desk: { status, recordingDays, meetingPublishing },
	refetch,
}: MeetingLiveControlsProps) {
	const [error, setError] = useState<string>()
	const isSent = meetingPublishing?.isPublishing === true
	const [goLive, isStarting] = useAction(async () => {
		setError(await goLiveWithMeeting(meetingId, { isOnAir: status === 'onAir', wasSent: isSent }))
		await refetch()
	})
	const isShown = status === 'onAir' && isSent
	return (
		<Section title={m.desk_tab_picture()}>
			<div className={styles.content}>
				<p role="status" className={styles.status}>
					{deskStatuses[status].text()}
				</p>
				{error && <Banner>{error}</Banner>}
				{isShown && meetingPublishing.wasInterrupted && <Banner tone="warn">{m.desk_meeting_interrupted()}</Banner>}
				{meetingPublishing?.isAvailable === false && status !== 'over' && (
					<p className={styles.text}>{m.desk_meeting_unavailable()}</p>
				)}
				{meetingPublishing?.isAvailable && status !== 'over' && !isShown && (
					<>
						<p className={styles.text}>{m.desk_meeting_text()}</p>
						<Button kind="primary" block loading={isStarting && m.desk_working()} onClick={() => void goLive()}>
							{status === 'onAir' ? m.desk_meeting_send() : m.desk_start()}
						</Button>
					</>
				)}
				{(status === 'onAir' || status === 'suspended') && (
					<EndButton block meetingId={meetingId} recordingDays={recordingDays} onDone={refetch} onError={setError} />
				)}
			</div>
		</Section>
	)
}
