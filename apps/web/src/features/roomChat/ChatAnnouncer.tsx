import { m } from '../../locales/index.ts'
import { LiveRegion } from '../../ui/index.ts'
import { type AnnouncementLevel, isAnnounced, type JoinedRoom } from '../room/index.ts'
import type { ChatMessage } from './chatMessages.ts'
import { summaryOf } from './files/fileTexts.ts'
import { nameOf } from './names.ts'

export interface ChatAnnouncerProps {
	messages: readonly ChatMessage[]
	room: JoinedRoom
	/** How much screen readers are told: of the important, private messages only (ROOM-226). */
	level: AnnouncementLevel
}

/** Reads new messages out, several of them as a number. */
export function ChatAnnouncer({ messages, room, level }: ChatAnnouncerProps) {
	const announced = messages.filter(({ audience }) =>
		isAnnounced(level, audience === 'everyone' ? 'routine' : 'important'),
	)
	const [first, ...more] = announced
	if (!first) return <LiveRegion>{null}</LiveRegion>
	const text =
		more.length > 0
			? m.chat_announce_many({ count: announced.length })
			: m.chat_announce({ name: nameOf(first, room), text: summaryOf(first) })
	return <LiveRegion>{text}</LiveRegion>
}
