import { clsx } from 'clsx'
import { Maximize, Minus, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { TransformComponent, TransformWrapper, useControls, useTransformComponent } from 'react-zoom-pan-pinch'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { useVideoTrack } from './useVideoTrack.ts'
import styles from './ZoomableScreen.module.css'

const maxScale = 6
/** A double tap adds the first to the scale of 1; a press of + or − changes it by the second. */
const doubleTapStep = 1.5
const buttonStep = 0.5

/**
 * A shared screen, whole at first. It is zoomed by pinching, a double tap, Ctrl and the wheel, or + and −, and then moved by
 * dragging or the arrow keys; a quarter turn makes it larger on an upright phone (ROOM-104).
 */
export function ZoomableScreen({ track, name }: { track: MediaStreamTrack; name: string }) {
	const video = useVideoTrack(track)
	const [isTurned, setTurned] = useState(false)
	return (
		<TransformWrapper
			maxScale={maxScale}
			doubleClick={{ mode: 'toggle', step: doubleTapStep }}
			wheel={{ activationKeys: keys => keys.includes('Control') || keys.includes('Meta') }}
			keyboard={{ disabled: false, zoomStep: buttonStep }}
			panning={{ excluded: [styles.tool ?? ''] }}
		>
			<TransformComponent
				wrapperClass={styles.frame ?? ''}
				contentClass={styles.content ?? ''}
				wrapperProps={{ role: 'group', 'aria-label': m.room_screen_zoom_area({ name }) }}
			>
				<video
					ref={video}
					className={clsx(styles.video, isTurned && styles.turned)}
					aria-label={m.room_screen_of({ name })}
					autoPlay
					muted
					playsInline
				/>
			</TransformComponent>
			<div className={styles.tools}>
				<ZoomTools />
				<TurnButton isTurned={isTurned} onTurn={() => setTurned(!isTurned)} />
			</div>
		</TransformWrapper>
	)
}

/** How far the screen is zoomed, and the way back; only while it is zoomed, so that nothing lies on a screen that is whole. */
function ZoomTools() {
	const scale = useTransformComponent(({ state }) => state.scale)
	const { zoomIn, zoomOut, resetTransform } = useControls()
	if (scale <= 1) return null
	return (
		<div className={styles.zoom} role="toolbar" aria-label={m.room_screen_zoom()}>
			<IconButton
				className={styles.tool}
				label={m.room_screen_zoom_out()}
				icon={<Minus />}
				onClick={() => void zoomOut(buttonStep)}
			/>
			<span className={styles.scale}>{`${Math.round(scale * 100)} %`}</span>
			<IconButton
				className={styles.tool}
				label={m.room_screen_zoom_in()}
				icon={<Plus />}
				disabled={scale >= maxScale}
				onClick={() => void zoomIn(buttonStep)}
			/>
			<IconButton
				className={styles.tool}
				label={m.room_screen_zoom_fit()}
				icon={<Maximize />}
				onClick={() => void resetTransform()}
			/>
		</div>
	)
}

function TurnButton({ isTurned, onTurn }: { isTurned: boolean; onTurn: () => void }) {
	const { resetTransform } = useControls()
	return (
		<IconButton
			className={clsx(styles.tool, styles.turn)}
			label={m.room_screen_turn()}
			icon={<RotateCw />}
			pressed={isTurned}
			onClick={() => {
				void resetTransform(0)
				onTurn()
			}}
		/>
	)
}
