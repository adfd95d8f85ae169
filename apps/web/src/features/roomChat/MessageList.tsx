import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Button, Spinner } from '../../ui/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import type { Chat } from './chat.ts'
import { type ChatMessage, countReactions, keyOf } from './chatMessages.ts'
import type { ChatState } from './chatState.ts'
import { Message } from './Message.tsx'
import styles from './MessageList.module.css'
import { Outgoing } from './Outgoing.tsx'

export interface MessageListProps {
	room: JoinedRoom
	chat: Chat
	state: ChatState
	mayWrite: boolean
	onReply(message: ChatMessage): void
}

/** The list follows new messages within this distance of its end. */
const followPx = 48
/** Earlier messages are shown within this distance of its start. */
const earlierPx = 120
/** Messages in the document at first, and added each time the reader reaches the first of them. */
const windowSize = 100
/** Messages of one person within this time stand under one name. */
const groupMs = 300_000

/** The messages, the newest last; of long chats a part is in the document, which grows as the reader goes back. */
export function MessageList({ room, chat, state, mayWrite, onReply }: MessageListProps) {
	const list = useRef<HTMLUListElement>(null)
	const [size, setSize] = useState(windowSize)
	const [actionsOf, setActionsOf] = useState<string>()
	const shown = state.messages.slice(-size)
	const isWhole = shown.length === state.messages.length
	const { isAtEnd, toEnd } = useFollowing(list, shown, state.outgoing.length)
	useEffect(() => {
		chat.setReadingBack(!isAtEnd)
		return () => chat.setReadingBack(false)
	}, [chat, isAtEnd])
	const byKey = new Map(state.messages.map(message => [keyOf(message), message]))

	function showEarlier() {
		if (!isWhole) setSize(size + windowSize)
		else if (state.earlier === 'more') {
			setSize(size + windowSize)
			chat.loadEarlier()
		}
	}
	function toNewest() {
		setSize(windowSize)
		toEnd()
	}

	return (
		<div className={styles.frame}>
			<ul
				ref={list}
				className={styles.list}
				aria-label={m.chat_messages()}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
				tabIndex={0}
				onScroll={event => event.currentTarget.scrollTop < earlierPx && showEarlier()}
			>
				{isWhole && <Beginning chat={chat} state={state} />}
				{shown.map((message, index) => {
					const before = shown[index - 1]
					const key = keyOf(message)
					return (
						<Message
							key={key}
							message={message}
							room={room}
							isOwn={message.userId === state.self}
							filesPath={state.files.path}
							filesOpenings={state.files.openings}
							isGrouped={isGrouped(before, message) && !isFirstNew(state, before, message)}
							answered={
								message.replyTo === undefined
									? undefined
									: (byKey.get(keyOf({ audience: message.audience, id: message.replyTo })) ?? 'unknown')
							}
							reactions={countReactions(state.reactions, message, state.self)}
							mark={markOf(state, before, message)}
							mayWrite={mayWrite}
							hasActions={actionsOf === key}
							onActions={() => setActionsOf(actionsOf === key ? undefined : key)}
							onReact={(reaction, isOn) => {
								chat.react(message, reaction, isOn)
								setActionsOf(undefined)
							}}
							onReply={() => {
								setActionsOf(undefined)
								onReply(message)
							}}
						/>
					)
				})}
				{state.outgoing.map(message => (
					<Outgoing
						key={message.cmid}
						message={message}
						onAgain={() => chat.sendAgain(message.cmid)}
						onDiscard={() => chat.discard(message.cmid)}
					/>
				))}
			</ul>
			{!isAtEnd && (
				<button type="button" className={styles.newest} onClick={toNewest}>
					<ArrowDown aria-hidden />
					{m.chat_to_newest()}
				</button>
			)}
		</div>
	)
}

function Beginning({ chat, state }: { chat: Chat; state: ChatState }) {
	const { earlier, messages, outgoing } = state
	if (earlier === 'loading')
		return (
			<li className={styles.beginning}>
				<Spinner label={m.chat_connecting()} />
			</li>
		)
	if (earlier === 'failed' || earlier === 'more')
		return (
			<li className={styles.beginning}>
				<Button kind="quiet" onClick={chat.loadEarlier}>
					{earlier === 'failed' ? m.chat_earlier_failed() : m.chat_earlier()}
				</Button>
			</li>
		)
	if (messages.length === 0 && outgoing.length === 0) return <li className={styles.empty}>{m.chat_empty()}</li>
	return null
}

const isFirstNew = ({ newSince, self }: ChatState, before: ChatMessage | undefined, message: ChatMessage): boolean =>
	newSince !== undefined && message.userId !== self && message.at > newSince && (before?.at ?? 0) <= newSince

/** Returns what stands above a message: that the new ones begin, or that those before it are from before one joined. */
function markOf(state: ChatState, before: ChatMessage | undefined, message: ChatMessage): string | undefined {
	if (isFirstNew(state, before, message)) return m.chat_new()
	return !before && message.at < state.joinedAt ? m.chat_history() : undefined
}

const isGrouped = (before: ChatMessage | undefined, message: ChatMessage): boolean =>
	before !== undefined &&
	before.userId === message.userId &&
	before.audience === message.audience &&
	message.at - before.at < groupMs

/** Stays at the end while the reader is there, and at the reader's place when earlier messages are added above. */
function useFollowing(list: RefObject<HTMLUListElement | null>, shown: readonly ChatMessage[], outgoing: number) {
	const [isAtEnd, setIsAtEnd] = useState(true)
	const follows = useRef(true)
	const before = useRef({ first: '', height: 0, outgoing: 0 })

	useEffect(() => {
		const element = list.current
		if (!element) return
		const look = () => {
			follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < followPx
			setIsAtEnd(follows.current)
		}
		element.addEventListener('scroll', look, { passive: true })
		// A keyboard that opens makes it lower.
		const resized = new ResizeObserver(() => {
			if (follows.current) element.scrollTop = element.scrollHeight
		})
		resized.observe(element)
		return () => {
			element.removeEventListener('scroll', look)
			resized.disconnect()
		}
	}, [list])

	const first = shown[0] ? keyOf(shown[0]) : ''
	const last = shown.at(-1)
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the messages
	useLayoutEffect(() => {
		const element = list.current
		if (!element) return
		// A person who writes wants to see their message.
		if (outgoing > before.current.outgoing) follows.current = true
		const isAddedAbove = before.current.first !== '' && before.current.first !== first
		if (follows.current) element.scrollTop = element.scrollHeight
		else if (isAddedAbove) element.scrollTop += element.scrollHeight - before.current.height
		before.current = { first, height: element.scrollHeight, outgoing }
	}, [first, last, outgoing, shown.length])

	return {
		isAtEnd,
		toEnd() {
			follows.current = true
			setIsAtEnd(true)
			requestAnimationFrame(() => {
				if (list.current) list.current.scrollTop = list.current.scrollHeight
			})
		},
	}
}
