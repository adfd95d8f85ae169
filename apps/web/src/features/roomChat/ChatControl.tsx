import { MessageCircle } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { OverlayControl } from '../room/index.ts'
import styles from './ChatControl.module.css'

export interface ChatControlProps {
	unread: number
	onPress: () => void
	/** Where it is a panel: whether that is open. */
	expanded?: boolean | undefined
}

const maxShown = 99

/** Opens the chat, and says how many messages are unread. */
export const ChatControl = ({ unread, onPress, expanded }: ChatControlProps) => (
	<OverlayControl
		label={m.chat_title()}
		icon={<MessageCircle />}
		onPress={onPress}
		isPanel={expanded !== undefined}
		expanded={expanded}
		shortcut="C"
		name={unread > 0 ? m.chat_unread({ count: unread }) : undefined}
	>
		{unread > 0 && <span className={styles.count}>{unread > maxShown ? `${maxShown}+` : unread}</span>}
	</OverlayControl>
)
