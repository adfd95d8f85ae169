import type { Participant, ParticipantId } from '@parley/room'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import type { Pinning } from '../tiles/usePinning.ts'
import { actionsFor, PersonSheet } from './PersonSheet.tsx'
import { RenameDialog } from './RenameDialog.tsx'

export interface PersonActionsOptions {
	room: JoinedRoom
	controller: RoomController
	/** Writes a private message to one person. */
	onMessage: (participantId: ParticipantId) => void
	pinning: Pinning
}

/** A question about one person, over what opens it; one that is closed keeps its person while it glides away. */
interface Question {
	type: 'actions' | 'rename' | 'hand-over' | 'remove'
	person: Participant
	isOpen: boolean
	/** The pressed button. */
	anchor?: Element | undefined
}

export interface PersonActions {
	hasActions(about: Participant): boolean
	/** @param anchor the pressed button */
	showActions(about: Participant, anchor: Element): void
	/** Rendered beside what opens them, which may close under them. */
	overlays: ReactNode
}

/**
 * The actions towards one person, and the questions that some of them ask.
 * @param initial whose actions are open at first, and at which button
 */
export function usePersonActions(
	{ room, controller, onMessage, pinning }: PersonActionsOptions,
	initial?: { person: Participant; anchor: Element },
): PersonActions {
	const [question, setQuestion] = useState<Question | undefined>(
		initial && { type: 'actions', isOpen: true, ...initial },
	)
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
					pinning={pinning}
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
				text={question?.person.role === 'guest' ? m.room_remove_text_guest() : m.room_remove_text()}
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
		hasActions: about => actionsFor(room, about, controller, pinning, questionsOf(about)).length > 0,
		showActions: (about, anchor) => ask('actions', about, anchor),
		overlays,
	}
}
