import type { Participant, ParticipantId } from '@parley/room'
import { Ellipsis, Hand, Mic, MicOff, Shield, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar, Button, IconButton, SearchField } from '../../ui/index.ts'
import { AlertDialog } from '../../ui/overlays/Dialog.tsx'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { actionsFor, PersonSheet } from './hosting/PersonSheet.tsx'
import { RenameDialog } from './hosting/RenameDialog.tsx'
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
	onHostControls: () => void
	/** Writes a private message to one person. */
	onMessage: (participantId: ParticipantId) => void
}

/** A question about one person, over the list; one that is closed keeps its person while it glides away. */
interface Question {
	type: 'actions' | 'rename' | 'hand-over' | 'remove'
	person: Participant
	isOpen: boolean
}

/** The participants; those who run the meeting open what they can do towards each, and towards all at the foot. */
export function PeopleSheet({
	room,
	open,
	onOpenChange,
	controller,
	onInvite,
	onHostControls,
	onMessage,
}: PeopleSheetProps) {
	const [sought, setSought] = useState('')
	const [question, setQuestion] = useState<Question>()
	const hands = getHandPlaces(room)
	const isRaised = hands.has(room.self)
	const asks = (type: Question['type']) => question?.type === type && question.isOpen
	const person = question && room.people.find(({ id }) => id === question.person.id)
	const ask = (type: Question['type'], about: Participant) => setQuestion({ type, person: about, isOpen: true })
	const close = () => setQuestion(current => current && { ...current, isOpen: false })
	const questionsOf = (about: Participant) => ({
		onMessage: () => onMessage(about.id),
		onRename: () => ask('rename', about),
		onHandOver: () => ask('hand-over', about),
		onRemove: () => ask('remove', about),
	})
	return (
		<>
			<Sheet
				full
				open={open}
				onOpenChange={onOpenChange}
				title={m.room_people_count({ count: room.people.length })}
				closeLabel={m.room_close()}
				actions={
					mayDo(room, 'mute-person') && (
						<>
							<Button icon={<MicOff />} onClick={controller.muteAll}>
								{m.room_mute_all()}
							</Button>
							<Button icon={<Shield />} aria-haspopup="dialog" onClick={onHostControls}>
								{m.room_host_controls()}
							</Button>
						</>
					)
				}
			>
				<SearchField
					label={m.room_people_search()}
					clearLabel={m.room_people_search_clear()}
					value={sought}
					onValueChange={setSought}
				/>
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
				<WaitingSection room={room} controller={controller} />
				<ul className={styles.list}>
					{listPeople(room, hands, sought).map(listed => (
						<Row
							key={listed.id}
							person={listed}
							own={listed.id === room.self}
							hand={hands.get(listed.id)}
							speaking={room.speaking.has(listed.id)}
							{...(mayDoTo(room, 'lower-hands', listed) && {
								onLowerHand: () => controller.lowerHandOf(listed.id),
							})}
							{...(mayDoTo(room, 'mute-person', listed) && {
								onMute: () => controller.muteParticipant(listed.id),
							})}
							{...(actionsFor(room, listed, controller, questionsOf(listed)).length > 0 && {
								onMore: () => ask('actions', listed),
							})}
						/>
					))}
				</ul>
			</Sheet>
			{question && (
				<PersonSheet
					room={room}
					person={person ?? question.person}
					open={asks('actions') && person !== undefined}
					// A question that an action asks stays open.
					onOpenChange={next =>
						!next && setQuestion(current => (current?.type === 'actions' ? { ...current, isOpen: false } : current))
					}
					controller={controller}
					{...questionsOf(question.person)}
				/>
			)}
			{question && (
				<RenameDialog
					key={question.person.id}
					open={asks('rename')}
					onClose={close}
					name={person?.name ?? question.person.name}
					onRename={name =>
						question.person.id === room.self ? controller.setOwnName(name) : controller.rename(question.person.id, name)
					}
				/>
			)}
			<AlertDialog
				open={asks('hand-over')}
				onClose={close}
				title={m.room_hand_over_title({ name: question?.person.name ?? '' })}
				text={m.room_hand_over_text()}
				confirm={{
					label: m.room_hand_over(),
					onConfirm() {
						if (question && asks('hand-over')) controller.handOverTo(question.person.id)
						close()
					},
				}}
				cancel={{ label: m.room_cancel() }}
			/>
			<AlertDialog
				open={asks('remove')}
				onClose={close}
				title={m.room_remove_title({ name: question?.person.name ?? '' })}
				text={m.room_remove_text()}
				confirm={{
					label: m.room_remove(),
					destructive: true,
					onConfirm() {
						if (question && asks('remove')) controller.removeParticipant(question.person.id)
						close()
					},
				}}
				cancel={{ label: m.room_cancel() }}
			/>
		</>
	)
}

/** Those who want to speak first, in their order, then oneself, then the others; only those whose name contains the text. */
function listPeople(room: JoinedRoom, hands: ReadonlyMap<string, number>, sought: string): Participant[] {
	const self = getSelf(room)
	const placeOf = ({ id }: Participant) => hands.get(id) ?? Number.POSITIVE_INFINITY
	const wanted = sought.trim().toLocaleLowerCase()
	return [...(self ? [self] : []), ...getOthers(room)]
		.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
		.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
}

interface RowProps {
	person: Participant
	own: boolean
	/** Place in line. */
	hand: number | undefined
	speaking: boolean
	onLowerHand?: () => void
	onMute?: () => void
	/** Opens what can be done towards this person. */
	onMore?: () => void
}

function Row({ person, own, hand, speaking, onLowerHand, onMute, onMore }: RowProps) {
	const { name, sending } = person
	const role = roleLabel(person.role)
	return (
		<li className={styles.row}>
			<Avatar name={name} size="small" />
			<span className={styles.who}>
				<NameText name={name} own={own} className={styles.name} />
				{role && <span className={styles.role}>{role}</span>}
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
				<span className={styles.mark}>
					{sending.microphone ? (
						<Mic aria-hidden="true" className={speaking ? styles.speaking : undefined} />
					) : (
						<MicOff role="img" aria-label={m.room_mic_off()} className={styles.off} />
					)}
				</span>
			)}
			{onMore && (
				<IconButton label={m.room_person_more({ name })} icon={<Ellipsis />} aria-haspopup="dialog" onClick={onMore} />
			)}
		</li>
	)
}
