import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { ErrorPanel, Spinner } from '../../../ui/index.ts'
import styles from './ChatPanel.module.css'
import type { Chat } from './chat.ts'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import { tokenFailureText } from './chatWords.ts'
import { type UsedChat, useChatState } from './useChat.ts'

export interface ChatGateProps extends UsedChat {
	kind: ChatRoomKind
	children(entered: { chat: Chat; room: ChatRoom }): ReactNode
}

/** The state of a room that is not entered or cannot be entered; afterwards the room. */
export function ChatGate({ chat, isUnreachable, retry, kind, children }: ChatGateProps) {
	const connection = useChatState(chat, state => state.connection)
	const room = useChatState(chat, state => state.rooms[kind])
	if (isUnreachable) return <Broken text={m.live_unreachable_text()} onRetry={retry} />
	if (connection.status === 'tokenFailed')
		return <Broken text={tokenFailureText(connection.failure)} onRetry={() => chat?.reconnect()} />
	if (connection.status === 'ended' || connection.status === 'kicked')
		return <Broken text={m.live_chat_ended()} onRetry={() => chat?.reconnect()} />
	if (!chat || !room || (room.status === 'entering' && room.items.shown.length === 0)) return <Connecting />
	if (room.status === 'banned' || room.status === 'gone')
		return <p className={styles.closed}>{room.status === 'gone' ? m.live_chat_gone() : m.live_chat_banned()}</p>
	if (room.status === 'removed' || room.status === 'failed' || room.status === 'infoFailed')
		return (
			<Broken
				text={room.status === 'removed' ? m.live_chat_removed() : m.live_chat_token_text()}
				onRetry={() => chat.enter(kind)}
			/>
		)
	return children({ chat, room })
}

/** CHAT-10 */
const Broken = ({ text, onRetry }: { text: string; onRetry(): void }) => (
	<div className={styles.broken}>
		<ErrorPanel title={m.live_chat_broken()} text={text} retry={{ label: m.live_chat_connect(), onRetry }} />
	</div>
)

const Connecting = () => (
	<div role="status" className={styles.closed}>
		<Spinner />
		<span>{m.live_chat_connecting()}</span>
	</div>
)
