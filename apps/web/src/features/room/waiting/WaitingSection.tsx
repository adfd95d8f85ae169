import { roomLimits, type WaitingPerson } from '@parley/room'
import { Check, Send, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Avatar, Button, IconButton, SwitchRow, TextField } from '../../../ui/index.ts'
import { NameText } from '../NameText.tsx'
import type { RoomController } from '../roomController.ts'
import { type JoinedRoom, mayDo } from '../roomState.ts'
import { DenyDialog } from './DenyDialog.tsx'
import { guestNote } from './guestNote.ts'
import styles from './WaitingSection.module.css'

export interface WaitingSectionProps {
	room: JoinedRoom
	controller: RoomController
}

/** The waiting room in the list of people, for those who may let people in (ROOM-140, ROOM-142). */
export function WaitingSection({ room, controller }: WaitingSectionProps) {
	const { waiting } = room
	const [denied, setDenied] = useState<WaitingPerson>()
	if (!waiting || !mayDo(room, 'admit-people')) return null
	return (
		<>
			<SwitchRow
				flush
				label={m.waiting_use()}
				note={m.waiting_use_note()}
				checked={waiting.isOn}
				onChange={event => controller.setWaitingRoom(event.target.checked)}
			/>
			{waiting.count > 0 && <WaitingList waiting={waiting} controller={controller} onDeny={setDenied} />}
			{/* Stays open where the person has gone meanwhile: they may be back by the answer. */}
			<DenyDialog person={denied} onClose={() => setDenied(undefined)} onDeny={controller.deny} />
		</>
	)
}

interface WaitingListProps {
	waiting: NonNullable<JoinedRoom['waiting']>
	controller: RoomController
	/** Asks about it first. */
	onDeny: (person: WaitingPerson) => void
}

function WaitingList({ waiting: { count, people, message }, controller, onDeny }: WaitingListProps) {
	return (
		<section className={styles.section}>
			<div className={styles.head}>
				<h3 className={styles.title}>{m.waiting_section({ count })}</h3>
				{count > 0 && (
					<Button kind="quiet" onClick={controller.admitAll}>
						{m.waiting_admit_all()}
					</Button>
				)}
			</div>
			<ul className={styles.list}>
				{people.map(person => (
					<li key={person.id} className={styles.row}>
						<Avatar name={person.name} size="small" />
						<span className={styles.who}>
							<NameText name={person.name} className={styles.name} />
							{person.isGuest && <span className={styles.note}>{guestNote(person)}</span>}
						</span>
						<IconButton
							label={m.waiting_deny_person({ name: person.name })}
							icon={<X />}
							onClick={() => onDeny(person)}
						/>
						<IconButton
							kind="filled"
							label={m.waiting_admit_person({ name: person.name })}
							icon={<Check />}
							onClick={() => controller.admit(person.id)}
						/>
					</li>
				))}
			</ul>
			{count > people.length && <p className={styles.note}>{m.waiting_more({ count: count - people.length })}</p>}
			<MessageField message={message} onSend={controller.messageWaiting} />
		</section>
	)
}

/** Writes the message that those who wait see, and shows the one they see now, whoever of the hosts wrote it (ROOM-180). */
function MessageField({ message, onSend }: { message: string | null; onSend: (text: string) => void }) {
	const [text, setText] = useState('')
	/** Sent, and not known to be there yet: until then the text stays. */
	const [pending, setPending] = useState<string>()
	if (pending !== undefined && pending === message) {
		setPending(undefined)
		setText('')
	}
	function send(event: FormEvent) {
		event.preventDefault()
		onSend(text)
		setPending(text.trim())
	}
	function type(typed: string) {
		setPending(undefined)
		setText(typed)
	}
	return (
		<form className={styles.message} onSubmit={send}>
			<TextField
				label={m.waiting_write()}
				value={text}
				maxCharacters={roomLimits.maxWaitingMessage}
				onChange={event => type(event.target.value)}
				suffix={<IconButton type="submit" label={m.waiting_send()} icon={<Send />} disabled={text.trim() === ''} />}
			/>
			<p className={styles.sent} role="status">
				{message !== null && (
					<>
						<span className={styles.sentText}>{m.waiting_sent({ message })}</span>
						<IconButton label={m.waiting_take_back()} icon={<X />} onClick={() => onSend('')} />
					</>
				)}
			</p>
		</form>
	)
}
