import { type ParticipantId, toChatUserId } from '@parley/room'
import type { RoomController } from '../room/index.ts'
import type { Chat } from './chat.ts'
import type { Audience, ChatMessage } from './chatMessages.ts'
import type { ChatState } from './chatState.ts'

/** The text that a person has typed and not sent. */
export interface ChatDraft {
	text: string
	to: Audience
	replyTo?: ChatMessage | undefined
	/** Chosen pictures and files, which are sent with the button. */
	files: readonly File[]
}

export interface RoomChatView {
	draft: ChatDraft
	/** Its code could not be loaded. */
	isUnreachable: boolean
	/** Missing until its code is loaded. */
	loaded?: { chat: Chat; state: ChatState }
}

/** The chat of one visit to a room. Until it is loaded it has only what the person typed. */
export interface RoomChat {
	getView(): RoomChatView
	subscribe(listener: () => void): () => void
	/** Loads its code, with messaging, unless that is done. */
	load(): void
	setDraft(draft: Partial<ChatDraft>): void
	/** Turns to a person, for a private message. */
	writeTo(participantId: ParticipantId): void
	/** Says whether it is shown; this is remembered while it is loading. */
	setShown(isShown: boolean): void
}

const chats = new WeakMap<RoomController, RoomChat>()

/** Returns the chat of a visit, which goes on while the person looks at another screen. */
export function roomChatOf(controller: RoomController): RoomChat {
	const known = chats.get(controller)
	if (known) return known
	const chat = createRoomChat(controller, async () => (await import('./openChat.ts')).openChat)
	chats.set(controller, chat)
	return chat
}

type OpenChat = (enter: RoomController['enterChat']) => Chat

/** @param loadChat loads the code of the chat */
export function createRoomChat(
	controller: Pick<RoomController, 'getView' | 'subscribe' | 'enterChat'>,
	loadChat: () => Promise<OpenChat>,
): RoomChat {
	let view: RoomChatView = { draft: { text: '', to: 'everyone', files: [] }, isUnreachable: false }
	const listeners = new Set<() => void>()
	let isLoading = false
	let isShown = false
	let isOver = false
	let wasConnected = true

	function set(changes: Partial<RoomChatView>) {
		view = { ...view, ...changes }
		for (const listener of listeners) listener()
	}

	function follow() {
		const { state } = controller.getView()
		if (state.status === 'exited') return end()
		const isConnected = state.status === 'joined' && state.isConnected
		// After a restart of the server, messaging lets in those who are back in the room.
		if (isConnected && !wasConnected) view.loaded?.chat.reconnect()
		wasConnected = isConnected
	}
	const unfollow = controller.subscribe(follow)

	function end() {
		isOver = true
		unfollow()
		view.loaded?.chat.close()
	}

	return {
		getView: () => view,
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		async load() {
			if (isLoading || isOver || view.loaded) return
			isLoading = true
			set({ isUnreachable: false })
			try {
				const openChat = await loadChat()
				if (isOver) return
				const chat = openChat(controller.enterChat)
				chat.setShown(isShown)
				chat.subscribe(() => set({ loaded: { chat, state: chat.getState() } }))
				set({ loaded: { chat, state: chat.getState() } })
			} catch {
				set({ isUnreachable: true })
			} finally {
				isLoading = false
			}
		},
		setDraft: draft => set({ draft: { ...view.draft, ...draft } }),
		writeTo: participantId => set({ draft: { ...view.draft, to: toChatUserId(participantId), replyTo: undefined } }),
		setShown(next) {
			isShown = next
			view.loaded?.chat.setShown(next)
		},
	}
}
