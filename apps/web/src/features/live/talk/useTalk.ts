import type { LiveInfo } from '@parley/api'
import type { ControlMessage } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSession } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'
import type { ChatRoomKind } from './chatRoom.ts'
import type { Talk } from './talk.ts'
import type { TalkState } from './talkState.ts'
import { guestName } from './visitorName.ts'

export interface TalkOptions {
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

export interface UsedTalk {
	/** Missing until its code is loaded and the live is known. */
	talk: Talk | undefined
	/** Its code could not be loaded. */
	isUnreachable: boolean
	retry(): void
}

/** The talk of a live, as the signed-in person or as a guest. */
export function useTalk({ rooms: ids, displayName, delayMs, onControlMessage, onMissed }: TalkOptions): UsedTalk {
	const [talk, setTalk] = useState<Talk>()
	const [isUnreachable, setIsUnreachable] = useState(false)
	const [tries, setTries] = useState(0)
	const appId = useSite(({ imAppId }) => imAppId)
	const memberId = useSession(session => (session.kind === 'member' ? session.user.id : undefined))
	const memberName = useSession(session => (session.kind === 'member' ? session.user.displayName : undefined))
	const latest = useRef({ delayMs, onControlMessage, onMissed })
	latest.current = { delayMs, onControlMessage, onMissed }
	const { chatRoomId, askRoomId } = ids ?? {}

	// biome-ignore lint/correctness/useExhaustiveDependencies: another person opens a new talk; another name of the same person does not
	useEffect(() => {
		if (appId === undefined || (chatRoomId === undefined && askRoomId === undefined)) return
		let opened: Talk | undefined
		let isLeft = false
		const rooms: Partial<Record<ChatRoomKind, string>> = {
			...(chatRoomId !== undefined && { discussion: chatRoomId }),
			...(askRoomId !== undefined && { questions: askRoomId }),
		}
		void import('./openTalk.ts').then(
			({ openTalk }) => {
				if (isLeft) return
				opened = openTalk({
					appId,
					rooms,
					...(memberName === undefined ? guestName(displayName) : { name: memberName, isChosen: true }),
					delayMs: () => latest.current.delayMs(),
					onControlMessage: control => latest.current.onControlMessage(control),
					onMissed: () => latest.current.onMissed(),
				})
				setTalk(opened)
			},
			() => !isLeft && setIsUnreachable(true),
		)
		return () => {
			isLeft = true
			opened?.close()
			setTalk(undefined)
			setIsUnreachable(false)
		}
	}, [appId, memberId, chatRoomId, askRoomId, tries])

	return { talk, isUnreachable, retry: () => setTries(tries + 1) }
}

const nothing: TalkState = { connection: { status: 'connecting' }, name: '', isNameChosen: true, rooms: {} }
const noStore = { getState: () => nothing, getInitialState: () => nothing, subscribe: () => () => {} }

/** Selects from the state of a talk; the state is empty while the talk is missing. */
export const useTalkState = <T>(talk: Talk | undefined, select: (state: TalkState) => T): T =>
	useStore(talk?.store ?? noStore, select)
