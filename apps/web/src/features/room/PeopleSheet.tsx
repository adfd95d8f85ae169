import type { Participant } from '@parley/room'
import { Hand, Mic, MicOff, UserPlus, UserX, Video, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar, Button, IconButton, SwitchRow } from '../../ui/index.ts'
import { AlertDialog } from '../../ui/overlays/Dialog.tsx'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { NameText } from './NameText.tsx'
import styles from './PeopleSheet.module.css'
import { roleLabel } from './roleLabel.ts'
import type { RoomController } from './roomController.ts'
import { getHandPlaces, getOthers, getSelf, type JoinedRoom, mayDo, mayDoTo } from './roomState.ts'
import { WaitingSection } from './waiting/WaitingSection.tsx'

export interface PeopleSheetProps {
	room: JoinedRoom
	open: boolean
	onOpenChange: (open: boolean) => void
	controller: RoomController
	/** Shows the invitation to the meeting. */
	onInvite?: (() => void) | undefined
}

/** The participants, with the controls of the host. */
export function PeopleSheet({ room, open, onOpenChange, controller, onInvite }: PeopleSheetProps) {
	const [toRemove, setToRemove] = useState<Participant>()
	const self = getSelf(room)
	const hands = getHandPlaces(room)
	const isRaised = hands.has(room.self)
	const placeOf = ({ id }: Participant) => hands.get(id) ?? Number.POSITIVE_INFINITY
	// Those who want to speak first, in their order.
	const others = getOthers(room).toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
	return (
		<>
			<Sheet
				open={open}
				onOpenChange={onOpenChange}
				title={m.room_people_count({ count: room.people.length })}
				closeLabel={m.room_close()}
			>
				<div className={styles.actions}>
					{onInvite && (
						<Button block icon={<UserPlus />} onClick={onInvite}>
							{m.room_invite()}
						</Button>
					)}
					<Button block icon={<Hand />} aria-pressed={isRaised} onClick={() => controller.raiseHand(!isRaised)}>
						{isRaised ? m.room_hand_lower() : m.room_hand_raise()}
					</Button>
				</div>
				{mayDo(room, 'lock-room') && (
					<SwitchRow
						flush
						label={m.room_lock()}
						note={m.room_lock_note()}
						checked={room.isLocked}
						onChange={event => controller.setLocked(event.target.checked)}
					/>
				)}
				{mayDo(room, 'set-permissions') && (
					<SwitchRow
						flush
						label={m.room_screen_allow()}
						checked={room.sharing.isForAll}
						onChange={event => controller.setScreensAllowed(event.target.checked)}
					/>
				)}
				<WaitingSection room={room} controller={controller} />
				<ul className={styles.list}>
					{self && <Row person={self} own hand={hands.get(self.id)} />}
					{others.map(person => (
						<Row
							key={person.id}
							person={person}
							hand={hands.get(person.id)}
							{...(mayDoTo(room, 'lower-hands', person) && {
								onLowerHand: () => controller.lowerHandOf(person.id),
							})}
							{...(mayDoTo(room, 'mute-person', person) && { onMute: () => controller.muteParticipant(person.id) })}
							{...(mayDoTo(room, 'remove-person', person) && { onRemove: () => setToRemove(person) })}
						/>
					))}
				</ul>
			</Sheet>
			<AlertDialog
				open={toRemove !== undefined}
				onClose={() => setToRemove(undefined)}
				title={m.room_remove_title({ name: toRemove?.name ?? '' })}
				text={m.room_remove_text()}
				confirm={{
					label: m.room_remove(),
					destructive: true,
					onConfirm() {
						if (toRemove) controller.removeParticipant(toRemove.id)
						setToRemove(undefined)
					},
				}}
				cancel={{ label: m.room_cancel() }}
			/>
		</>
	)
}

interface RowProps {
	person: Participant
	own?: boolean
	/** Place in line. */
	hand?: number | undefined
	onLowerHand?: () => void
	onMute?: () => void
	onRemove?: () => void
}

function Row({ person, own, hand, onLowerHand, onMute, onRemove }: RowProps) {
	const { name, sending } = person
	const role = roleLabel(person.role)
	return (
		<li className={styles.row}>
			<Avatar name={name} size="small" />
			<span className={styles.who}>
				<NameText name={name} own={own} className={styles.name} />
				{role && <span className={styles.host}>{role}</span>}
			</span>
			{hand !== undefined && (
				<span className={styles.hand}>
					{onLowerHand ? (
						<IconButton label={m.room_hand_lower_of({ name })} icon={<Hand />} onClick={onLowerHand} />
					) : (
						<Hand role="img" aria-label={m.room_hand_place({ place: hand })} />
					)}
					<span aria-hidden="true">{hand}</span>
				</span>
			)}
			{onMute && sending.microphone ? (
				<IconButton label={m.room_mute_person({ name })} icon={<Mic />} onClick={onMute} />
			) : (
				<span className={styles.mark}>{sending.microphone ? <Mic /> : <MicOff />}</span>
			)}
			<span className={styles.mark}>{sending.camera ? <Video /> : <VideoOff />}</span>
			{onRemove && <IconButton label={m.room_remove_person({ name })} icon={<UserX />} onClick={onRemove} />}
		</li>
	)
}
