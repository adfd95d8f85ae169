import { m } from '../../../locales/index.ts'
import { Badge } from '../../../ui/index.ts'
import styles from './ChatList.module.css'
import type { ChatItem } from './chatItem.ts'

const roleTexts = { owner: () => m.live_chat_owner(), manager: () => m.live_chat_manager() }

/** CHAT-14: owner and manager stand out. */
export function MessageAuthor({ item: { role, name }, isOwn }: { item: ChatItem; isOwn: boolean }) {
	return (
		<>
			<span className={styles.name}>{name}</span>
			{role !== 'other' && <Badge tone="brand">{roleTexts[role]()}</Badge>}
			{isOwn && role === 'other' && <span className={styles.own}>{m.live_chat_you()}</span>}
		</>
	)
}

/** The text, and the question it answers. CHAT-05: everything is text. */
export function MessageBody({ item: { question, text } }: { item: ChatItem }) {
	return (
		<>
			{question && (
				<blockquote className={styles.question}>
					<span className={styles.asked}>{m.live_chat_asked({ name: question.name })}</span>
					{question.text}
				</blockquote>
			)}
			<p className={styles.text}>{text}</p>
		</>
	)
}
