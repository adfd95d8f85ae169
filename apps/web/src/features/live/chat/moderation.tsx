import { Ban, MessageSquare, MessageSquareOff } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import type { Chat } from './chat.ts'
import { refusalText } from './chatWords.ts'

export interface Person {
	userId: string
	name: string
}

/** Reports success, or the reason of a refusal. */
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

/** Actions of moderators on people in the rooms. */
export const moderationActions = (
	chat: Chat,
	{ userId, name }: Person,
	{ isMuted, onRemove }: ModerationOptions,
): SheetAction[] => [
	isMuted
		? {
				label: m.live_chat_unmute(),
				icon: <MessageSquare aria-hidden />,
				onPress: () => void runModeration(chat.unmute(userId), m.live_chat_unmuted({ name })),
			}
		: {
				label: m.live_chat_mute(),
				icon: <MessageSquareOff aria-hidden />,
				onPress: () => void runModeration(chat.mute(userId), m.live_chat_muted({ name })),
			},
	{
		label: m.live_chat_kick(),
		note: m.live_chat_kick_note(),
		icon: <Ban aria-hidden />,
		destructive: true,
		onPress: onRemove,
	},
]
