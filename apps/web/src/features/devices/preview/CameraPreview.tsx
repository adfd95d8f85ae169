import { clsx } from 'clsx'
import { SwitchCamera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { deviceChoices, isPhoneCamera, listDevices } from '../../../media/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { useDeviceChoices } from '../useDeviceChoices.ts'
import styles from './Preview.module.css'

/** The own camera, as in a mirror; `track` is missing while it is being opened. */
export function CameraPreview({ track }: { track: MediaStreamTrack | undefined }) {
	const frame = useRef<HTMLDivElement>(null)
	const video = useRef<HTMLVideoElement>(null)
	const { isMirrored, camera } = useDeviceChoices()
	const canFlip = useCanFlip(track)
	const isBack = track?.getSettings().facingMode === 'environment'
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
			element.srcObject = null
		}
	}, [track])
	const side = camera && 'side' in camera ? camera.side : 'user'
	return (
		<div ref={frame} className={styles.camera}>
			<div className={styles.frame}>
				<video
					ref={video}
					className={clsx(styles.video, isMirrored && !isBack && styles.mirrored)}
					aria-label={m.devices_preview()}
					autoPlay
					muted
					playsInline
				/>
				<p className={styles.tag}>{track ? m.devices_preview_note() : m.devices_opening()}</p>
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
