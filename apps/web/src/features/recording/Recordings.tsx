import { type MeetingRecording, type RecordingId, recording, roomChat } from '@parley/api'
import { formatElapsed, formatMegabytes, type MeetingId } from '@parley/core'
import { Download, Play, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Card, IconButton, lazyComponent, toast, useAction } from '../../ui/index.ts'
import type { MeetingMoments } from '../meeting/index.ts'
import styles from './Recordings.module.css'
import { openRecording } from './recordingActions.ts'

const RecordingPlayer = lazyComponent(async () => (await import('./RecordingPlayer.tsx')).RecordingPlayer)
const DeleteRecording = lazyComponent(async () => (await import('./DeleteRecording.tsx')).DeleteRecording, {
	overlay: true,
})

/** A recording is finished a moment after its end; how long it runs nobody knows. */
const unfinishedEveryMs = 5_000
const runningEveryMs = 30_000

export interface RecordingsProps {
	meetingId: MeetingId
	/** The person who looks. */
	userId: string
	moments: MeetingMoments
}

/** The recordings of a meeting, for those who may see them; others see nothing (ROOM-155, ROOM-156). */
export function Recordings({ meetingId, userId, moments }: RecordingsProps) {
	const [everyMs, setEveryMs] = useState<number>()
	const [played, setPlayed] = useState<{ id: RecordingId; playlist: string }>()
	const [toDelete, setToDelete] = useState<MeetingRecording>()
	const { data, refetch } = useCallQuery(
		recording.list,
		{ id: meetingId },
		{
			scope: [userId],
			...(everyMs !== undefined && { everyMs }),
			onResult: result => result.ok && setEveryMs(waitOf(result.value.recordings)),
		},
	)
	const { data: chat } = useCallQuery(
		roomChat.messages,
		{ id: meetingId },
		{ scope: [userId], enabled: played !== undefined },
	)
	const [open] = useAction(
		async (id: RecordingId, purpose: 'play' | 'download') => ({ id, purpose, opened: await openRecording(id) }),
		({ id, purpose, opened }) => {
			if (!opened) toast.show(m.recording_open_failed(), { tone: 'error' })
			else if (purpose === 'play') setPlayed({ id, playlist: opened.playlist })
			else saveAddress(opened.download)
		},
	)
	if (!data || data.recordings.length === 0) return null
	const shown = data.recordings.find(({ id }) => id === played?.id)

	return (
		<Card className={styles.card}>
			<h2 className={styles.title}>{m.recording_list({ count: data.recordings.length })}</h2>
			{moments.note && <p className={styles.note}>{moments.note}</p>}
			{played && shown && (
				<RecordingPlayer
					key={played.id}
					meetingId={meetingId}
					playlist={played.playlist}
					recording={shown}
					messages={chat?.messages ?? []}
					onUnavailable={() => {
						setPlayed(undefined)
						toast.show(m.recording_open_failed(), { tone: 'error' })
						void refetch()
					}}
				/>
			)}
			<ul className={styles.list}>
				{data.recordings.map(item => (
					<li key={item.id} className={styles.row}>
						<div className={styles.about}>
							<time dateTime={new Date(item.startedAt).toISOString()}>{moments.dayAndTime(item.startedAt)}</time>
							<span className={styles.facts}>{factsOf(item)}</span>
						</div>
						{item.durationMs !== undefined && (
							<>
								<IconButton
									label={
										played?.id === item.id
											? m.recording_close()
											: m.recording_play({ time: moments.dayAndTime(item.startedAt) })
									}
									icon={played?.id === item.id ? <X aria-hidden /> : <Play aria-hidden />}
									onClick={() => (played?.id === item.id ? setPlayed(undefined) : void open(item.id, 'play'))}
								/>
								<IconButton
									label={m.recording_download()}
									icon={<Download aria-hidden />}
									onClick={() => void open(item.id, 'download')}
								/>
								{data.mayDelete && (
									<IconButton
										label={m.recording_delete()}
										icon={<Trash2 aria-hidden />}
										onClick={() => setToDelete(item)}
									/>
								)}
							</>
						)}
					</li>
				))}
			</ul>
			{toDelete && (
				<DeleteRecording
					id={toDelete.id}
					onClose={() => setToDelete(undefined)}
					onDeleted={() => {
						if (played?.id === toDelete.id) setPlayed(undefined)
						void refetch()
					}}
				/>
			)}
		</Card>
	)
}

/** Returns after how many milliseconds the list has changed; undefined if all of them are finished. */
function waitOf(recordings: readonly MeetingRecording[]): number | undefined {
	const unfinished = recordings.filter(({ durationMs }) => durationMs === undefined)
	if (unfinished.length === 0) return undefined
	return unfinished.every(({ isRunning }) => isRunning) ? runningEveryMs : unfinishedEveryMs
}

/** The page stays where it is, and with it a call, also where the answer is no file. */
function saveAddress(address: string): void {
	const link = document.createElement('a')
	link.href = address
	// The server names the file.
	link.download = ''
	document.body.append(link)
	link.click()
	link.remove()
}

function factsOf({ durationMs, bytes = 0, isRunning }: MeetingRecording): string {
	if (durationMs !== undefined) return `${formatElapsed(durationMs)} · ${formatMegabytes(bytes)}`
	return isRunning ? m.recording_running() : m.recording_unfinished()
}
