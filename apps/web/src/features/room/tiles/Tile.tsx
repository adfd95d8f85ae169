import type { LineQuality, Participant } from '@parley/room'
import { clsx } from 'clsx'
import { AudioLines, Ellipsis, Hand, MicOff, Pin as PinIcon, Spotlight } from 'lucide-react'
import { type CSSProperties, type RefObject, useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Avatar, IconButton } from '../../../ui/index.ts'
import { useDeviceChoices } from '../../devices/index.ts'
import { NameText, ShortNameText } from '../NameText.tsx'
import { QualityIcon } from '../network/QualityIcon.tsx'
import { ReactionIcon } from '../reactions/ReactionIcon.tsx'
import { roleLabel } from '../roleLabel.ts'
import type { HiddenReason, ShownReaction } from '../roomState.ts'
import { edgeColor } from './edgeColor.ts'
import { type Box, faceOf } from './grid.ts'
import { hiddenTexts } from './hiddenTexts.ts'
import { pictureBox } from './pictureBox.ts'
import styles from './Tile.module.css'
import type { useCorner } from './useCorner.ts'
import type { Pin } from './usePinning.ts'
import { useVideoTrack } from './useVideoTrack.ts'

export interface ParticipantTileProps {
	person: Participant
	camera: MediaStreamTrack | undefined
	speaking: boolean
	/** Missing while the participant's line is good. */
	quality?: Exclude<LineQuality, 'good'> | undefined
	/** Why the camera is not shown although it is on. */
	hiddenBecause?: HiddenReason | undefined
	/** Place in line of a participant whose hand is raised. */
	hand?: number | undefined
	/** The reaction of the participant that is shown at this moment. */
	reaction?: ShownReaction | undefined
	/** The own tile: the picture is mirrored and the name marked. */
	own?: boolean
	/** Floats in a corner, over the other tile, and can be moved to another one. */
	floating?: ({ tile: RefObject<HTMLLIElement | null> } & ReturnType<typeof useCorner>) | undefined
	/** Missing where there is nothing to choose. */
	pin?: Pin | undefined
	/** Shown large to everybody. */
	isSpotlit?: boolean
	/**
	 * Shows the actions towards the person.
	 * @param anchor the pressed button
	 */
	onMenu?: ((anchor: Element) => void) | undefined
	/** The place of the tile; missing for one that floats, or for which there is no room. */
	box?: Box | undefined
	/** The tile moves with its page: the one that is shown, or one beside it. */
	onPage?: 'shown' | 'beside' | undefined
}

/** Below this size, face and name would overlap, and a long name would not fit. */
const compactBelowPx = 150

/** One participant: the camera, or the initials while it is off. */
export function Tile({
	person,
	camera,
	speaking,
	quality,
	hiddenBecause,
	hand,
	reaction,
	own,
	floating,
	pin,
	isSpotlit = false,
	onMenu,
	box,
	onPage,
}: ParticipantTileProps) {
	const facePx = faceOf(box)
	const isCompact = box !== undefined && facePx < compactBelowPx
	const { isMirrored } = useDeviceChoices()
	const { name, connected, sending } = person
	// A guest may have the name of anybody.
	const role = roleLabel(person.role)
	const isHidden = hiddenBecause !== undefined && sending.camera
	const showsCamera = camera !== undefined && !isHidden && (own || sending.camera)
	return (
		<li
			ref={floating?.tile}
			data-corner={floating?.corner}
			className={clsx(
				styles.tile,
				speaking && styles.speaking,
				floating && styles.floating,
				isCompact && styles.compact,
			)}
			style={box && ({ ...box, '--tile': `${facePx}px` } as CSSProperties)}
			hidden={!box && !floating}
			data-person={person.id}
			data-paged={onPage}
			inert={onPage === 'beside'}
		>
			{showsCamera ? (
				<CameraVideo track={camera} mirrored={own === true && isMirrored && !isBackCamera(camera)} />
			) : (
				// The status of an absent person replaces their initials; the name is below.
				connected && <Avatar name={name} className={styles.face ?? ''} />
			)}
			{!connected && <p className={styles.away}>{m.room_away()}</p>}
			{connected && isHidden && <p className={styles.hidden}>{hiddenTexts[hiddenBecause]()}</p>}
			{hand !== undefined && (
				<span className={styles.hand}>
					<Hand role="img" aria-label={m.room_hand_place({ place: hand })} />
					<span aria-hidden="true">{hand}</span>
				</span>
			)}
			{reaction && <TileReaction key={reaction.reaction} {...reaction} />}
			<div className={styles.label}>
				{pin?.isPinned && <PinIcon aria-hidden="true" />}
				{!sending.microphone && <MicOff role="img" aria-label={m.room_mic_off()} className={styles.off} />}
				{speaking && <AudioLines role="img" aria-label={m.room_speaking()} className={styles.voice} />}
				{quality && <QualityIcon quality={quality} />}
				{isCompact ? <ShortNameText name={name} own={own} /> : <NameText name={name} own={own} />}
				{role && !floating && <span className={styles.role}>{role}</span>}
				{isSpotlit && (
					<span className={styles.spotlit}>
						<Spotlight aria-hidden="true" />
						<span className={clsx(isCompact && 'sr-only')}>{m.room_spotlit()}</span>
					</span>
				)}
			</div>
			{floating && (
				<button type="button" className={styles.move} aria-label={m.room_self_move()} {...floating.handlers} />
			)}
			{pin && (
				<button
					type="button"
					className={styles.pin}
					aria-label={m.room_pin({ name })}
					aria-pressed={pin.isPinned}
					onClick={pin.onToggle}
				/>
			)}
			{onMenu && (
				<IconButton
					className={styles.menu}
					kind="picture"
					label={m.room_person_more({ name })}
					icon={<Ellipsis />}
					aria-haspopup="dialog"
					onClick={event => onMenu(event.currentTarget)}
				/>
			)}
		</li>
	)
}

/** Rises above the name; the same one again counts up. The announcement names it. */
const TileReaction = ({ reaction, times }: ShownReaction) => (
	<span className={styles.reaction} aria-hidden="true">
		<ReactionIcon reaction={reaction} />
		{times > 1 && <span>×{times}</span>}
	</span>
)

/** Writing in front of it would be unreadable in a mirror. */
const isBackCamera = (camera: MediaStreamTrack): boolean => camera.getSettings?.().facingMode === 'environment'

const edgeEveryMs = 10_000

/** The picture, of which little enough is cut; what remains of the tile has the colour of its edges (ROOM-96). */
function CameraVideo({ track, mirrored }: { track: MediaStreamTrack; mirrored: boolean }) {
	const video = useVideoTrack(track)
	const ratios = useRatios(video)
	const box = ratios && pictureBox(ratios.picture, ratios.tile)
	const isFilled = !box || (box.width === 1 && box.height === 1)
	useEffect(() => {
		const [element, tile] = [video.current, video.current?.parentElement]
		if (isFilled || !element || !tile) return
		const fill = () => {
			tile.style.backgroundColor = edgeColor(element) ?? ''
		}
		fill()
		const timer = setInterval(fill, edgeEveryMs)
		return () => {
			clearInterval(timer)
			tile.style.backgroundColor = ''
		}
	}, [isFilled, video])
	const style = box && ({ '--picture-width': box.width, '--picture-height': box.height } as CSSProperties)
	const className = clsx(styles.video, mirrored && styles.mirrored, ratios && ratios.picture < 1 && styles.upright)
	return <video ref={video} className={className} style={style} autoPlay muted playsInline />
}

/** The ratios of a picture and of its tile, width to height; undefined while there is no picture. */
function useRatios(video: React.RefObject<HTMLVideoElement | null>) {
	const [ratios, setRatios] = useState<{ picture: number; tile: number }>()
	useEffect(() => {
		const [element, tile] = [video.current, video.current?.parentElement]
		if (!element || !tile) return
		const read = () => {
			const { videoWidth, videoHeight } = element
			const { clientWidth, clientHeight } = tile
			if (videoWidth === 0 || clientHeight === 0) return
			setRatios({ picture: videoWidth / videoHeight, tile: clientWidth / clientHeight })
		}
		const observer = new ResizeObserver(read)
		observer.observe(tile)
		// A camera that is turned changes its picture.
		element.addEventListener('resize', read)
		return () => {
			observer.disconnect()
			element.removeEventListener('resize', read)
		}
	}, [video])
	return ratios
}
