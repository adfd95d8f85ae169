import type { ParticipantId } from '@parley/room'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runWhenIdle } from '../../ui/index.ts'
import type { JoinedRoom, RoomController } from '../room/index.ts'
import { preloadChatPanel } from './lazyChat.ts'
import { type RoomChat, type RoomChatView, roomChatOf } from './roomChat.ts'
import { countUnread } from './unread.ts'

export interface UsedRoomChat {
	chat: RoomChat
	view: RoomChatView
	unread: number
	isOpen: boolean
	/** True once it has been opened. */
	wasOpened: boolean
	/** @param participantId for a private message to this person */
	open(participantId?: ParticipantId): void
	close(): void
	toggle(): void
}

/**
 * The chat of the room. It is loaded when it is opened, or when the page is idle after sound and pictures have arrived, so
 * that joining does not wait for it.
 */
export function useRoomChat(room: JoinedRoom, controller: RoomController): UsedRoomChat {
	const chat = roomChatOf(controller)
	const view = useSyncExternalStore(chat.subscribe, chat.getView)
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	const isLive = room.media === 'live'
	/** The element that had the focus when the panel was opened. */
	const opener = useRef<Element>(null)

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
	function open(participantId?: ParticipantId) {
		if (participantId !== undefined) chat.writeTo(participantId)
		opener.current = document.activeElement
		setWasOpened(true)
		setIsOpen(true)
	}
	function close() {
		setIsOpen(false)
		const before = opener.current
		if (before instanceof HTMLElement && before.isConnected) before.focus()
	}
	return {
		chat,
		view,
		unread: state ? countUnread(state) : 0,
		isOpen,
		wasOpened,
		open,
		close,
		toggle: () => (isOpen ? close() : open()),
	}
}
