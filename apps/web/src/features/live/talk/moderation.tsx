import { Ban, MessageSquare, MessageSquareOff } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import type { Talk } from './talk.ts'
import { refusalText } from './talkWords.ts'

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
