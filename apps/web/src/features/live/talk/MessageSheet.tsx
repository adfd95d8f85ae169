import { imLimits } from '@parley/im-sdk/constants'
import { Ban, Copy, MessageSquareOff, Undo2, Volume2, VolumeX } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { copyText, toast } from '../../../ui/index.ts'
import { ActionSheet, type SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { Talk } from './talk.ts'
import type { TalkItem } from './talkItem.ts'
import type { RoomKind, TalkRoom } from './talkRoom.ts'
import { refusalText } from './talkWords.ts'

export interface MessageSheetProps {
	talk: Talk
	kind: RoomKind
	room: TalkRoom
	userId: string | undefined
	/** The message it is about; missing while it is closed. */
	item: TalkItem | undefined
	onClose(): void
}

/** What can be done to a message: by its author, and by who runs the room. */
export function MessageSheet({ talk, kind, room, userId, item, onClose }: MessageSheetProps) {
	const isOwn = item?.userId === userId
	const mayActOn = room.runs && !isOwn && item?.role === 'other'

	async function run(act: Promise<void>, done: string) {
		try {
			await act
			toast.show(done, { tone: 'ok' })
		} catch (error) {
			const { code = 0, retryAfterMs } = error as { code?: number; retryAfterMs?: number }
			toast.show(refusalText(code, retryAfterMs), { tone: 'error' })
		}
	}

	const actions: SheetAction[] = item
		? [
				{ label: m.live_talk_copy(), icon: <Copy aria-hidden />, onPress: () => void copyText(item.text) },
				{
					label: m.live_talk_revoke(),
					icon: <Undo2 aria-hidden />,
					onPress: () => void run(talk.revoke(kind, item.id), m.live_talk_revoked()),
				},
			]
		: []
	if (item && mayActOn)
		actions.push(
			{
				label: m.live_talk_mute(),
				icon: <MessageSquareOff aria-hidden />,
				onPress: () => void run(talk.mute(kind, item.userId), m.live_talk_muted({ name: item.name })),
			},
			{
				label: m.live_talk_kick(),
				note: m.live_talk_kick_note(),
				icon: <Ban aria-hidden />,
				destructive: true,
				onPress: () => void run(talk.kick(kind, item.userId), m.live_talk_kicked({ name: item.name })),
			},
		)
	if (item && room.runs)
		actions.push({
			label: room.silenceAll ? m.live_talk_unsilence() : m.live_talk_silence(),
			icon: room.silenceAll ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />,
			onPress: () =>
				void run(
					talk.silenceAll(kind, !room.silenceAll),
					room.silenceAll ? m.live_talk_unsilenced() : m.live_talk_silenceAll(),
				),
		})

	return (
		<ActionSheet
			open={item !== undefined}
			onOpenChange={open => !open && onClose()}
			title={item?.name ?? ''}
			closeLabel={m.common_close()}
			actions={actions}
		/>
	)
}

/** CHAT-01 */
export const TooLongDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
	<AlertDialog
		open={open}
		onClose={onClose}
		title={m.live_talk_tooLong_title({ max: imLimits.maxContentLength })}
		text={m.live_talk_tooLong_text()}
		confirm={{ label: m.live_talk_understood(), onConfirm: onClose }}
	/>
)
