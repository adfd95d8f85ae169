import { type KeptMessage, keptFilesPath, type MeetingRecording } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { m } from '../../locales/index.ts'
import { LinkedText } from '../../ui/display/LinkedText.tsx'
import { AttachedFile } from '../chatFiles/index.ts'
import { clockText, RecordingStage, useReplay } from '../live/index.ts'
import styles from './RecordingPlayer.module.css'

export interface RecordingPlayerProps {
	meetingId: MeetingId
	/** Address of the playlist. */
	playlist: string
	recording: MeetingRecording
	/** Messages that are kept with the meeting, oldest first. */
	messages: readonly KeptMessage[]
	onUnavailable(): void
}

/** The picture of a recording, and beside it what was written meanwhile. */
export function RecordingPlayer({ meetingId, playlist, recording, messages, onUnavailable }: RecordingPlayerProps) {
	const replay = useReplay(playlist)
	const { start } = replay
	useEffect(start, [start])
	const written = messagesDuring(messages, recording, replay.endsAt)
	const player = useRef<HTMLDivElement>(null)
	// The button may be far below, and the action of the page over the lower edge.
	useEffect(() => {
		// Chromium returns a promise, which would be taken for the cleanup of the effect.
		void player.current?.scrollIntoView({ block: 'center' })
	}, [])
	return (
		<div ref={player} className={styles.player}>
			<div className={styles.columns}>
				<div className={styles.stage}>
					<RecordingStage url={playlist} label={m.recording_picture()} replay={replay} onUnavailable={onUnavailable} />
				</div>
				{messages.length > 0 && (
					<section className={styles.chat} aria-label={m.recording_chat()}>
						{written.length === 0 && <p className={styles.empty}>{m.recording_chat_empty()}</p>}
						<RecordedMessages
							meetingId={meetingId}
							messages={written}
							at={replay.at}
							positionAt={replay.positionAt}
							seekTo={replay.seekTo}
						/>
					</section>
				)}
			</div>
		</div>
	)
}

interface RecordedMessagesProps {
	meetingId: MeetingId
	messages: readonly KeptMessage[]
	/** The instant that is shown; missing before playback. */
	at: number | undefined
	positionAt: ((at: number) => number) | undefined
	seekTo(positionS: number): void
}

/** Later messages are paler, and can be read all the same. */
function RecordedMessages({ meetingId, messages, at = 0, positionAt, seekTo }: RecordedMessagesProps) {
	const newest = messages.findLastIndex(message => message.at <= at)
	const row = useRef<HTMLLIElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: each message that is reached is shown
	useEffect(() => {
		const list = row.current?.parentElement
		if (row.current && list) list.scrollTop = row.current.offsetTop + row.current.offsetHeight - list.clientHeight
	}, [newest])
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
		<ul className={styles.messages} tabIndex={0} aria-label={m.recording_chat()}>
			{messages.map(({ id, name, text, file, at }, index) => {
				const position = positionAt?.(at)
				return (
					<li
						key={id}
						ref={index === newest ? row : undefined}
						className={clsx(styles.message, index > newest && styles.later)}
						aria-current={index === newest ? 'time' : undefined}
					>
						<div className={styles.head}>
							<span className={styles.name}>{name}</span>
							{position !== undefined && (
								<button
									type="button"
									className={styles.seek}
									aria-label={m.recording_chat_seek({ position: clockText(position) })}
									onClick={() => seekTo(position)}
								>
									{clockText(position)}
								</button>
							)}
						</div>
						{file ? (
							<AttachedFile file={file} path={keptFilesPath(meetingId)} author={name} />
						) : (
							<p className={styles.text}>
								<LinkedText text={text} />
							</p>
						)}
					</li>
				)
			})}
		</ul>
	)
}

/**
 * Those written from the beginning of a recording to its end, also during interruptions, which it does not play.
 * @param endsAt without it, the recording has none
 */
export function messagesDuring(
	messages: readonly KeptMessage[],
	{ startedAt, durationMs = 0 }: Pick<MeetingRecording, 'startedAt' | 'durationMs'>,
	endsAt = startedAt + durationMs,
): KeptMessage[] {
	return messages.filter(({ at }) => at >= startedAt && at <= endsAt)
}
