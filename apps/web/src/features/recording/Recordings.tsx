import { type MeetingRecording, type RecordingId, recording, roomChat } from '@parley/api'
import { formatElapsed, formatMegabytes, type MeetingId } from '@parley/core'
import { Download, Play, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { language, m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Card, IconButton, lazyComponent, toast } from '../../ui/index.ts'
import styles from './Recordings.module.css'
import { openRecording } from './recordingActions.ts'

const RecordingPlayer = lazyComponent(async () => (await import('./RecordingPlayer.tsx')).RecordingPlayer)
const DeleteRecording = lazyComponent(async () => (await import('./DeleteRecording.tsx')).DeleteRecording, {
	overlay: true,
})

/** A recording is finished a moment after its end. */
const unfinishedEveryMs = 5_000

export interface RecordingsProps {
	meetingId: MeetingId
	/** The person who looks. */
	userId: string
}

/** The recordings of a meeting, for those who may see them; others see nothing (ROOM-155, ROOM-156). */
export function Recordings({ meetingId, userId }: RecordingsProps) {
	const [isUnfinished, setIsUnfinished] = useState(false)
	const [played, setPlayed] = useState<{ id: RecordingId; playlist: string }>()
	const [deleted, setDeleted] = useState<MeetingRecording>()
	const { data, refetch } = useCallQuery(
		recording.list,
		{ id: meetingId },
		{
			scope: [userId],
			...(isUnfinished && { everyMs: unfinishedEveryMs }),
			onResult: result =>
				result.ok && setIsUnfinished(result.value.recordings.some(({ durationMs }) => durationMs === undefined)),
		},
	)
	const { data: chat } = useCallQuery(
		roomChat.messages,
		{ id: meetingId },
		{ scope: [userId], enabled: played !== undefined },
	)
	if (!data || data.recordings.length === 0) return null
	const shown = data.recordings.find(({ id }) => id === played?.id)

	async function open(id: RecordingId) {
		const opened = await openRecording(id)
		if (!opened) toast.show(m.recording_open_failed(), { tone: 'error' })
		return opened
	}

	async function play(id: RecordingId) {
		const opened = await open(id)
		if (opened) setPlayed({ id, playlist: opened.playlist })
	}

	/** The answer is a file, so that the page stays. */
	async function download(id: RecordingId) {
		const opened = await open(id)
		if (opened) globalThis.location.assign(opened.download)
	}

	return (
		<Card className={styles.card}>
			<h2 className={styles.title}>{m.recording_list({ count: data.recordings.length })}</h2>
			{played && shown && (
				<RecordingPlayer
					key={played.id}
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
							<time dateTime={new Date(item.startedAt).toISOString()}>{momentOf(item.startedAt)}</time>
							<span className={styles.facts}>{factsOf(item)}</span>
						</div>
						{item.durationMs !== undefined && (
							<>
								<IconButton
									label={
										played?.id === item.id ? m.recording_close() : m.recording_play({ time: momentOf(item.startedAt) })
									}
									icon={played?.id === item.id ? <X aria-hidden /> : <Play aria-hidden />}
									onClick={() => (played?.id === item.id ? setPlayed(undefined) : void play(item.id))}
								/>
								<IconButton
									label={m.recording_download()}
									icon={<Download aria-hidden />}
									onClick={() => void download(item.id)}
								/>
								{data.mayDelete && (
									<IconButton
										label={m.recording_delete()}
										icon={<Trash2 aria-hidden />}
										onClick={() => setDeleted(item)}
									/>
								)}
							</>
						)}
					</li>
				))}
			</ul>
			{deleted && (
				<DeleteRecording
					id={deleted.id}
					onClose={() => setDeleted(undefined)}
					onDeleted={() => {
						if (played?.id === deleted.id) setPlayed(undefined)
						void refetch()
					}}
				/>
			)}
		</Card>
	)
}

const factsOf = ({ durationMs, bytes = 0 }: MeetingRecording): string =>
	durationMs === undefined ? m.recording_unfinished() : `${formatElapsed(durationMs)} · ${formatMegabytes(bytes)}`

const momentOf = (at: number): string =>
	new Intl.DateTimeFormat(language(), {
		month: 'numeric',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).format(at)
