import { DoorClosed, DoorOpen, Lock, ShieldAlert, Ticket, Users } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import styles from './ExitScreen.module.css'
import { getExitMessage } from './messages.ts'
import type { ExitReason } from './roomState.ts'

export interface ExitScreenProps {
	reason: ExitReason
	signedIn: boolean
	onRejoin: () => void
	onHome: () => void
	/** Takes the place back from the other window. */
	onTakeOver: () => void
}

/** Not in the room, and what to do instead. */
export function ExitScreen({ reason, signedIn, onRejoin, onHome, onTakeOver }: ExitScreenProps) {
	const { title, text, remedy } = getExitMessage(reason)
	return (
		<main className={styles.note}>
			<EmptyState
				full
				picture={<Picture reason={reason} />}
				title={title}
				text={text}
				action={
					<>
						{remedy === 'rejoin' && (
							<Button kind="primary" size="large" onClick={onRejoin}>
								{m.room_out_rejoin()}
							</Button>
						)}
						{remedy === 'here' && (
							<Button kind="primary" size="large" onClick={onTakeOver}>
								{m.room_out_use_here()}
							</Button>
						)}
						<Button kind={remedy === 'none' ? 'primary' : 'secondary'} size="large" onClick={onHome}>
							{signedIn ? m.room_out_to_list() : m.room_out_to_start()}
						</Button>
					</>
				}
			/>
		</main>
	)
}

const pictures: Partial<Record<ExitReason, typeof DoorClosed>> = {
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

function Picture({ reason }: { reason: ExitReason }) {
	const Icon = pictures[reason] ?? DoorClosed
	return (
		<span className={styles.icon}>
			<Icon aria-hidden="true" strokeWidth={1.5} />
		</span>
	)
}
