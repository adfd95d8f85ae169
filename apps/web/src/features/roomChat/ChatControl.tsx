import { MessageCircle } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { OverlayControl } from '../room/index.ts'
import styles from './ChatControl.module.css'

export interface ChatControlProps {
	unread: number
	onPress: () => void
}

const maxShown = 99

/** Opens the chat, and says how many messages are unread. */
export const ChatControl = ({ unread, onPress }: ChatControlProps) => (
	<OverlayControl
		label={m.chat_title()}
		icon={<MessageCircle />}
		onPress={onPress}
		name={unread > 0 ? m.chat_unread({ count: unread }) : undefined}
	>
		{unread > 0 && <span className={styles.count}>{unread > maxShown ? `${maxShown}+` : unread}</span>}
	</OverlayControl>
)
