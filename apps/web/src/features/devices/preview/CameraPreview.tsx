import { clsx } from 'clsx'
import { SwitchCamera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { deviceChoices, isPhoneCamera, listDevices } from '../../../media/index.ts'
import { IconButton, Spinner } from '../../../ui/index.ts'
import { useDeviceChoices } from '../useDeviceChoices.ts'
import styles from './Preview.module.css'

/** The own camera, as in a mirror; `track` is missing while it is being opened. */
export function CameraPreview({ track }: { track: MediaStreamTrack | undefined }) {
	const frame = useRef<HTMLDivElement>(null)
	const video = useRef<HTMLVideoElement>(null)
	const last = useRef<HTMLCanvasElement>(null)
	/** The track whose picture is there; another one, such as with a blur that is loaded first, has none yet. */
	const [shownTrack, setShownTrack] = useState<MediaStreamTrack>()
	const { isMirrored, camera, blursBackground } = useDeviceChoices()
	const canFlip = useCanFlip(track)
	const isBack = track?.getSettings().facingMode === 'environment'
	const mirrors = isMirrored && !isBack
	const wasMirrored = useRef(mirrors)
	// A tap on the switch of the camera shows the picture also where it lies below the edge of the screen.
	useEffect(() => {
		frame.current?.scrollIntoView({ block: 'nearest' })
	}, [])
	useEffect(() => {
		const element = video.current
		if (!element || !track) return
		element.srcObject = new MediaStream([track])
		// Muted video may always play; a rejection only says that the track changed meanwhile.
		element.play().catch(() => {})
		return () => {
			keepLast(element, last.current, wasMirrored.current)
			element.srcObject = null
		}
	}, [track])
	useEffect(() => {
		wasMirrored.current = mirrors
	})
	const hasPicture = track !== undefined && track === shownTrack
	const isSwitching = !hasPicture && shownTrack !== undefined
	const side = camera && 'side' in camera ? camera.side : 'user'
	return (
		<div ref={frame} className={styles.camera}>
			<div className={styles.frame}>
				<video
					ref={video}
					className={clsx(styles.video, mirrors && styles.mirrored)}
					aria-label={m.devices_preview()}
					onLoadedData={() => setShownTrack(track)}
					autoPlay
					muted
					playsInline
				/>
				<canvas ref={last} className={styles.last} hidden={!isSwitching} />
				<p className={styles.tag} role="status">
					{!hasPicture && (track || isSwitching) && <Spinner />}
					{tagOf({ hasPicture, isOpened: track !== undefined || isSwitching, blursBackground })}
				</p>
				{canFlip && (
					<IconButton
						kind="picture"
						className={styles.flip}
						label={m.devices_flip()}
						icon={<SwitchCamera />}
						onClick={() => deviceChoices.set({ camera: { side: side === 'user' ? 'environment' : 'user' } })}
					/>
				)}
			</div>
		</div>
	)
}

interface TagOptions {
	hasPicture: boolean
	/** The browser has allowed the camera. */
	isOpened: boolean
	blursBackground: boolean
}

function tagOf({ hasPicture, isOpened, blursBackground }: TagOptions): string {
	if (hasPicture) return m.devices_preview_note()
	if (!isOpened) return m.devices_opening()
	return blursBackground ? m.devices_blurring() : m.devices_switching()
}

/** Draws the picture of now, which is shown until the next track has one. It is only for the person themselves (ROOM-209). */
function keepLast(video: HTMLVideoElement, canvas: HTMLCanvasElement | null, mirrors: boolean) {
	if (!canvas || video.videoWidth === 0) return
	canvas.width = video.videoWidth
	canvas.height = video.videoHeight
	const context = canvas.getContext('2d')
	if (mirrors) context?.setTransform(-1, 0, 0, 1, canvas.width, 0)
	context?.drawImage(video, 0, 0)
}

/** Known once there is permission to list the cameras. */
function useCanFlip(track: MediaStreamTrack | undefined): boolean {
	const [canFlip, setCanFlip] = useState(false)
	useEffect(() => {
		if (!track) return
		let isShown = true
		void listDevices().then(({ cameras }) => isShown && setCanFlip(isPhoneCamera(cameras)))
		return () => {
			isShown = false
		}
	}, [track])
	return canFlip
}
