import { Reply } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Avatar, IconButton } from '../../ui/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import type { ChatMessage } from './chatMessages.ts'
import { summaryOf } from './files/fileTexts.ts'
import styles from './MessagePreview.module.css'
import { nameOf } from './names.ts'

export interface MessagePreviewProps {
	message: ChatMessage
	room: JoinedRoom
	onOpen(): void
}

/** A new message, shown for a moment over the lowest part of the stage. Screen readers are told of it elsewhere. */
export function MessagePreview({ message, room, onOpen }: MessagePreviewProps) {
	const name = nameOf(message, room)
	return (
		<div className={styles.preview}>
			<Avatar name={name} size="small" />
			<p className={styles.text}>
				<b>{name}</b> {message.audience !== 'everyone' && <span className={styles.private}>{m.chat_private()} </span>}
				{summaryOf(message)}
			</p>
			<IconButton className={styles.reply} label={m.chat_open()} icon={<Reply />} onClick={onOpen} />
		</div>
	)
}
