import type { LiveInfo } from '@parley/api'
import { liveDelays } from '@parley/core'
import { clsx } from 'clsx'
import { Headphones, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { useNow } from '../../meeting/index.ts'
import { usePlayback } from '../player/usePlayback.ts'
import { ViewerSheet } from '../settings/lazyViewerSheet.ts'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import {
	chosenAddress,
	createLineLeaving,
	initialChoice,
	nextLine,
	type StreamChoice,
	soundChoice,
} from '../viewing/lineChoice.ts'
import type { LiveView } from '../viewing/liveView.ts'
import type { WatchedLive } from '../viewing/useLiveStream.ts'
import styles from './LiveStage.module.css'
import { StageControls } from './StageControls.tsx'
import { StageSlate } from './StageSlate.tsx'
import { type SlateAction, slateOf } from './slate.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useMediaSession } from './useMediaSession.ts'
import { useReconnecting } from './useReconnecting.ts'
import { useSteadyAddress } from './useSteadyAddress.ts'
import { useWakeLock } from './useWakeLock.ts'

/** There is something to go back to, and no accidental touch leads there. */
const rewindFromS = 20

export interface LiveStageProps {
	live: WatchedLive
	/** Seconds between the publisher and the picture, whenever they change. */
	onLatency(latencyS: number | undefined): void
	/** The viewer may not watch any more: the live is asked for again. */
	onUnavailable(): Promise<void>
	/** To the start page, from where there is nothing to watch. */
	onLeave(): void
	/** Messages wait for the picture. */
	isTalkInTime: boolean
	onTalkInTime(isInTime: boolean): void
}

/** The picture of a live with its controls, or the reason why there is none (LIVE-01). */
export function LiveStage({ live, onLatency, onUnavailable, onLeave, isTalkInTime, onTalkInTime }: LiveStageProps) {
	const { view, refetch, checkStatus, checkLive } = live
	const stage = useRef<HTMLDivElement>(null)
	const video = useRef<HTMLVideoElement>(null)
	const [choice, setChoice] = useState<StreamChoice>(initialChoice)
	const [isReplay, setIsReplay] = useState(false)
	const [isSoundOnly, setIsSoundOnly] = useState(false)
	const [isSheetOpen, setIsSheetOpen] = useState(false)
	const data = view.status === 'onAir' ? view.data : undefined
	const wasOnAir = useRef(false)
	if (data) wasOnAir.current = true
	const watched = data && isSoundOnly ? soundChoice(data.lines, choice) : choice
	const [url, refuseToken] = useSteadyAddress(
		isReplay && view.status === 'over' ? view.recording : data && chosenAddress(data, watched),
	)

	const [lines] = useState(createLineLeaving)
	/** Since the player was built. */
	const isLineLost = useRef(false)
	const { state, playback } = usePlayback(
		video,
		{ url, stream: data?.lines[0]?.hlsPullUrl },
		{
			onRebuilt() {
				if (data) setChoice(nextLine(data.lines, choice))
				if (!isLineLost.current) return void checkStatus()
				isLineLost.current = false
				// An origin elsewhere may have refused the token without letting this page read so.
				refuseToken()
				void checkLive()
			},
			onEnded: () => void checkLive(),
			onLineLost() {
				isLineLost.current = true
				if (data && lines.mayLeave()) setChoice(nextLine(data.lines, choice))
			},
			onUnavailable() {
				refuseToken()
				void onUnavailable().then(() => {
					// The answer brought other cookies, with which the same address is played.
					if (url?.startsWith('/') && url === playing.current.url) playing.current.playback?.load(url)
				})
			},
		},
	)
	const playing = useRef({ playback, url })
	playing.current = { playback, url }
	const latencyS = 'latencyS' in state ? state.latencyS : undefined
	useEffect(() => onLatency(latencyS), [latencyS, onLatency])

	const [refreshS, startRefresh] = useSecondsLeft()
	const reconnectingS = useReconnecting(data, { isStalled: state.status === 'stalled', refetch })
	const fullScreen = useFullScreen(stage, video)
	const now = useNow()
	const isPlayingRecording = isReplay && url !== undefined
	const info = infoOf(view)
	const isPaused = state.status === 'paused'
	useMediaSession(playback, { title: info?.topic, background: info?.background, isPaused })
	useWakeLock(state.status === 'playing')
	const slate = isPlayingRecording
		? undefined
		: slateOf(view, state, { reconnectingS, wasOnAir: wasOnAir.current, now })

	function refresh() {
		startRefresh(liveDelays.refreshCountdownMs)
		void refetch()
		if (url !== undefined) playback?.load(url)
	}

	/** The sound by itself is among the definitions, too. */
	function choose(next: StreamChoice) {
		const isSound = next.definition === 'audio'
		setIsSoundOnly(isSound)
		setChoice(isSound ? { ...choice, line: next.line } : next)
	}

	function act(action: SlateAction) {
		if (action === 'play') playback?.play()
		else if (action === 'watchRecording') setIsReplay(true)
		else if (action === 'toStart') onLeave()
		else {
			void refetch()
			if (url !== undefined) playback?.load(url)
		}
	}

	const hasControls = data !== undefined && playback !== undefined && 'mode' in state
	// What asks for another try leaves nothing to go back in.
	const hasRewindBar = hasControls && !slate?.actions?.includes('retry') && state.windowS >= rewindFromS
	const isPictureShown = (data !== undefined && !isSoundOnly) || isPlayingRecording
	return (
		<>
			<div
				ref={stage}
				className={clsx(
					styles.stage,
					hasControls && styles.controlled,
					hasRewindBar && styles.rewindable,
					fullScreen.isOn && styles.full,
				)}
			>
				{/* biome-ignore lint/a11y/useMediaCaption: a live has no captions to give */}
				<video
					ref={video}
					className={clsx(styles.video, !isPictureShown && styles.hidden)}
					playsInline
					aria-label={m.live_picture()}
					controls={isPlayingRecording}
					poster={info?.background}
				/>
				{data && isSoundOnly && !slate && <SoundOnly onShow={() => setIsSoundOnly(false)} />}
				{slate && (
					<StageSlate
						slate={slate}
						isBetweenControls={hasControls}
						background={info?.background}
						isRetrying={live.isFetching}
						onAction={act}
					/>
				)}
				{data && playback && (
					<StageControls
						state={state}
						playback={playback}
						lines={data.lines}
						choice={watched}
						onChoose={choose}
						refreshS={refreshS}
						onRefresh={refresh}
						onMore={() => setIsSheetOpen(true)}
						fullScreen={fullScreen}
						video={video}
						hasRewindBar={hasRewindBar}
					/>
				)}
				{'mode' in state && state.isSoundBlocked && data && (
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
			{'mode' in state && state.wentStable && playback && <WentStable onLow={() => playback.setMode('low')} />}
			{playback && info && 'mode' in state && (
				<ViewerSheet
					open={isSheetOpen}
					onOpenChange={setIsSheetOpen}
					meetingId={info.meetingId}
					playback={playback}
					mode={state.mode}
					isSoundOnly={isSoundOnly}
					onSoundOnly={setIsSoundOnly}
					isTalkInTime={isTalkInTime}
					onTalkInTime={onTalkInTime}
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

/** The player moved to the stable mode by itself: says so, and leads back. */
const WentStable = ({ onLow }: { onLow(): void }) => (
	<div role="status" className={styles.strip}>
		<span>{m.live_wentStable()}</span>
		<Button kind="quiet" className={styles.toLow} onClick={onLow}>
			{m.live_toLow()}
		</Button>
	</div>
)

const infoOf = (view: LiveView): LiveInfo | undefined => ('info' in view ? view.info : undefined)
