import type { Participant } from '@parley/room'
import {
	DoorOpen,
	Hand,
	MessageSquare,
	Mic,
	MicOff,
	Pencil,
	Pin,
	PinOff,
	ShieldCheck,
	ShieldMinus,
	ShieldPlus,
	Spotlight,
	UserX,
	VideoOff,
} from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { ActionSheet, type SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import type { RoomController } from '../roomController.ts'
import { isPermittedHere, type JoinedRoom, mayDo, mayDoTo } from '../roomState.ts'
import type { Pinning } from '../tiles/usePinning.ts'

/** Actions that continue elsewhere. */
export interface PersonQuestions {
	/** Writes a private message to them. */
	onMessage: () => void
	onRename: () => void
	onHandOver: () => void
	onRemove: () => void
}

export interface PersonSheetProps extends PersonQuestions {
	room: JoinedRoom
	person: Participant
	open: boolean
	onOpenChange: (open: boolean) => void
	controller: RoomController
	/** The button that opens it. */
	anchor?: Element | undefined
	pinning: Pinning
}

/** The actions that the own role allows towards one person. */
export function PersonSheet({
	room,
	person,
	open,
	onOpenChange,
	controller,
	anchor,
	pinning,
	...questions
}: PersonSheetProps) {
	return (
		<ActionSheet
			open={open}
			onOpenChange={onOpenChange}
			title={person.name}
			closeLabel={m.room_close()}
			anchor={anchor}
			actions={actionsFor(room, person, controller, pinning, questions)}
		/>
	)
}

/** Returns the actions in the order in which they are shown; empty where there is nothing to do. */
export function actionsFor(
	room: JoinedRoom,
	person: Participant,
	controller: RoomController,
	{ pinOf }: Pinning,
	{ onMessage, onRename, onHandOver, onRemove }: PersonQuestions,
): SheetAction[] {
	const { id, sending, role } = person
	const isSelf = id === room.self
	const pin = pinOf(person)
	const isSpotlit = room.spotlight === id
	const actions: (SheetAction | false | undefined)[] = [
		pin && {
			label: pin.isPinned ? m.room_unpin() : m.room_pin_here(),
			icon: pin.isPinned ? <PinOff /> : <Pin />,
			onPress: pin.onToggle,
		},
		!isSelf && { label: m.room_person_message(), icon: <MessageSquare />, onPress: onMessage },
		mayDoTo(room, 'lower-hands', person) &&
			person.handRaisedAt !== null && {
				label: m.room_hand_lower(),
				icon: <Hand />,
				onPress: () => controller.lowerHandOf(id),
			},
		mayDoTo(room, 'mute-person', person) &&
			(sending.microphone
				? { label: m.room_person_mute(), icon: <MicOff />, onPress: () => controller.muteParticipant(id) }
				: { label: m.room_person_ask_unmute(), icon: <Mic />, onPress: () => controller.askToUnmute(id) }),
		mayDoTo(room, 'mute-person', person) &&
			sending.camera && {
				label: m.room_person_camera_off(),
				icon: <VideoOff />,
				onPress: () => controller.stopCameraOf(id),
			},
		mayDo(room, 'set-spotlight') && {
			label: isSpotlit ? m.room_spotlight_end() : m.room_spotlight(),
			icon: <Spotlight />,
			onPress: () => controller.setSpotlight(isSpotlit ? null : id),
		},
		(isSelf ? isPermittedHere(room, 'rename') : mayDoTo(room, 'rename-person', person)) && {
			label: m.room_rename(),
			icon: <Pencil />,
			onPress: onRename,
		},
		mayDoTo(room, 'give-roles', person) &&
			role !== 'host' &&
			(role === 'co-host'
				? { label: m.room_co_host_end(), icon: <ShieldMinus />, onPress: () => controller.setCoHost(id, false) }
				: { label: m.room_co_host_make(), icon: <ShieldPlus />, onPress: () => controller.setCoHost(id, true) }),
		mayDoTo(room, 'give-roles', person) &&
			role !== 'host' && { label: m.room_hand_over(), icon: <ShieldCheck />, onPress: onHandOver },
		room.waiting?.isOn === true &&
			mayDoTo(room, 'admit-people', person) && {
				label: m.waiting_move(),
				icon: <DoorOpen />,
				onPress: () => controller.moveToWaiting(id),
			},
		mayDoTo(room, 'remove-person', person) && {
			label: m.room_person_remove(),
			icon: <UserX />,
			destructive: true,
			onPress: onRemove,
		},
	]
	return actions.filter(action => action !== false && action !== undefined)
}
