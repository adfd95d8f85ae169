import { lazyComponent } from '../../../ui/index.ts'
import { ChatGate, type ChatGateProps } from '../chat/ChatGate.tsx'
import type { RecordedChatListProps } from './RecordedChatList.tsx'

/** In its own chunk: viewers of a live that is on air do not need it. */
const RecordedChatList = lazyComponent(async () => (await import('./RecordedChatList.tsx')).RecordedChatList)

export type RecordedChatPanelProps = Omit<ChatGateProps, 'children'> & Omit<RecordedChatListProps, 'chat'>

/** The read-only chat of an ended live, beside its recording. */
export function RecordedChatPanel({ chat, isUnreachable, retry, ...list }: RecordedChatPanelProps) {
	return (
		<ChatGate chat={chat} isUnreachable={isUnreachable} retry={retry} kind={list.kind}>
			{({ chat }) => <RecordedChatList chat={chat} {...list} />}
		</ChatGate>
	)
}
