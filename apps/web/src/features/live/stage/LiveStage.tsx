import type { LiveInfo } from '@parley/api'
import { liveDelays } from '@parley/core'
import { clsx } from 'clsx'
import { Headphones, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { useNow } from '../../meeting/index.ts'
import type { Replay } from '../recording/useReplay.ts'
import { ViewerSheet } from '../settings/lazyViewerSheet.ts'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import type { LiveView } from '../viewing/liveView.ts'
import type { WatchedLive } from '../viewing/useLiveStream.ts'
import styles from './LiveStage.module.css'
import { RecordingControls } from './RecordingControls.tsx'
import { StageControls } from './StageControls.tsx'
import { StageSlate } from './StageSlate.tsx'
import { type SlateAction, slateOf } from './slate.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useMediaSession } from './useMediaSession.ts'
import { useReconnecting } from './useReconnecting.ts'
import { useStagePlayback } from './useStagePlayback.ts'
import { useWakeLock } from './useWakeLock.ts'

/** The viewer can rewind, and no accidental touch does it. */
const rewindFromS = 20

export interface LiveStageProps {
	live: WatchedLive
	/** Seconds between the publisher and the picture, whenever they change. */
	onLatency(latencyS: number | undefined): void
	/** The picture is shown. */
	onPicture(): void
	/** The viewer may no longer watch: the live is requested again. */
	onUnavailable(): Promise<void>
	/** Leads to the start page if the live cannot be watched. */
	onLeave(): void
	/** The recording of an ended live. */
	replay: Replay
	/** Messages wait for the picture. */
	isChatInTime: boolean
	onChatInTime(isInTime: boolean): void
}

/** The picture of a live with its controls, or the reason why it is missing (LIVE-01). */
export function LiveStage(props: LiveStageProps) {
	const { live, onLatency, onPicture, onUnavailable, onLeave, replay, isChatInTime, onChatInTime } = props
	const { view, refetch } = live
	const stage = useRef<HTMLDivElement>(null)
	const video = useRef<HTMLVideoElement>(null)
	const [isSheetOpen, setIsSheetOpen] = useState(false)
	const { state, playback, data, isReplay, choice, choose, isSoundOnly, setIsSoundOnly, load } = useStagePlayback(
		video,
		{ live, replay, onUnavailable },
	)
	const wasOnAir = useRef(false)
	if (data) wasOnAir.current = true
	const latencyS = 'latencyS' in state ? state.latencyS : undefined
	useEffect(() => onLatency(latencyS), [latencyS, onLatency])
	const isPlaying = state.status === 'playing'
	useEffect(() => {
		if (isPlaying) onPicture()
	}, [isPlaying, onPicture])
	const [refreshS, startRefresh] = useSecondsLeft()
	const reconnectingS = useReconnecting(data, { isStalled: state.status === 'stalled', refetch })
	const fullScreen = useFullScreen(stage, video)
	const now = useNow()
	const info = infoOf(view)
	const isPaused = state.status === 'paused'
	useMediaSession(playback, { title: info?.topic, background: info?.background, isPaused })
	useWakeLock(isPlaying)
	const slate = slateOf(view, state, { reconnectingS, wasOnAir: wasOnAir.current, isReplay, now })

	function refresh() {
		startRefresh(liveDelays.refreshCountdownMs)
		void refetch()
		load()
	}

	function act(action: SlateAction) {
		if (action === 'play') playback?.play()
		else if (action === 'watchRecording') replay.start()
		else if (action === 'toStart') onLeave()
		else {
			void refetch()
			load()
		}
	}

	const isWatched = data !== undefined || isReplay
	const playerState = 'mode' in state ? state : undefined
	const hasControls = isWatched && playback !== undefined && playerState !== undefined
	// A slate that asks for a retry offers nothing to rewind.
	const hasRewindBar =
		hasControls && !isReplay && !slate?.actions?.includes('retry') && playerState.windowS >= rewindFromS
	const isPictureShown = isWatched && !isSoundOnly
	const frame = hasControls && {
		state: playerState,
		playback,
		video,
		fullScreen,
		onMore: () => setIsSheetOpen(true),
	}
	return (
		<>
			<div
				ref={stage}
				className={clsx(
					styles.stage,
					hasControls && styles.controlled,
					(hasRewindBar || isReplay) && styles.rewindable,
					fullScreen.isOn && styles.full,
				)}
			>
				{/* biome-ignore lint/a11y/useMediaCaption: a live has no captions to give */}
				<video
					ref={video}
					className={clsx(styles.video, !isPictureShown && styles.hidden)}
					playsInline
					aria-label={m.live_picture()}
					poster={info?.background}
				/>
				{isWatched && isSoundOnly && !slate && <SoundOnly onShow={() => setIsSoundOnly(false)} />}
				{slate && (
					<StageSlate
						slate={slate}
						isBetweenControls={hasControls}
						background={info?.background}
						isRetrying={live.isFetching}
						onAction={act}
					/>
				)}
				{frame && isReplay && <RecordingControls {...frame} />}
				{frame && data && (
					<StageControls
						{...frame}
						lines={data.lines}
						choice={choice}
						onChoose={choose}
						refreshS={refreshS}
						onRefresh={refresh}
						hasRewindBar={hasRewindBar}
					/>
				)}
				{playerState?.isSoundBlocked && isWatched && (
					<Button
						kind="glass"
						className={styles.sound}
						icon={<VolumeX aria-hidden />}
						onClick={() => playback?.setMuted(false)}
					>
						{m.live_tapForSound()}
					</Button>
				)}
			</div>
			{playerState?.wentStable && playback && <WentStable onLow={() => playback.setMode('low')} />}
			{playback && info && playerState && (
				<ViewerSheet
					open={isSheetOpen}
					onOpenChange={setIsSheetOpen}
					meetingId={info.meetingId}
					playback={playback}
					mode={playerState.mode}
					isRecording={isReplay}
					isSoundOnly={isSoundOnly}
					onSoundOnly={setIsSoundOnly}
					isChatInTime={isChatInTime}
					onChatInTime={onChatInTime}
				/>
			)}
		</>
	)
}

const SoundOnly = ({ onShow }: { onShow(): void }) => (
	<div className={styles.soundOnly}>
		<Headphones aria-hidden className={styles.soundIcon} />
		<p role="status">{m.live_soundOnly_on()}</p>
		<Button kind="glass" className={styles.over} onClick={onShow}>
			{m.live_soundOnly_off()}
		</Button>
	</div>
)

/** Says that the player switched to the stable mode on its own, with a button that switches back. */
const WentStable = ({ onLow }: { onLow(): void }) => (
	<div role="status" className={styles.strip}>
		<span>{m.live_wentStable()}</span>
		<Button kind="quiet" className={styles.toLow} onClick={onLow}>
			{m.live_toLow()}
		</Button>
	</div>
)

const infoOf = (view: LiveView): LiveInfo | undefined => ('info' in view ? view.info : undefined)
