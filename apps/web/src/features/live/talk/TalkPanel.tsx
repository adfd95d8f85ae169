import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { useSession } from '../../session/index.ts'
import { Composer, type Draft } from './Composer.tsx'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import { MessageSheet } from './lazyMessageSheet.ts'
import { TalkGate } from './TalkGate.tsx'
import { TalkList } from './TalkList.tsx'
import styles from './TalkPanel.module.css'
import type { Talk } from './talk.ts'
import type { TalkItem } from './talkItem.ts'
import { type UsedTalk, useTalkState } from './useTalk.ts'

export interface TalkPanelProps extends UsedTalk {
	kind: ChatRoomKind
	/** People without an account may write; used until the room's own setting is known (CHAT-13). */
	freeTalk: boolean
	/** The live has ended: viewers may still write, but are not invited to. */
	isOver?: boolean
	onSignIn(): void
	/** Set for a person who answers questions: each question gets an answer button, and none can be asked here. */
	onAnswer?: ((question: TalkItem) => void) | undefined
}

/** The discussion or the questions of a live. */
export function TalkPanel({ talk, isUnreachable, retry, ...opened }: TalkPanelProps) {
	const draft = useDraft()
	return (
		<TalkGate talk={talk} isUnreachable={isUnreachable} retry={retry} kind={opened.kind}>
			{entered => <OpenRoom {...entered} draft={draft} {...opened} />}
		</TalkGate>
	)
}

/** Keeps the draft of the signed-in person; the next person does not get it. */
function useDraft(): Draft {
	const author = useSession(session => (session.kind === 'member' ? session.user.id : undefined))
	const [kept, setKept] = useState({ author, text: '', cooldownEndsAt: 0 })
	const ownOf = (draft: typeof kept) => (draft.author === author ? draft : { author, text: '', cooldownEndsAt: 0 })
	return {
		...ownOf(kept),
		setText: text => setKept(draft => ({ ...ownOf(draft), text })),
		startCooldown: ms => setKept(draft => ({ ...ownOf(draft), cooldownEndsAt: performance.now() + ms })),
	}
}

interface OpenRoomProps extends Pick<TalkPanelProps, 'kind' | 'freeTalk' | 'isOver' | 'onSignIn' | 'onAnswer'> {
	talk: Talk
	room: ChatRoom
	draft: Draft
}

function OpenRoom({ talk, kind, room, draft, freeTalk, isOver = false, onSignIn, onAnswer }: OpenRoomProps) {
	const [item, setItem] = useState<TalkItem>()
	const isReconnecting = useTalkState(talk, ({ connection }) => connection.status === 'reconnecting')
	const userId = useTalkState(talk, state => state.userId)
	const isSignedIn = useSession(session => session.kind === 'member')
	const canWrite = isSignedIn || !(room.accountsOnly ?? !freeTalk)
	return (
		<div className={styles.panel}>
			{room.announcement && (
				<p className={styles.announcement}>
					<Megaphone aria-hidden className={styles.announcementIcon} />
					<span className="sr-only">{m.live_talk_announcement()}</span>
					<span>{room.announcement}</span>
				</p>
			)}
			<TalkList
				talk={talk}
				kind={kind}
				room={room}
				userId={userId}
				isInvited={canWrite && !isOver && (room.runs || !room.silenceAll)}
				onMenu={setItem}
				onAnswer={onAnswer}
			/>
			{isReconnecting && (
				<p role="status" className={styles.state}>
					{m.live_talk_reconnecting()}
				</p>
			)}
			{!onAnswer && (
				<Composer draft={draft} talk={talk} kind={kind} room={room} canWrite={canWrite} onSignIn={onSignIn} />
			)}
			<MessageSheet
				talk={talk}
				kind={kind}
				room={room}
				userId={userId}
				item={item}
				onClose={() => setItem(undefined)}
			/>
		</div>
	)
}
