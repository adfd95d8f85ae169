import { m } from '../../locales/index.ts'
import { LiveRegion } from '../../ui/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import type { ChatMessage } from './chatMessages.ts'
import { summaryOf } from './files/fileTexts.ts'
import { nameOf } from './names.ts'

/** Reads new messages out, several of them as a number. */
export function ChatAnnouncer({ messages, room }: { messages: readonly ChatMessage[]; room: JoinedRoom }) {
	const [first, ...more] = messages
	if (!first) return <LiveRegion>{null}</LiveRegion>
	const text =
		more.length > 0
			? m.chat_announce_many({ count: messages.length })
			: m.chat_announce({ name: nameOf(first, room), text: summaryOf(first) })
	return <LiveRegion>{text}</LiveRegion>
}
