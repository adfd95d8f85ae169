import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { Chat } from './chat.ts'
import { type Person, runModeration } from './moderation.tsx'

export interface RemoveDialogProps {
	chat: Chat
	/** The person to remove; missing while the dialog is closed. */
	person: Person | undefined
	onClose(): void
}

/** Asks for confirmation before a person is removed from the live. */
export function RemoveDialog({ chat, person, onClose }: RemoveDialogProps) {
	// The name stays while it closes.
	const last = useRef(person)
	if (person) last.current = person
	const name = last.current?.name ?? ''
	return (
		<AlertDialog
			open={person !== undefined}
			onClose={onClose}
			title={m.live_chat_kick_title({ name })}
			text={m.live_chat_kick_text()}
			confirm={{
				label: m.live_chat_kick(),
				destructive: true,
				onConfirm: () => {
					if (person) void runModeration(chat.kick(person.userId), m.live_chat_kicked({ name: person.name }))
					onClose()
				},
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
