import { type ParticipantId, roomLimits, type WaitingPerson } from '@parley/room'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { TextField } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

export interface DenyDialogProps {
	/** Undefined: closed. */
	person: WaitingPerson | undefined
	onClose: () => void
	onDeny: (participantId: ParticipantId, message: string) => void
}

/** Asks before a person is not let in, and for words to them (ROOM-144). */
export function DenyDialog({ person, onClose, onDeny }: DenyDialogProps) {
	const [message, setMessage] = useState('')
	// Its name stays while the dialog closes.
	const [shown, setShown] = useState(person)
	if (person && person !== shown) {
		setShown(person)
		setMessage('')
	}
	return (
		<Dialog
			open={person !== undefined}
			onOpenChange={open => !open && onClose()}
			title={m.waiting_deny_title({ name: shown?.name ?? '' })}
			text={m.waiting_deny_text()}
			cancel={{ label: m.room_cancel(), onPress: onClose }}
			confirm={{
				label: m.waiting_deny(),
				destructive: true,
				onPress() {
					if (person) onDeny(person.id, message)
					onClose()
				},
			}}
		>
			<TextField
				label={m.waiting_deny_word()}
				value={message}
				maxCharacters={roomLimits.maxDenialMessage}
				onChange={event => setMessage(event.target.value)}
			/>
		</Dialog>
	)
}
