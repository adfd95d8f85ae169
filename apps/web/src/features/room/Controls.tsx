import { clsx } from 'clsx'
import { ChevronUp, Ellipsis, Hand, Mic, MicOff, MonitorUp, PhoneOff, Smile, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import type { DeviceKind } from '../../media/index.ts'
import { Spinner } from '../../ui/index.ts'
import styles from './Controls.module.css'
import type { RoomController } from './roomController.ts'
import { type DeviceState, getHandPlaces, type JoinedRoom } from './roomState.ts'
import { useCanShareScreen } from './screenShell.ts'

/** Menus at their buttons. */
export type LaptopMenu = DeviceKind | 'reactions' | 'more'

export interface ControlsProps {
	room: JoinedRoom
	controller: RoomController
	/** @param anchor the pressed button */
	onMore: (anchor: Element) => void
	onLeave: () => void
	/** Controls that only a laptop has (ROOM-186). */
	laptop?:
		| {
				/** The menu that is open. */
				opened: LaptopMenu | undefined
				onDevices: (kind: DeviceKind, anchor: Element) => void
				onReactions: (anchor: Element) => void
		  }
		| undefined
	/** Controls between the camera and More. */
	children?: ReactNode
}

/** The same five on every phone; a wider window has room for more of those in the sheet More (ROOM-102). */
export function Controls({ room, controller, onMore, onLeave, laptop, children }: ControlsProps) {
	const { microphone, camera } = room.devices
	const canShare = useCanShareScreen()
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
			>
				{laptop && <DevicesButton kind="microphone" {...laptop} />}
			</DeviceControl>
			<DeviceControl
				label={m.room_camera()}
				device={camera}
				openingLabel={m.room_camera_opening()}
				icons={{ on: <Video />, off: <VideoOff /> }}
				shortcut="V"
				onPress={() => controller.toggleDevice('camera')}
			>
				{laptop && <DevicesButton kind="camera" {...laptop} />}
			</DeviceControl>
			{canShare && <ScreenControl room={room} onPress={controller.toggleScreen} />}
			{children}
			{laptop && (
				<OverlayControl
					label={m.room_reactions()}
					icon={<Smile />}
					shortcut="R 1–6"
					expanded={laptop.opened === 'reactions'}
					onPress={laptop.onReactions}
				/>
			)}
			<HandControl place={handPlace} onPress={() => controller.raiseHand(handPlace === undefined)} />
			<OverlayControl
				label={m.room_more()}
				icon={<Ellipsis />}
				expanded={laptop && laptop.opened === 'more'}
				onPress={onMore}
			>
				{handPlace !== undefined && (
					<span className={styles.handMark}>
						<Hand role="img" aria-label={m.room_hand_place({ place: handPlace })} />
					</span>
				)}
			</OverlayControl>
			<button type="button" className={clsx(styles.control, styles.leaving)} onClick={onLeave}>
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
	/** @param anchor the pressed button */
	onPress: (anchor: Element) => void
	/** Said instead of the label. */
	name?: string | undefined
	/** The key that does the same. */
	shortcut?: string | undefined
	/** Whether what it opens is open. */
	expanded?: boolean | undefined
	/** It opens a panel, which covers nothing. */
	isPanel?: boolean
	/** Behind the label. */
	children?: ReactNode
}

/** Opens something over the room, or a panel beside it. */
export const OverlayControl = ({
	label,
	icon,
	onPress,
	name,
	shortcut,
	expanded,
	isPanel = false,
	children,
}: OverlayControlProps) => (
	<button
		type="button"
		className={styles.control}
		aria-haspopup={isPanel ? undefined : 'dialog'}
		aria-expanded={expanded}
		aria-label={name}
		aria-keyshortcuts={shortcut?.length === 1 ? shortcut : undefined}
		onClick={event => onPress(event.currentTarget)}
	>
		<span className={clsx(styles.round, expanded && styles.open)}>{icon}</span>
		<Caption label={label} shortcut={shortcut} />
		{children}
	</button>
)

/** On laptops a tooltip, with the key that does the same. */
const Caption = ({ label, shortcut }: { label: string; shortcut?: string | undefined }) => (
	<span className={styles.caption}>
		{label}
		{shortcut && (
			<span aria-hidden="true" className={styles.key}>
				{shortcut}
			</span>
		)}
	</span>
)

const devicesLabels = { microphone: m.room_choose_sound, camera: m.room_choose_camera }

interface DevicesButtonProps extends Pick<NonNullable<ControlsProps['laptop']>, 'opened' | 'onDevices'> {
	kind: DeviceKind
}

/** Beside the switch of a device: which one to use. */
const DevicesButton = ({ kind, opened, onDevices }: DevicesButtonProps) => (
	<button
		type="button"
		className={styles.choose}
		aria-label={devicesLabels[kind]()}
		aria-haspopup="dialog"
		aria-expanded={opened === kind}
		onClick={event => onDevices(kind, event.currentTarget)}
	>
		<ChevronUp />
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
			<Caption label={m.room_hand()} shortcut="H" />
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
			<Caption label={room.ownScreen === 'off' ? m.room_screen_share() : m.room_screen_stop()} shortcut="S" />
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
	/** The choice of the device. */
	children?: ReactNode
}

/** A switch: on means that the others see or hear this person. */
function DeviceControl({ label, device, openingLabel, icons, shortcut, onPress, children }: DeviceControlProps) {
	const on = device.status === 'on'
	const button = (
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
			<Caption label={label} shortcut={shortcut} />
		</button>
	)
	if (!children) return button
	return (
		<div className={styles.split}>
			{button}
			{children}
		</div>
	)
}
