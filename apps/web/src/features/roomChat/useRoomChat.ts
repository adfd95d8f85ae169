import { useEffect, useSyncExternalStore } from 'react'
import { runWhenIdle } from '../../ui/index.ts'
import type { JoinedRoom, RoomController } from '../room/index.ts'
import { preloadChatPanel } from './lazyChat.ts'
import { type RoomChat, type RoomChatView, roomChatOf } from './roomChat.ts'
import { countUnread } from './unread.ts'

export interface UsedRoomChat {
	chat: RoomChat
	view: RoomChatView
	unread: number
}

/**
 * The chat of the room. It is loaded when it is opened, or when the page is idle after sound and pictures have arrived, so
 * that joining does not wait for it.
 */
export function useRoomChat(room: JoinedRoom, controller: RoomController, isOpen: boolean): UsedRoomChat {
	const chat = roomChatOf(controller)
	const view = useSyncExternalStore(chat.subscribe, chat.getView)
	const isLive = room.media === 'live'

	useEffect(() => {
		if (!isLive) return
		return runWhenIdle(() => {
			chat.load()
			preloadChatPanel()
		})
	}, [isLive, chat])
	useEffect(() => {
		if (isOpen) chat.load()
		chat.setShown(isOpen)
	}, [isOpen, chat])
	useEffect(() => () => chat.setShown(false), [chat])

	const { state } = view.loaded ?? {}
	return { chat, view, unread: state ? countUnread(state) : 0 }
}
