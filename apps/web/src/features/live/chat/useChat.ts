import type { LiveInfo } from '@parley/api'
import type { ControlMessage } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'
import type { Chat } from './chat.ts'
import type { ChatRoomKind } from './chatRoom.ts'
import type { ChatState } from './chatState.ts'
import { guestName } from './visitorName.ts'

export interface ChatOptions {
	/** Missing while the live is unknown. */
	rooms: Pick<LiveInfo, 'chatRoomId' | 'askRoomId'> | undefined
	/** A name for guests from the address (CHAT-12). */
	displayName: string | undefined
	/** Delay of the picture, in ms; 0 shows messages at once. */
	delayMs(): number
	onControlMessage(control: ControlMessage): void
	/** Part of the discussion was missed, perhaps including an action of the host. */
	onMissed(): void
}

export interface UsedChat {
	/** Missing until its code is loaded and the live is known. */
	chat: Chat | undefined
	/** Its code could not be loaded. */
	isUnreachable: boolean
	retry(): void
}

/** The chat of a live, as the signed-in person or as a guest. */
export function useChat({ rooms: ids, displayName, delayMs, onControlMessage, onMissed }: ChatOptions): UsedChat {
	const [chat, setChat] = useState<Chat>()
	const [isUnreachable, setIsUnreachable] = useState(false)
	const [tries, setTries] = useState(0)
	const appId = useSite(({ imAppId }) => imAppId)
	const memberId = useSession(session => (session.kind === 'member' ? session.user.id : undefined))
	const memberName = useSession(session => (session.kind === 'member' ? session.user.displayName : undefined))
	const latest = useRef({ delayMs, onControlMessage, onMissed })
	latest.current = { delayMs, onControlMessage, onMissed }
	const { chatRoomId, askRoomId } = ids ?? {}

	// biome-ignore lint/correctness/useExhaustiveDependencies: another person opens a new chat; another name of the same person does not
	useEffect(() => {
		if (appId === undefined || (chatRoomId === undefined && askRoomId === undefined)) return
		let opened: Chat | undefined
		let isLeft = false
		const rooms: Partial<Record<ChatRoomKind, string>> = {
			...(chatRoomId !== undefined && { discussion: chatRoomId }),
			...(askRoomId !== undefined && { questions: askRoomId }),
		}
		void import('./openChat.ts').then(
			({ openChat }) => {
				if (isLeft) return
				opened = openChat({
					appId,
					rooms,
					...(memberName === undefined ? guestName(displayName) : { name: memberName, isChosen: true }),
					delayMs: () => latest.current.delayMs(),
					onControlMessage: control => latest.current.onControlMessage(control),
					onMissed: () => latest.current.onMissed(),
				})
				setChat(opened)
			},
			() => !isLeft && setIsUnreachable(true),
		)
		return () => {
			isLeft = true
			opened?.close()
			setChat(undefined)
			setIsUnreachable(false)
		}
	}, [appId, memberId, chatRoomId, askRoomId, tries])

	return { chat, isUnreachable, retry: () => setTries(tries + 1) }
}

const nothing: ChatState = { connection: { status: 'connecting' }, name: '', isNameChosen: true, rooms: {} }
const noStore = { getState: () => nothing, getInitialState: () => nothing, subscribe: () => () => {} }

/** Selects from the state of a chat; the state is empty while the chat is missing. */
export const useChatState = <T>(chat: Chat | undefined, select: (state: ChatState) => T): T =>
	useStore(chat?.store ?? noStore, select)
