import type { Participant, ParticipantId } from '@parley/room'
import { Ellipsis, Hand, Mic, MicOff, Shield, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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

export interface PeopleProps {
	room: JoinedRoom
	controller: RoomController
	/** Shows the invitation to the meeting. */
	onInvite?: (() => void) | undefined
	/** @param anchor the pressed button */
	onHostControls: (anchor: Element) => void
	/** Writes a private message to one person. */
	onMessage: (participantId: ParticipantId) => void
}

export interface PeopleSheetProps extends PeopleProps {
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** A question about one person, over the list; one that is closed keeps its person while it glides away. */
interface Question {
	type: 'actions' | 'rename' | 'hand-over' | 'remove'
	person: Participant
	isOpen: boolean
	/** The pressed button. */
	anchor?: Element | undefined
}

/** The participants over the stage. */
export function PeopleSheet({ open, onOpenChange, ...people }: PeopleSheetProps) {
	const questions = useQuestions(people)
	return (
		<>
			<Sheet
				full
				open={open}
				onOpenChange={onOpenChange}
				title={m.room_people_count({ count: people.room.people.length })}
				closeLabel={m.room_close()}
				actions={mayDo(people.room, 'mute-person') && <HostButtons {...people} />}
			>
				<PeopleContent {...people} questions={questions} />
			</Sheet>
			{questions.overlays}
		</>
	)
}

/** The participants in the panel beside the stage; the bar there has the invitation and the hand (ROOM-185). */
export function PeoplePanel(people: PeopleProps) {
	const questions = useQuestions(people)
	return (
		<>
			<div className={styles.content}>
				<PeopleContent {...people} questions={questions} isPanel />
			</div>
			{mayDo(people.room, 'mute-person') && (
				<div className={styles.foot}>
					<HostButtons {...people} />
				</div>
			)}
			{questions.overlays}
		</>
	)
}

/** What the host does to all participants. */
const HostButtons = ({ controller, onHostControls }: Pick<PeopleProps, 'controller' | 'onHostControls'>) => (
	<>
		<Button icon={<MicOff />} onClick={controller.muteAll}>
			{m.room_mute_all()}
		</Button>
		<Button icon={<Shield />} aria-haspopup="dialog" onClick={event => onHostControls(event.currentTarget)}>
			{m.room_host_controls()}
		</Button>
	</>
)

interface PeopleContentProps extends Omit<PeopleProps, 'onHostControls' | 'onMessage'> {
	questions: Questions
	isPanel?: boolean
}

function PeopleContent({ room, controller, onInvite, questions, isPanel = false }: PeopleContentProps) {
	const [sought, setSought] = useState('')
	const hands = getHandPlaces(room)
	const isRaised = hands.has(room.self)
	return (
		<>
			<SearchField
				label={m.room_people_search()}
				clearLabel={m.room_people_search_clear()}
				value={sought}
				onValueChange={setSought}
			/>
			{/* A laptop has them on its bar. */}
			{!isPanel && (
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
			)}
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
						{...(questions.hasActions(listed) && {
							onMore: (anchor: Element) => questions.showActions(listed, anchor),
						})}
					/>
				))}
			</ul>
		</>
	)
}

interface Questions {
	hasActions(about: Participant): boolean
	/** @param anchor the pressed button */
	showActions(about: Participant, anchor: Element): void
	/** Rendered beside the list, which may close under them. */
	overlays: ReactNode
}

/** The actions towards one person, and the questions that some of them ask. */
function useQuestions({ room, controller, onMessage }: PeopleProps): Questions {
	const [question, setQuestion] = useState<Question>()
	const asks = (type: Question['type']) => question?.type === type && question.isOpen
	const person = question && room.people.find(({ id }) => id === question.person.id)
	const ask = (type: Question['type'], about: Participant, anchor?: Element) =>
		setQuestion({ type, person: about, isOpen: true, anchor })
	const close = () => setQuestion(current => current && { ...current, isOpen: false })
	const questionsOf = (about: Participant) => ({
		onMessage: () => onMessage(about.id),
		onRename: () => ask('rename', about),
		onHandOver: () => ask('hand-over', about),
		onRemove: () => ask('remove', about),
	})
	const overlays = (
		<>
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
					anchor={question.anchor}
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
	return {
		hasActions: about => actionsFor(room, about, controller, questionsOf(about)).length > 0,
		showActions: (about, anchor) => ask('actions', about, anchor),
		overlays,
	}
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
	onMore?: (anchor: Element) => void
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
				<IconButton
					label={m.room_person_more({ name })}
					icon={<Ellipsis />}
					aria-haspopup="dialog"
					onClick={event => onMore(event.currentTarget)}
				/>
			)}
		</li>
	)
}
