import { clsx } from 'clsx'
import { Maximize, Minimize, Pause, PictureInPicture2, Play, Settings2, Volume2, VolumeX } from 'lucide-react'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import type { Playback, PlaybackState } from '../player/playback.ts'
import styles from './StageControls.module.css'
import type { FullScreen } from './useFullScreen.ts'

/** Time after which untouched controls are hidden. */
const shownMs = 4_000

export interface ControlsFrameProps {
	state: PlaybackState
	playback: Playback
	video: RefObject<HTMLVideoElement | null>
	fullScreen: FullScreen
	/** Opens the settings; missing where there are none. */
	onMore?: (() => void) | undefined
	/** Above the picture, beside the sheet. */
	top?: ReactNode
	/** Across the whole width, above the row; missing if there is nothing to seek. */
	bar?: ReactNode
	/** In the row, between mute and full screen. */
	place: ReactNode
	choosers: ReactNode
}

/** The frame of a live and of a recording: its controls appear on touch, mouse or keyboard input, and hide again. */
export function ControlsFrame(props: ControlsFrameProps) {
	const { state, playback, video, fullScreen, onMore, top, bar, place, choosers } = props
	const controls = useRef<HTMLDivElement>(null)
	const surface = useRef<HTMLDivElement>(null)
	const mouse = useRef<'onControl' | 'elsewhere'>('elsewhere')
	const { isShown, show, hide } = useShownForAWhile(
		() => mouse.current === 'onControl' || controls.current?.querySelector(':focus-visible') != null,
	)
	function follow({ pointerType, target }: PointerEvent) {
		if (pointerType !== 'mouse') return
		mouse.current = target === surface.current ? 'elsewhere' : 'onControl'
		show()
	}
	const isPaused = state.status === 'paused'

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: every control has its own button; here they are only kept visible
		<div
			ref={controls}
			className={clsx(styles.controls, !isShown && styles.hidden)}
			onPointerDown={() => isShown && show()}
			onPointerMove={follow}
			onPointerLeave={() => {
				mouse.current = 'elsewhere'
			}}
			onKeyDown={show}
			onFocus={show}
		>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: shows and hides the controls; the keyboard shows them with the focus */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
			<div ref={surface} className={styles.surface} onClick={isShown ? hide : show} />
			<div className={styles.top}>
				<PictureInPictureButton video={video} />
				{top}
				{onMore && (
					<IconButton kind="picture" label={m.live_settings()} icon={<Settings2 aria-hidden />} onClick={onMore} />
				)}
			</div>
			<div className={styles.bottom}>
				{bar && <div className={styles.rewind}>{bar}</div>}
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
					{place}
					<span className={styles.space} />
					{choosers}
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

/** Shown when the live opens, after every touch, and while `isUsed`: with keyboard focus or a mouse on a control. */
function useShownForAWhile(isUsed: () => boolean) {
	const [touched, setTouched] = useState(0)
	const [isShown, setIsShown] = useState(true)
	// biome-ignore lint/correctness/useExhaustiveDependencies: every touch restarts the time
	useEffect(() => {
		const timer = setTimeout(() => {
			if (isUsed()) setTouched(count => count + 1)
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
