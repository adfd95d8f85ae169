import type { LiveLine } from '@parley/api'
import { clsx } from 'clsx'
import {
	Maximize,
	Minimize,
	Pause,
	PictureInPicture2,
	Play,
	RefreshCw,
	Settings2,
	Volume2,
	VolumeX,
} from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { definitionLabel } from '../definitionLabel.ts'
import type { Playback } from '../player/playback.ts'
import type { WatchState } from '../player/usePlayback.ts'
import { linesOf, type StreamChoice } from '../viewing/lineChoice.ts'
import { Chooser } from './Chooser.tsx'
import { RewindBar } from './RewindBar.tsx'
import styles from './StageControls.module.css'
import type { FullScreen } from './useFullScreen.ts'

export interface StageControlsProps {
	state: WatchState
	playback: Playback
	lines: readonly LiveLine[]
	choice: StreamChoice
	onChoose(choice: StreamChoice): void
	/** Seconds until it may be refreshed again (LIVE-11). */
	refreshS: number
	onRefresh(): void
	onMore(): void
	fullScreen: FullScreen
	video: RefObject<HTMLVideoElement | null>
	/** There is something to go back to. */
	hasRewindBar: boolean
}

/** How long the controls stay when nobody touches them. */
const shownMs = 4_000

/** Nearer to the newest picture than this is the newest. */
const toLiveS = 10

export function StageControls(props: StageControlsProps) {
	const { state, playback, lines, choice, onChoose, refreshS, onRefresh, onMore, fullScreen, video, hasRewindBar } =
		props
	const controls = useRef<HTMLDivElement>(null)
	const { isShown, show, hide } = useShownForAWhile(controls)
	if (!('mode' in state)) return null
	const rewind = (behindS: number) => (behindS < toLiveS ? playback.goToLive() : playback.rewindTo(behindS))
	const isPaused = state.status === 'paused'
	const offered = linesOf(lines)
	const definitions = (offered[choice.line] ?? offered[0])?.definitions ?? []
	const lineLabel = (line: LiveLine, index: number) => line.alias || m.live_line_number({ number: index + 1 })

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: every control has its own button; here they are only kept visible
		<div
			ref={controls}
			className={clsx(styles.controls, !isShown && styles.hidden)}
			onPointerDown={() => isShown && show()}
			onKeyDown={show}
			onFocus={show}
		>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: shows and hides the controls; the keyboard shows them with the focus */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
			<div className={styles.surface} onClick={isShown ? hide : show} />
			<div className={styles.top}>
				<PictureInPictureButton video={video} />
				<RefreshButton secondsLeft={refreshS} onRefresh={onRefresh} />
				<IconButton kind="picture" label={m.live_settings()} icon={<Settings2 aria-hidden />} onClick={onMore} />
			</div>
			<div className={styles.bottom}>
				{hasRewindBar && (
					<div className={styles.rewind}>
						<RewindBar windowS={state.windowS} rewoundS={state.rewoundS} onRewind={rewind} />
					</div>
				)}
				<div className={styles.row}>
					<IconButton
						kind="picture"
						className={styles.bare}
						label={isPaused ? m.live_play() : m.live_pause()}
						icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
						onClick={() => (isPaused ? playback.play() : playback.pause())}
					/>
					<IconButton
						kind="picture"
						className={styles.bare}
						label={state.isMuted ? m.live_unmute() : m.live_mute()}
						icon={state.isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
						onClick={() => playback.setMuted(!state.isMuted)}
					/>
					<LiveBadge latencyS={state.latencyS} rewoundS={state.rewoundS} onLive={() => playback.goToLive()} />
					<span className={styles.space} />
					{offered.length > 1 && (
						<Chooser
							label={m.live_line()}
							choices={offered.map((line, index) => ({ value: index, text: lineLabel(line, index) }))}
							chosen={choice.line}
							onChoose={line => onChoose({ ...choice, line })}
						/>
					)}
					{definitions.length > 0 && (
						<Chooser<string>
							label={m.live_definition()}
							choices={[
								{ value: 'auto', text: m.live_definition_auto() },
								...definitions.map(({ name }) => ({ value: name, text: definitionLabel(name) })),
							]}
							chosen={choice.definition}
							onChoose={definition => onChoose({ ...choice, definition })}
						/>
					)}
					<IconButton
						kind="picture"
						className={styles.bare}
						label={fullScreen.isOn ? m.live_full_screen_leave() : m.live_full_screen()}
						icon={fullScreen.isOn ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
						onClick={fullScreen.toggle}
					/>
				</div>
			</div>
		</div>
	)
}

/** How far behind one watches; a tap leads to the newest picture where one has fallen or gone back. */
function LiveBadge({ latencyS, rewoundS, onLive }: { latencyS: number | undefined; rewoundS: number; onLive(): void }) {
	if (rewoundS > 0)
		return (
			<button type="button" className={styles.badge} onClick={onLive}>
				<span className={styles.behindDot} aria-hidden />
				<span className={styles.badgeText}>{m.live_back_to_live()}</span>
			</button>
		)
	return (
		<span className={styles.badge}>
			<span className={styles.liveDot} aria-hidden />
			<span className={styles.badgeText}>
				{latencyS === undefined ? m.live_badge() : m.live_badge_behind({ seconds: Math.max(1, Math.round(latencyS)) })}
			</span>
		</span>
	)
}

/** LIVE-10, LIVE-11: what is refreshed can be refreshed again after ten seconds. */
function RefreshButton({ secondsLeft, onRefresh }: { secondsLeft: number; onRefresh(): void }) {
	return (
		<button
			type="button"
			className={styles.refresh}
			disabled={secondsLeft > 0}
			onClick={onRefresh}
			aria-label={secondsLeft > 0 ? m.live_refresh_in({ seconds: secondsLeft }) : m.live_refresh()}
		>
			{secondsLeft > 0 ? secondsLeft : <RefreshCw aria-hidden />}
		</button>
	)
}

function PictureInPictureButton({ video }: { video: RefObject<HTMLVideoElement | null> }) {
	if (!document.pictureInPictureEnabled) return null
	const toggle = () =>
		(document.pictureInPictureElement
			? document.exitPictureInPicture()
			: video.current?.requestPictureInPicture()
		)?.catch(() => {})
	return (
		<IconButton
			kind="picture"
			label={m.live_picture_in_picture()}
			icon={<PictureInPicture2 aria-hidden />}
			onClick={() => void toggle()}
		/>
	)
}

/** Shown when the live opens and after every touch, and while the keyboard is in them. */
function useShownForAWhile(controls: RefObject<HTMLElement | null>) {
	const [touched, setTouched] = useState(0)
	const [isShown, setIsShown] = useState(true)
	// biome-ignore lint/correctness/useExhaustiveDependencies: every touch begins the time again
	useEffect(() => {
		const timer = setTimeout(() => {
			if (controls.current?.querySelector(':focus-visible')) setTouched(count => count + 1)
			else setIsShown(false)
		}, shownMs)
		return () => clearTimeout(timer)
	}, [touched])
	return {
		isShown,
		show() {
			setTouched(count => count + 1)
			setIsShown(true)
		},
		hide: () => setIsShown(false),
	}
}
