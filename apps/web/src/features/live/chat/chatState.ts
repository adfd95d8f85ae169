import { createStore } from 'zustand/vanilla'
import { type ChatRoom, type ChatRoomKind, type ChatRoomStatus, enteringChatRoom } from './chatRoom.ts'
import type { TokenFailure } from './chatWords.ts'

/**
 * `tokenFailed`: no token, or the server did not take it (CHAT-10) · `kicked`: the same person talks on another device
 * (CHAT-07) · `ended`: an operator ended it.
 */
export type ChatConnection =
	| { status: 'connecting' | 'ready' | 'reconnecting' | 'kicked' | 'ended' }
	| { status: 'tokenFailed'; failure: TokenFailure }

export interface ChatState {
	connection: ChatConnection
	/** The user's displayed name, and whether they chose it: a guest is asked before they write. */
	name: string
	isNameChosen: boolean
	/** The user's identity in messaging; unknown before the first token. */
	userId?: string
	rooms: Partial<Record<ChatRoomKind, ChatRoom>>
}

export type ChatStore = ReturnType<typeof createChatStore>

/** Creates the state of the chat; rooms are changed one at a time. */
export function createChatStore(
	gids: Partial<Record<ChatRoomKind, string>>,
	named: Pick<ChatState, 'name' | 'isNameChosen'>,
) {
	const kinds = Object.keys(gids) as ChatRoomKind[]
	const store = createStore<ChatState>(() => ({
		connection: { status: 'connecting' },
		...named,
		rooms: Object.fromEntries(kinds.map(kind => [kind, enteringChatRoom(gids[kind] ?? '')])),
	}))
	function change(kind: ChatRoomKind, next: (room: ChatRoom) => ChatRoom) {
		const { rooms } = store.getState()
		const room = rooms[kind]
		const changed = room && next(room)
		if (changed && changed !== room) store.setState({ rooms: { ...rooms, [kind]: changed } })
	}
	return {
		kinds,
		store,
		change,
		room: (kind: ChatRoomKind) => store.getState().rooms[kind],
		setStatus: (kind: ChatRoomKind, status: ChatRoomStatus) => change(kind, room => ({ ...room, status })),
		setConnection: (connection: ChatConnection) => store.setState({ connection }),
		setName: (name: string, isNameChosen: boolean) => store.setState({ name, isNameChosen }),
		setUser: (userId: string) => store.setState({ userId }),
		isMe: (userId: string) => userId === store.getState().userId,
		kindOf: ({ gid }: { gid?: string | undefined }) => kinds.find(kind => gids[kind] === gid),
		gidOf: (kind: ChatRoomKind) => gids[kind] ?? '',
	}
}
