import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { ErrorPanel, Spinner } from '../../../ui/index.ts'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import styles from './TalkPanel.module.css'
import type { Talk } from './talk.ts'
import { tokenFailureText } from './talkWords.ts'
import { type UsedTalk, useTalkState } from './useTalk.ts'

export interface TalkGateProps extends UsedTalk {
	kind: ChatRoomKind
	children(entered: { talk: Talk; room: ChatRoom }): ReactNode
}

/** The state of a room that is not entered or cannot be entered; afterwards the room. */
export function TalkGate({ talk, isUnreachable, retry, kind, children }: TalkGateProps) {
	const connection = useTalkState(talk, state => state.connection)
	const room = useTalkState(talk, state => state.rooms[kind])
	if (isUnreachable) return <Broken text={m.live_unreachable_text()} onRetry={retry} />
	if (connection.status === 'tokenFailed')
		return <Broken text={tokenFailureText(connection.failure)} onRetry={() => talk?.reconnect()} />
	if (connection.status === 'ended' || connection.status === 'kicked')
		return <Broken text={m.live_talk_ended()} onRetry={() => talk?.reconnect()} />
	if (!talk || !room || (room.status === 'entering' && room.items.shown.length === 0)) return <Connecting />
	if (room.status === 'banned' || room.status === 'gone')
		return <p className={styles.closed}>{room.status === 'gone' ? m.live_talk_gone() : m.live_talk_banned()}</p>
	if (room.status === 'removed' || room.status === 'failed' || room.status === 'infoFailed')
		return (
			<Broken
				text={room.status === 'removed' ? m.live_talk_removed() : m.live_talk_token_text()}
				onRetry={() => talk.enter(kind)}
			/>
		)
	return children({ talk, room })
}

/** CHAT-10 */
const Broken = ({ text, onRetry }: { text: string; onRetry(): void }) => (
	<div className={styles.broken}>
		<ErrorPanel title={m.live_talk_broken()} text={text} retry={{ label: m.live_talk_connect(), onRetry }} />
	</div>
)

const Connecting = () => (
	<div role="status" className={styles.closed}>
		<Spinner />
		<span>{m.live_talk_connecting()}</span>
	</div>
)
