import { clsx } from 'clsx'
import { VolumeX } from 'lucide-react'
import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, Spinner } from '../../../ui/index.ts'
import { usePlayback } from '../player/usePlayback.ts'
import type { Replay } from '../recording/useReplay.ts'
import styles from './LiveStage.module.css'
import { RecordingControls } from './RecordingControls.tsx'
import recorded from './RecordingStage.module.css'
import { useFullScreen } from './useFullScreen.ts'
import { useReplayPosition } from './useStagePlayback.ts'
import { useWakeLock } from './useWakeLock.ts'

export interface RecordingStageProps {
	/** Address of its playlist. */
	url: string
	/** Name of the picture for screen readers. */
	label: string
	replay: Replay
	/** The server refuses it: it has to be opened again, or is gone. */
	onUnavailable(): void
}

/** The picture of a recording with the controls of a recorded live. */
export function RecordingStage({ url, label, replay, onUnavailable }: RecordingStageProps) {
	const stage = useRef<HTMLDivElement>(null)
	const video = useRef<HTMLVideoElement>(null)
	const { state, playback } = usePlayback(
		video,
		{ url, stream: undefined, isRecording: true },
		{ onRebuilt() {}, onEnded() {}, onLineLost() {}, onUnavailable },
	)
	const fullScreen = useFullScreen(stage, video)
	const player = 'mode' in state ? state : undefined
	useReplayPosition(replay, playback, player?.recording?.positionS)
	useWakeLock(state.status === 'playing')
	const hasFailed = state.status === 'failed' || state.status === 'unreachable'
	return (
		<div
			ref={stage}
			className={clsx(styles.stage, styles.controlled, styles.rewindable, fullScreen.isOn && styles.full)}
		>
			{/* biome-ignore lint/a11y/useMediaCaption: a recording has no captions to give */}
			<video ref={video} className={styles.video} playsInline aria-label={label} />
			{(state.status === 'starting' || state.status === 'loading') && (
				<div className={recorded.over}>
					<Spinner label={m.recording_loading()} />
				</div>
			)}
			{state.status === 'unsupported' && (
				<p role="status" className={recorded.over}>
					{m.recording_unsupported()}
				</p>
			)}
			{hasFailed && (
				<div role="alert" className={recorded.over}>
					<p>{m.recording_failed()}</p>
					<Button kind="glass" onClick={() => playback?.load(url, { isRecording: true })}>
						{m.recording_retry()}
					</Button>
				</div>
			)}
			{playback && player && !hasFailed && (
				<RecordingControls state={player} playback={playback} video={video} fullScreen={fullScreen} />
			)}
			{playback && player?.isSoundBlocked && (
				<Button
					kind="glass"
					className={styles.sound}
					icon={<VolumeX aria-hidden />}
					onClick={() => playback.setMuted(false)}
				>
					{m.live_tapForSound()}
				</Button>
			)}
		</div>
	)
}
