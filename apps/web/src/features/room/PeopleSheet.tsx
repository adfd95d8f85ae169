import type { Participant, ParticipantId } from '@parley/room'
import { Ellipsis, Hand, Mic, MicOff, Shield, Spotlight, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar, Button, IconButton, SearchField } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { RemovedSection } from './hosting/RemovedSection.tsx'
import { type PersonActions, usePersonActions } from './hosting/usePersonActions.tsx'
import { NameText } from './NameText.tsx'
import styles from './PeopleSheet.module.css'
import { roleLabel } from './roleLabel.ts'
import type { RoomController } from './roomController.ts'
import { getHandPlaces, getOthers, getSelf, type JoinedRoom, mayDo, mayDoTo } from './roomState.ts'
import type { Pinning } from './tiles/usePinning.ts'
import { WaitingSection } from './waiting/WaitingSection.tsx'

export interface PeopleProps {
	room: JoinedRoom
	controller: RoomController
	/** Shows the invitation to the meeting. */
	onInvite?: (() => void) | undefined
	/** @param anchor the pressed button */
	onHostControls: (anchor: Element) => void
	/** Asks before all are muted. */
	onMuteAll: () => void
	pinning: Pinning
	/** Writes a private message to one person. */
	onMessage: (participantId: ParticipantId) => void
}

export interface PeopleSheetProps extends PeopleProps {
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** The participants over the stage. */
export function PeopleSheet({ open, onOpenChange, ...people }: PeopleSheetProps) {
	const questions = usePersonActions(people)
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
	const questions = usePersonActions(people)
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

/** Actions of the host on all participants. */
const HostButtons = ({ onMuteAll, onHostControls }: Pick<PeopleProps, 'onMuteAll' | 'onHostControls'>) => (
	<>
		<Button icon={<MicOff />} aria-haspopup="dialog" onClick={onMuteAll}>
			{m.room_mute_all()}
		</Button>
		<Button icon={<Shield />} aria-haspopup="dialog" onClick={event => onHostControls(event.currentTarget)}>
			{m.room_host_controls()}
		</Button>
	</>
)

interface PeopleContentProps extends Omit<PeopleProps, 'onHostControls' | 'onMuteAll' | 'pinning' | 'onMessage'> {
	questions: PersonActions
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
						isSpotlit={listed.id === room.spotlight}
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
			<RemovedSection room={room} controller={controller} />
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
	isSpotlit: boolean
	onLowerHand?: () => void
	onMute?: () => void
	/** Opens what can be done towards this person. */
	onMore?: (anchor: Element) => void
}

function Row({ person, own, hand, speaking, isSpotlit, onLowerHand, onMute, onMore }: RowProps) {
	const { name, sending } = person
	const role = roleLabel(person.role)
	return (
		<li className={styles.row}>
			<Avatar name={name} size="small" />
			<span className={styles.who}>
				<NameText name={name} own={own} className={styles.name} />
				{(role || isSpotlit) && (
					<span className={styles.role}>
						{role}
						{isSpotlit && (
							<span className={styles.spotlit}>
								<Spotlight aria-hidden="true" />
								{m.room_spotlit()}
							</span>
						)}
					</span>
				)}
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
