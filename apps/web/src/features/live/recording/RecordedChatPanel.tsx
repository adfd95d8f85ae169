import { ChatGate, type ChatGateProps } from '../chat/ChatGate.tsx'
import { RecordedChatList, type RecordedChatListProps } from './RecordedChatList.tsx'

export type RecordedChatPanelProps = Omit<ChatGateProps, 'children'> & Omit<RecordedChatListProps, 'chat'>

/** The read-only chat of an ended live, beside its recording. */
export function RecordedChatPanel({ chat, isUnreachable, retry, ...list }: RecordedChatPanelProps) {
	return (
		<ChatGate chat={chat} isUnreachable={isUnreachable} retry={retry} kind={list.kind}>
			{({ chat }) => <RecordedChatList chat={chat} {...list} />}
		</ChatGate>
	)
}
