import { formatElapsed } from '@parley/core'
import { roomLimits } from '@parley/room'
import { DoorClosed, DoorOpen, Lock, type LucideIcon, RefreshCw, ShieldAlert, Ticket, Users } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import styles from './ExitScreen.module.css'
import { CallRating } from './rating/lazyRating.ts'
import type { ExitReason, ShownDenial } from './roomState.ts'
import { DeniedScreen } from './waiting/lazyWaiting.ts'

/** The message for a person who is not in the room, and their options besides going home. */
interface ExitMessage {
	title(): string
	text(): string
	/** `join`, `rejoin` and `onceAllowed` (by a host) lead to the join screen; `takeOver`, `resume` and `reload` continue here, without another join. */
	remedy: 'join' | 'rejoin' | 'onceAllowed' | 'takeOver' | 'resume' | 'reload' | 'none'
	/** Default: `DoorClosed`. */
	icon?: LucideIcon
}

const ended: ExitMessage = { title: m.room_out_ended_title, text: m.room_out_ended_text, remedy: 'none' }
const removed: ExitMessage = { title: m.room_out_removed_title, text: m.room_out_removed_text, remedy: 'onceAllowed' }
const denied: ExitMessage = {
	title: m.room_out_denied_title,
	text: m.room_out_denied_text,
	remedy: 'rejoin',
	icon: DoorClosed,
}
const accessEnded: ExitMessage = {
	title: m.room_out_access_title,
	text: m.room_out_access_text,
	remedy: 'rejoin',
	icon: Lock,
}
const invalidTicket: ExitMessage = {
	title: m.room_out_ticket_title,
	text: m.room_out_ticket_text,
	remedy: 'rejoin',
	icon: Ticket,
}

/** The reason is unknown: the place has been given up. */
const notInRoom: ExitMessage = {
	title: m.room_out_not_resumed_title,
	text: m.room_out_not_in_room_text,
	remedy: 'rejoin',
	icon: DoorOpen,
}

/** One message for every refusal, close reason and own choice (ROOM-71). */
const exitMessages: Record<ExitReason, ExitMessage> = {
	left: { title: m.room_out_left_title, text: m.room_out_left_text, remedy: 'rejoin', icon: DoorOpen },
	'ended-by-host': { title: m.room_out_ended_by_host_title, text: m.room_out_ended_text, remedy: 'none' },
	'ended-by-admin': { title: m.room_out_ended_by_admin_title, text: m.room_out_ended_text, remedy: 'none' },
	'ended-by-you': { title: m.room_out_ended_by_you_title, text: m.room_out_ended_text, remedy: 'none' },
	ended,
	'room.ended': ended,
	deleted: { title: m.room_out_deleted_title, text: m.room_out_deleted_text, remedy: 'none' },
	removed,
	'participant.removed': removed,
	denied,
	'entry.denied': denied,
	'moved-to-waiting': { title: m.room_out_moved_title, text: m.room_out_moved_text, remedy: 'resume', icon: DoorOpen },
	'access-ended': accessEnded,
	'access.ended': accessEnded,
	elsewhere: { title: m.room_out_elsewhere_title, text: m.room_out_elsewhere_text, remedy: 'takeOver', icon: DoorOpen },
	'not-resumed': {
		title: m.room_out_not_resumed_title,
		text: m.room_out_left_text,
		remedy: 'resume',
		icon: DoorOpen,
	},
	'room.locked': { title: m.room_out_locked_title, text: m.room_out_locked_text, remedy: 'rejoin', icon: Lock },
	'person.too-often': {
		title: () => m.room_out_too_often_title({ places: roomLimits.maxPlacesPerPerson }),
		text: m.room_out_too_often_text,
		remedy: 'rejoin',
		icon: Users,
	},
	'room.full': { title: m.room_out_full_title, text: m.room_out_full_text, remedy: 'rejoin', icon: Users },
	'ticket.unknown': invalidTicket,
	'ticket.used': invalidTicket,
	'ticket.expired': invalidTicket,
	'resume.invalid': notInRoom,
	// The address was typed, or is from the history: nobody has tried to join yet.
	'no-ticket': { title: m.room_out_no_ticket_title, text: m.room_out_no_ticket_text, remedy: 'join', icon: DoorOpen },
	insecure: { title: m.room_out_insecure_title, text: m.room_out_insecure_text, remedy: 'none', icon: ShieldAlert },
	unsupported: {
		title: m.room_out_unsupported_title,
		text: m.room_out_unsupported_text,
		remedy: 'none',
		icon: ShieldAlert,
	},
	'page.outdated': {
		title: m.room_out_outdated_title,
		text: m.room_out_outdated_text,
		remedy: 'reload',
		icon: RefreshCw,
	},
	unknown: { title: m.room_out_unknown_title, text: m.room_out_unknown_text, remedy: 'rejoin' },
}

/** Returns whether a person can be in the meeting again without the help of a host. */
export const canRejoin = (reason: ExitReason): boolean => !['none', 'onceAllowed'].includes(exitMessages[reason].remedy)

/** One sentence for an exit while another screen is shown. */
export const exitTitle = (reason: ExitReason): string => exitMessages[reason].title()

export interface ExitScreenProps {
	reason: ExitReason
	/** How long the meeting had lasted; missing for people who were not in it. */
	lastedMs?: number | undefined
	/** Proves the visit that ended, which can be rated. */
	visitToken?: string | undefined
	/** A host did not let the person in. */
	denial?: ShownDenial | undefined
	signedIn: boolean
	onRejoin: () => void
	onHome: () => void
	/** Continues in this window: instead of the other one (ROOM-23), or after coming back (ROOM-79). */
	onResume: () => void
	/** Loads the page anew (ROOM-93). */
	onReload: () => void
}

/** After these the call is over for the person, who may say how it was (ROOM-172). */
const endedVisits: readonly ExitReason[] = [
	'left',
	'ended',
	'room.ended',
	'ended-by-host',
	'ended-by-you',
	'ended-by-admin',
]

/** Why a person is not in the room, and what they can do. */
export function ExitScreen({
	reason,
	lastedMs,
	denial,
	visitToken,
	signedIn,
	onRejoin,
	onHome,
	onResume,
	onReload,
}: ExitScreenProps) {
	const { title, text, remedy, icon } = exitMessages[reason]
	if (denial) return <DeniedScreen denial={denial} signedIn={signedIn} onAskAgain={onRejoin} onHome={onHome} />
	return (
		<main className={styles.note}>
			<EmptyState
				full
				picture={<ExitIcon {...(icon && { icon })} />}
				title={title()}
				text={
					<>
						{text()}
						{lastedMs !== undefined && (
							<>
								<br />
								{m.room_out_lasted({ time: formatElapsed(lastedMs) })}
							</>
						)}
					</>
				}
				action={
					<>
						{(remedy === 'join' || remedy === 'rejoin') && (
							<Button kind="primary" size="large" onClick={onRejoin}>
								{remedy === 'join' ? m.joining_title() : m.room_out_rejoin()}
							</Button>
						)}
						{remedy === 'reload' && (
							<Button kind="primary" size="large" onClick={onReload}>
								{m.joining_reload()}
							</Button>
						)}
						{(remedy === 'takeOver' || remedy === 'resume') && (
							<Button kind="primary" size="large" onClick={onResume}>
								{remedy === 'takeOver' ? m.room_out_use_here() : m.room_bar_return()}
							</Button>
						)}
						<Button
							kind={remedy === 'none' || remedy === 'onceAllowed' ? 'primary' : 'secondary'}
							size="large"
							onClick={onHome}
						>
							{signedIn ? m.common_to_list() : m.common_to_start()}
						</Button>
						{remedy === 'onceAllowed' && (
							<Button kind="secondary" size="large" onClick={onRejoin}>
								{m.room_out_rejoin()}
							</Button>
						)}
					</>
				}
			/>
			{visitToken !== undefined && endedVisits.includes(reason) && <CallRating visitToken={visitToken} />}
		</main>
	)
}

function ExitIcon({ icon: Icon = DoorClosed }: Pick<ExitMessage, 'icon'>) {
	return (
		<span className={styles.icon}>
			<Icon aria-hidden="true" strokeWidth={1.5} />
		</span>
	)
}
