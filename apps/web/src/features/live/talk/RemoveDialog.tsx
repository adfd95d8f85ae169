import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import { type Person, runModeration } from './moderation.tsx'
import type { Talk } from './talk.ts'

export interface RemoveDialogProps {
	talk: Talk
	/** The person to remove; missing while the dialog is closed. */
	person: Person | undefined
	onClose(): void
}

/** Asks for confirmation before a person is removed from the live. */
export function RemoveDialog({ talk, person, onClose }: RemoveDialogProps) {
	// The name stays while it closes.
	const last = useRef(person)
	if (person) last.current = person
	const name = last.current?.name ?? ''
	return (
		<AlertDialog
			open={person !== undefined}
			onClose={onClose}
			title={m.live_talk_kick_title({ name })}
			text={m.live_talk_kick_text()}
			confirm={{
				label: m.live_talk_kick(),
				destructive: true,
				onConfirm: () => {
					if (person) void runModeration(talk.kick(person.userId), m.live_talk_kicked({ name: person.name }))
					onClose()
				},
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
