import { Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { m } from '../../../locales/index.ts'
import { Avatar, IconButton } from '../../../ui/index.ts'
import { NameText } from '../NameText.tsx'
import type { RoomController } from '../roomController.ts'
import { getHiddenReason, getOthers, getSelf, type JoinedRoom } from '../roomState.ts'
import type { Cameras } from '../roomStore.ts'
import { useLargePerson } from '../tiles/useLargePerson.ts'
import { useVideoTrack } from '../tiles/useVideoTrack.ts'
import styles from './MiniWindowView.module.css'
import type { MiniWindow } from './useMiniWindow.ts'

export interface MiniWindowViewProps {
	room: JoinedRoom
	cameras: Cameras
	screens: Cameras
	controller: Pick<RoomController, 'toggleDevice' | 'leave'>
	miniWindow: MiniWindow
}

/** Content of the small window: the shared screen, or who speaks; with the microphone and the way out. */
export function MiniWindowView({ room, cameras, screens, controller, miniWindow }: MiniWindowViewProps) {
	const others = getOthers(room).map(({ id }) => id)
	const speaker = useLargePerson(others, room.speaking)
	const { presenter } = room.sharing
	const isScreen = presenter !== null && screens.has(presenter)
	const id = isScreen ? presenter : (speaker ?? room.self)
	const person = room.people.find(candidate => candidate.id === id) ?? getSelf(room)
	const isCameraShown = person?.sending.camera && getHiddenReason(room, person.id) === undefined
	const track = isScreen ? screens.get(presenter) : isCameraShown ? cameras.get(id) : undefined
	const { container, video } = miniWindow
	if (!person) return null
	if (video) return <FloatingVideo reference={video} track={track} name={person.name} />
	if (!container) return null
	const isMicrophoneOn = room.devices.microphone.status === 'on'
	return createPortal(
		<main className={styles.window}>
			<div className={styles.picture}>
				{track ? <Picture key={track.id} track={track} isWhole={isScreen} /> : <Avatar name={person.name} />}
				<p className={styles.label}>
					<NameText name={person.name} own={person.id === room.self} />
				</p>
			</div>
			<div className={styles.controls}>
				<IconButton
					className={styles.control ?? ''}
					label={isMicrophoneOn ? m.room_mini_mute() : m.room_mini_unmute()}
					icon={isMicrophoneOn ? <Mic /> : <MicOff />}
					onClick={() => controller.toggleDevice('microphone')}
				/>
				<IconButton
					className={styles.leave ?? ''}
					label={m.room_leave_now()}
					icon={<PhoneOff />}
					onClick={controller.leave}
				/>
			</div>
		</main>,
		container,
	)
}

function Picture({ track, isWhole }: { track: MediaStreamTrack; isWhole: boolean }) {
	const video = useVideoTrack(track)
	return <video ref={video} className={isWhole ? styles.whole : styles.face} autoPlay muted playsInline />
}

interface FloatingVideoProps {
	reference: React.RefObject<HTMLVideoElement | null>
	track: MediaStreamTrack | undefined
	name: string
}

/** The element that floats above other apps where a page cannot: a person without a picture is drawn. */
function FloatingVideo({ reference, track, name }: FloatingVideoProps) {
	useEffect(() => {
		const element = reference.current
		const drawn = track ? undefined : drawName(name)
		const shown = track ?? drawn?.track
		if (!element || !shown) return
		element.srcObject = new MediaStream([shown])
		// Muted video may always play; a rejection only says that the track changed meanwhile.
		element.play().catch(() => {})
		return () => {
			drawn?.stop()
			element.srcObject = null
		}
	}, [reference, track, name])
	return <video ref={reference} className={styles.floating} muted playsInline />
}

const drawnEveryMs = 1_000

/** A picture of a name, as a track. */
function drawName(name: string): { track: MediaStreamTrack | undefined; stop(): void } {
	const canvas = document.createElement('canvas')
	Object.assign(canvas, { width: 320, height: 180 })
	const context = canvas.getContext('2d')
	const draw = () => {
		if (!context) return
		Object.assign(context, { fillStyle: '#141928', textAlign: 'center', textBaseline: 'middle' })
		context.fillRect(0, 0, canvas.width, canvas.height)
		Object.assign(context, { fillStyle: '#f3f5fb', font: '600 28px system-ui, sans-serif' })
		context.fillText(name, canvas.width / 2, canvas.height / 2, canvas.width - 32)
	}
	const [track] = canvas.captureStream(1).getVideoTracks()
	draw()
	// A canvas sends a frame only when it is drawn.
	const timer = setInterval(draw, drawnEveryMs)
	return {
		track,
		stop() {
			clearInterval(timer)
			track?.stop()
		},
	}
}
