import { DoorClosed, DoorOpen, Lock, ShieldAlert, Ticket, Users } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import styles from './OutsideNote.module.css'
import type { Outside } from './room.ts'
import { outsideWords } from './words.ts'

export interface OutsideNoteProps {
	why: Outside
	signedIn: boolean
	onRejoin: () => void
	onHome: () => void
	/** Takes the place back from the other window. */
	onHere: () => void
}

/** Not in the room, and what to do instead. */
export function OutsideNote({ why, signedIn, onRejoin, onHome, onHere }: OutsideNoteProps) {
	const { title, text, wayOn } = outsideWords(why)
	return (
		<main className={styles.note}>
			<EmptyState
				full
				picture={<Picture why={why} />}
				title={title}
				text={text}
				action={
					<>
						{wayOn === 'rejoin' && (
							<Button kind="primary" size="large" onClick={onRejoin}>
								{m.room_out_rejoin()}
							</Button>
						)}
						{wayOn === 'here' && (
							<Button kind="primary" size="large" onClick={onHere}>
								{m.room_out_use_here()}
							</Button>
						)}
						<Button kind={wayOn === 'none' ? 'primary' : 'secondary'} size="large" onClick={onHome}>
							{signedIn ? m.room_out_to_list() : m.room_out_to_start()}
						</Button>
					</>
				}
			/>
		</main>
	)
}

const pictures: Partial<Record<Outside, typeof DoorClosed>> = {
	left: DoorOpen,
	elsewhere: DoorOpen,
	'room.locked': Lock,
	'room.full': Users,
	'ticket.unknown': Ticket,
	'ticket.used': Ticket,
	'ticket.expired': Ticket,
	'resume.invalid': Ticket,
	'no-ticket': Ticket,
	insecure: ShieldAlert,
	unsupported: ShieldAlert,
}

function Picture({ why }: { why: Outside }) {
	const Icon = pictures[why] ?? DoorClosed
	return (
		<span className={styles.icon}>
			<Icon aria-hidden="true" strokeWidth={1.5} />
		</span>
	)
}
