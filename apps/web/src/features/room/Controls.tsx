import { clsx } from 'clsx'
import { Ellipsis, Hand, Mic, MicOff, MonitorUp, PhoneOff, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import { canShareScreen } from '../../media/index.ts'
import { Spinner } from '../../ui/index.ts'
import styles from './Controls.module.css'
import type { RoomController } from './roomController.ts'
import { type DeviceState, getHandPlaces, type JoinedRoom } from './roomState.ts'

export interface ControlsProps {
	room: JoinedRoom
	controller: RoomController
	onMore: () => void
	onLeave: () => void
	/** Controls between the camera and More. */
	children?: ReactNode
}

/** The same five on every phone; a wider window has room for more of those in the sheet More (ROOM-102). */
export function Controls({ room, controller, onMore, onLeave, children }: ControlsProps) {
	const { microphone, camera } = room.devices
	const handPlace = getHandPlaces(room).get(room.self)
	return (
		<div className={styles.bar} role="toolbar" aria-label={m.room_controls()}>
			<DeviceControl
				label={m.room_microphone()}
				device={microphone}
				openingLabel={m.room_microphone_opening()}
				icons={{ on: <Mic />, off: <MicOff /> }}
				shortcut="M"
				onPress={() => controller.toggleDevice('microphone')}
			/>
			<DeviceControl
				label={m.room_camera()}
				device={camera}
				openingLabel={m.room_camera_opening()}
				icons={{ on: <Video />, off: <VideoOff /> }}
				shortcut="V"
				onPress={() => controller.toggleDevice('camera')}
			/>
			{canShareScreen() && <ScreenControl room={room} onPress={controller.toggleScreen} />}
			{children}
			<HandControl place={handPlace} onPress={() => controller.raiseHand(handPlace === undefined)} />
			<OverlayControl label={m.room_more()} icon={<Ellipsis />} onPress={onMore}>
				{handPlace !== undefined && (
					<span className={styles.handMark}>
						<Hand role="img" aria-label={m.room_hand_place({ place: handPlace })} />
					</span>
				)}
			</OverlayControl>
			<button type="button" className={styles.control} onClick={onLeave}>
				<span className={clsx(styles.round, styles.leave)}>
					<PhoneOff />
				</span>
				<span className={styles.caption}>{m.room_leave()}</span>
			</button>
		</div>
	)
}

export interface OverlayControlProps {
	label: string
	icon: ReactNode
	onPress: () => void
	/** Said instead of the label. */
	name?: string | undefined
	/** Behind the label. */
	children?: ReactNode
}

/** Opens something over the room. */
export const OverlayControl = ({ label, icon, onPress, name, children }: OverlayControlProps) => (
	<button type="button" className={styles.control} aria-haspopup="dialog" aria-label={name} onClick={onPress}>
		<span className={styles.round}>{icon}</span>
		<span className={styles.caption}>{label}</span>
		{children}
	</button>
)

/** On a bar that has room for it; its place in line is its name, too. */
function HandControl({ place, onPress }: { place: number | undefined; onPress: () => void }) {
	const isRaised = place !== undefined
	return (
		<button
			type="button"
			className={clsx(styles.control, styles.fromLargePhones)}
			aria-label={isRaised ? m.room_hand_lower_own({ place }) : m.room_hand_raise()}
			aria-pressed={isRaised}
			aria-keyshortcuts="H"
			onClick={onPress}
		>
			<span className={clsx(styles.round, isRaised && styles.raised)}>
				<Hand />
			</span>
			<span className={styles.caption}>{m.room_hand()}</span>
		</button>
	)
}

/** Phones cannot share; a narrow window has no room for it. */
function ScreenControl({ room, onPress }: { room: JoinedRoom; onPress: () => void }) {
	const isOn = room.ownScreen === 'on'
	return (
		<button
			type="button"
			className={clsx(styles.control, styles.fromTablets)}
			aria-pressed={isOn}
			aria-keyshortcuts="S"
			onClick={onPress}
		>
			<span className={clsx(styles.round, isOn && styles.on)}>
				{room.ownScreen === 'opening' ? <Spinner label={m.room_screen_opening()} /> : <MonitorUp />}
			</span>
			<span className={styles.caption}>{isOn ? m.room_screen_stop() : m.room_screen_share()}</span>
		</button>
	)
}

interface DeviceControlProps {
	label: string
	device: DeviceState
	/** Label of the spinner while it is being turned on. */
	openingLabel: string
	icons: { on: ReactNode; off: ReactNode }
	/** The key that does the same. */
	shortcut: string
	onPress: () => void
}

/** A switch: on means that the others see or hear this person. */
function DeviceControl({ label, device, openingLabel, icons, shortcut, onPress }: DeviceControlProps) {
	const on = device.status === 'on'
	return (
		<button
			type="button"
			role="switch"
			aria-checked={on}
			aria-label={label}
			aria-keyshortcuts={shortcut}
			className={styles.control}
			onClick={onPress}
		>
			<span className={clsx(styles.round, on ? styles.on : styles.off)}>
				{device.status === 'opening' ? <Spinner label={openingLabel} /> : on ? icons.on : icons.off}
			</span>
			<span className={styles.caption}>{label}</span>
		</button>
	)
}
