import { clsx } from 'clsx'
import { Mic, MicOff, MonitorUp, PhoneOff, Users, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import { canShareScreen } from '../../media/index.ts'
import { Spinner } from '../../ui/index.ts'
import styles from './Controls.module.css'
import type { RoomController } from './roomController.ts'
import type { DeviceState, JoinedRoom } from './roomState.ts'

export interface ControlsProps {
	room: JoinedRoom
	controller: RoomController
	onPeople: () => void
	onLeave: () => void
	/** Further controls. */
	children?: ReactNode
}

export function Controls({ room, controller, onPeople, onLeave, children }: ControlsProps) {
	const { microphone, camera } = room.devices
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
			<OverlayControl label={m.room_people()} icon={<Users />} onPress={onPeople}>
				{' '}
				<span className={styles.count}>{room.people.length}</span>
			</OverlayControl>
			{children}
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
	/** Behind the label. */
	children?: ReactNode
}

/** Opens something over the room. */
export const OverlayControl = ({ label, icon, onPress, children }: OverlayControlProps) => (
	<button type="button" className={styles.control} aria-haspopup="dialog" onClick={onPress}>
		<span className={styles.round}>{icon}</span>
		<span className={styles.caption}>{label}</span>
		{children}
	</button>
)

/** Phones cannot share; a narrow window has no room for it. */
function ScreenControl({ room, onPress }: { room: JoinedRoom; onPress: () => void }) {
	const isOn = room.ownScreen === 'on'
	return (
		<button
			type="button"
			className={clsx(styles.control, styles.wide)}
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
