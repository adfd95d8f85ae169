import type { Room } from '@parley/im-sdk'
import { imLimits } from '@parley/im-sdk/constants'
import { type ChatItem, type ChatMessage, toChatItem } from './chatItem.ts'
import type { HistoryPage } from './chatRoom.ts'

/** Maximum number of pages requested until there is a message: a page may contain only events. */
const maxEmptyPages = 5

/** The newest page of a room, or the one before a position; a hundred events each (CHAT-17). */
export async function loadHistoryPage(room: Pick<Room, 'history'>, before: number | undefined): Promise<HistoryPage> {
	let page: HistoryPage = { items: [], edge: before, hasMore: true }
	for (let asked = 0; asked < maxEmptyPages && page.hasMore && page.items.length === 0; asked++) {
		const range = { limit: imLimits.historyPage, ...(page.edge !== undefined && { before: page.edge }) }
		const { value } = await room.history(range).next()
		if (!value) return { ...page, hasMore: false }
		page = {
			items: itemsOf(value.list.filter(event => event.messageType === undefined)),
			edge: value.list[0]?.hisId ?? page.edge,
			hasMore: value.more && value.list.length > 0,
		}
	}
	return page
}

export const itemsOf = (messages: readonly ChatMessage[]): ChatItem[] =>
	messages.map(toChatItem).filter(item => item !== undefined)
