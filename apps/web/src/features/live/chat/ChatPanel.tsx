import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { useSession } from '../../session/index.ts'
import { ChatGate } from './ChatGate.tsx'
import { ChatList } from './ChatList.tsx'
import styles from './ChatPanel.module.css'
import { Composer, type Draft } from './Composer.tsx'
import type { Chat } from './chat.ts'
import type { ChatItem } from './chatItem.ts'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import { MessageSheet } from './lazyMessageSheet.ts'
import { type UsedChat, useChatState } from './useChat.ts'

export interface ChatPanelProps extends UsedChat {
	kind: ChatRoomKind
	/** People without an account may write; used until the room's own setting is known (CHAT-13). */
	freeTalk: boolean
	/** The live has ended: viewers may still write, but are not invited to. */
	isOver?: boolean
	onSignIn(): void
	/** Set for a person who answers questions: each question gets an answer button, and none can be asked here. */
	onAnswer?: ((question: ChatItem) => void) | undefined
}

/** The discussion or the questions of a live. */
export function ChatPanel({ chat, isUnreachable, retry, ...opened }: ChatPanelProps) {
	const draft = useDraft()
	return (
		<ChatGate chat={chat} isUnreachable={isUnreachable} retry={retry} kind={opened.kind}>
			{entered => <OpenRoom {...entered} draft={draft} {...opened} />}
		</ChatGate>
	)
}

/** Keeps the draft of the signed-in person; the next person does not get it. */
function useDraft(): Draft {
	const author = useSession(session => (session.kind === 'member' ? session.user.id : undefined))
	const [kept, setKept] = useState({ author, text: '', cooldownEndsAt: 0 })
	const ownOf = (draft: typeof kept) => (draft.author === author ? draft : { author, text: '', cooldownEndsAt: 0 })
	return {
		...ownOf(kept),
		setText: text => setKept(draft => ({ ...ownOf(draft), text })),
		startCooldown: ms => setKept(draft => ({ ...ownOf(draft), cooldownEndsAt: performance.now() + ms })),
	}
}

interface OpenRoomProps extends Pick<ChatPanelProps, 'kind' | 'freeTalk' | 'isOver' | 'onSignIn' | 'onAnswer'> {
	chat: Chat
	room: ChatRoom
	draft: Draft
}

function OpenRoom({ chat, kind, room, draft, freeTalk, isOver = false, onSignIn, onAnswer }: OpenRoomProps) {
	const [item, setItem] = useState<ChatItem>()
	const isReconnecting = useChatState(chat, ({ connection }) => connection.status === 'reconnecting')
	const userId = useChatState(chat, state => state.userId)
	const isSignedIn = useSession(session => session.kind === 'member')
	const canWrite = isSignedIn || !(room.accountsOnly ?? !freeTalk)
	return (
		<div className={styles.panel}>
			{room.announcement && (
				<p className={styles.announcement}>
					<Megaphone aria-hidden className={styles.announcementIcon} />
					<span className="sr-only">{m.live_chat_announcement()}</span>
					<span>{room.announcement}</span>
				</p>
			)}
			<ChatList
				chat={chat}
				kind={kind}
				room={room}
				userId={userId}
				isInvited={canWrite && !isOver && (room.runs || !room.silenceAll)}
				onMenu={setItem}
				onAnswer={onAnswer}
			/>
			{isReconnecting && (
				<p role="status" className={styles.state}>
					{m.live_chat_reconnecting()}
				</p>
			)}
			{!onAnswer && (
				<Composer draft={draft} chat={chat} kind={kind} room={room} canWrite={canWrite} onSignIn={onSignIn} />
			)}
			<MessageSheet
				chat={chat}
				kind={kind}
				room={room}
				userId={userId}
				item={item}
				onClose={() => setItem(undefined)}
			/>
		</div>
	)
}
