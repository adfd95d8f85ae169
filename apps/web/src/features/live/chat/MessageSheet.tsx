import { imLimits } from '@parley/im-sdk/constants'
import { Copy, Undo2, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { copyText } from '../../../ui/index.ts'
import { ActionSheet, type SheetAction } from '../../../ui/overlays/ActionSheet.tsx'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { Chat } from './chat.ts'
import type { ChatItem } from './chatItem.ts'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import { moderationActions, type Person, runModeration } from './moderation.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

export { RemoveDialog }

export interface MessageSheetProps {
	chat: Chat
	kind: ChatRoomKind
	room: ChatRoom
	userId: string | undefined
	/** The selected message; missing while the sheet is closed. */
	item: ChatItem | undefined
	onClose(): void
}

/** Actions on a message: for its author, and for moderators of the room. */
export function MessageSheet({ chat, kind, room, userId, item, onClose }: MessageSheetProps) {
	const [removing, setRemoving] = useState<Person>()
	const isOwn = item?.userId === userId
	const mayActOn = room.runs && !isOwn && item?.role === 'other'

	const actions: SheetAction[] = item
		? [
				{ label: m.live_chat_copy(), icon: <Copy aria-hidden />, onPress: () => void copyText(item.text) },
				{
					label: m.live_chat_revoke(),
					icon: <Undo2 aria-hidden />,
					onPress: () => void runModeration(chat.revoke(kind, item.id), m.live_chat_revoked()),
				},
			]
		: []
	if (item && mayActOn)
		actions.push(
			...moderationActions(chat, item, {
				isMuted: room.restricted.muted.some(({ userId: muted }) => muted === item.userId),
				onRemove: () => setRemoving(item),
			}),
		)
	if (item && room.runs)
		actions.push({
			label: room.silenceAll ? m.live_chat_unsilence() : m.live_chat_silence(),
			icon: room.silenceAll ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />,
			onPress: () =>
				void runModeration(
					chat.silenceAll(kind, !room.silenceAll),
					room.silenceAll ? m.live_chat_unsilenced() : m.live_chat_silenceAll(),
				),
		})

	return (
		<>
			<ActionSheet
				open={item !== undefined}
				onOpenChange={open => !open && onClose()}
				title={item?.name ?? ''}
				closeLabel={m.common_close()}
				actions={actions}
			/>
			<RemoveDialog chat={chat} person={removing} onClose={() => setRemoving(undefined)} />
		</>
	)
}

/** CHAT-01 */
export const TooLongDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
	<AlertDialog
		open={open}
		onClose={onClose}
		title={m.live_chat_tooLong_title({ max: imLimits.maxContentLength })}
		text={m.live_chat_tooLong_text()}
		confirm={{ label: m.live_chat_understood(), onConfirm: onClose }}
	/>
)
