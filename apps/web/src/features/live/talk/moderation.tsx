import { Ban, MessageSquare, MessageSquareOff } from 'lucide-react'
import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { Talk } from './talk.ts'
import { refusalText } from './talkWords.ts'

export interface Person {
	userId: string
	name: string
}

/** Says that it was done, or why it was refused. */
export async function runModeration(act: Promise<void>, done: string): Promise<void> {
	try {
		await act
		toast.show(done, { tone: 'ok' })
	} catch (error) {
		const { code = 0, retryAfterMs } = error as { code?: number; retryAfterMs?: number }
		toast.show(refusalText(code, retryAfterMs), { tone: 'error' })
	}
}

export interface ModerationOptions {
	isMuted: boolean
	/** Asks whether to remove them: {@link RemoveDialog}. */
	onRemove(): void
}

/** What who runs the rooms can do to somebody in them. */
export const moderationActions = (
	talk: Talk,
	{ userId, name }: Person,
	{ isMuted, onRemove }: ModerationOptions,
): SheetAction[] => [
	isMuted
		? {
				label: m.live_talk_unmute(),
				icon: <MessageSquare aria-hidden />,
				onPress: () => void runModeration(talk.unmute(userId), m.live_talk_unmuted({ name })),
			}
		: {
				label: m.live_talk_mute(),
				icon: <MessageSquareOff aria-hidden />,
				onPress: () => void runModeration(talk.mute(userId), m.live_talk_muted({ name })),
			},
	{
		label: m.live_talk_kick(),
		note: m.live_talk_kick_note(),
		icon: <Ban aria-hidden />,
		destructive: true,
		onPress: onRemove,
	},
]

export interface RemoveDialogProps {
	talk: Talk
	/** Whom it is about; missing while it is closed. */
	person: Person | undefined
	onClose(): void
}

/** Removing somebody is asked first: it shuts them out of the live. */
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
