import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { m } from '../../../locales/index.ts'
import type { PictureArea } from '../picture/pictureCanvas.ts'
import styles from './BackgroundForm.module.css'

const maxZoom = 4

export interface BackgroundCropperProps {
	/** Of a picture. */
	url: string
	onCrop(area: PictureArea): void
}

/** Cuts a picture to 16:9: what the frame shows is what viewers will see. Dragged, pinched, or by keys and slider. */
export function BackgroundCropper({ url, onCrop }: BackgroundCropperProps) {
	const [crop, setCrop] = useState({ x: 0, y: 0 })
	const [zoom, setZoom] = useState(1)
	return (
		<>
			<div className={styles.frame}>
				<Cropper
					image={url}
					crop={crop}
					zoom={zoom}
					maxZoom={maxZoom}
					aspect={16 / 9}
					objectFit="cover"
					showGrid={false}
					disableAutomaticStylesInjection
					classes={{ cropAreaClassName: styles.area ?? '' }}
					mediaProps={{ alt: '' }}
					cropperProps={{ role: 'group', 'aria-label': m.scheduling_background_move() }}
					onCropChange={setCrop}
					onZoomChange={setZoom}
					onCropComplete={(_, area) => onCrop(area)}
				/>
			</div>
			<label className={styles.zoom}>
				<span>{m.scheduling_background_zoom()}</span>
				<input
					type="range"
					min={1}
					max={maxZoom}
					step={0.01}
					value={zoom}
					onChange={event => setZoom(Number(event.currentTarget.value))}
				/>
			</label>
		</>
	)
}
