import { answerCodes } from '@parley/im-sdk/constants'
import { ArrowDown } from 'lucide-react'
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Button, Spinner, toast } from '../../ui/index.ts'
import { AlertDialog } from '../../ui/overlays/Dialog.tsx'
import { type JoinedRoom, mayDo, mayDoTo } from '../room/index.ts'
import type { Chat } from './chat.ts'
import { type ChatMessage, countReactions, keyOf } from './chatMessages.ts'
import type { ChatState, OutgoingMessage } from './chatState.ts'
import { Message } from './Message.tsx'
import styles from './MessageList.module.css'
import { nameOf, personOf } from './names.ts'
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
	const scroller = useRef<HTMLDivElement>(null)
	const list = useRef<HTMLUListElement>(null)
	const firstNew = useRef<HTMLLIElement>(null)
	const [size, setSize] = useState(windowSize)
	const [openedAt, setOpenedAt] = useState<number>()
	// It was opened, with messages that the reader has not seen: the first of them is in the document.
	if (openedAt !== state.newSince) {
		setOpenedAt(state.newSince)
		setSize(Math.max(windowSize, countNew(state) + 1))
	}
	const [actionsOf, setActionsOf] = useState<string>()
	/** The message that a question asks about; it stays while the question closes. */
	const [removed, setRemoved] = useState<ChatMessage>()
	const [isAsking, setIsAsking] = useState(false)
	const shown = state.messages.slice(-size)
	const isWhole = shown.length === state.messages.length
	const { newSince } = state
	const elements = { scroller, list, firstNew }
	const { isAtEnd, toEnd } = useFollowing(elements, {
		shown,
		outgoing: state.outgoing.length,
		newSince,
		hasActions: shown.some(message => !message.gone && keyOf(message) === actionsOf),
	})
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
	async function takeBack(message: ChatMessage, isOwn: boolean) {
		setActionsOf(undefined)
		setIsAsking(false)
		// The button that was pressed goes.
		scroller.current?.focus({ preventScroll: true })
		const code = await chat.revoke(message)
		if (code === undefined) return
		if (!isOwn) toast.show(m.chat_remove_failed())
		else toast.show(code === answerCodes.noPromise ? m.chat_unsend_late() : m.chat_unsend_failed())
	}
	function answeredBy({ audience, replyTo }: ChatMessage) {
		if (replyTo === undefined) return undefined
		const key = keyOf({ audience, id: replyTo })
		return state.gone.has(key) ? 'gone' : (byKey.get(key) ?? 'unknown')
	}
	const outgoing = (messages: readonly OutgoingMessage[]) =>
		messages.map(message => (
			<Outgoing
				key={message.cmid}
				message={message}
				onAgain={() => chat.sendAgain(message.cmid)}
				onDiscard={() => chat.discard(message.cmid)}
			/>
		))
	function toNewest() {
		setSize(windowSize)
		toEnd()
	}

	return (
		<div className={styles.frame}>
			{/* biome-ignore lint/a11y/useSemanticElements: it is no group of fields */}
			<div
				ref={scroller}
				className={styles.scroller}
				role="group"
				aria-label={m.chat_title()}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
				tabIndex={0}
				onScroll={event => event.currentTarget.scrollTop < earlierPx && showEarlier()}
			>
				<ul ref={list} className={styles.list} aria-label={m.chat_messages()}>
					{isWhole && <Beginning chat={chat} state={state} />}
					{shown.map((message, index) => {
						const before = shown[index - 1]
						const key = keyOf(message)
						const isOwn = message.userId === state.self
						const failed = refusedBetween(state, before, message, isWhole)
						const isNew = isFirstNew(state, before, message)
						return (
							<Fragment key={key}>
								{outgoing(failed)}
								<Message
									message={message}
									room={room}
									isOwn={isOwn}
									filesPath={state.files.path}
									filesOpenings={state.files.openings}
									isGrouped={isGrouped(before, message) && !isNew && failed.length === 0}
									answered={answeredBy(message)}
									reactions={countReactions(state.reactions, message, state.self)}
									mark={markOf(state, before, message)}
									markRef={isNew ? firstNew : undefined}
									mayWrite={mayWrite}
									mayRemove={!isOwn && mayRemove(message, room)}
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
									onUnsend={() => void takeBack(message, true)}
									onRemove={() => {
										setRemoved(message)
										setIsAsking(true)
									}}
								/>
							</Fragment>
						)
					})}
					{outgoing(refusedAfter(state, shown.at(-1)))}
					{outgoing(state.outgoing.filter(({ status }) => status !== 'refused'))}
				</ul>
			</div>
			{!isAtEnd && (
				<button type="button" className={styles.newest} onClick={toNewest}>
					<ArrowDown aria-hidden />
					{m.chat_to_newest()}
				</button>
			)}
			<AlertDialog
				open={isAsking}
				onClose={() => setIsAsking(false)}
				title={m.chat_remove_title({ name: removed ? nameOf(removed, room) : '' })}
				text={m.chat_remove_text()}
				cancel={{ label: m.common_cancel() }}
				confirm={{
					label: m.chat_remove(),
					destructive: true,
					onConfirm: () => removed && void takeBack(removed, false),
				}}
			/>
		</div>
	)
}

/** Returns whether this person may remove a message of another one: a co-host may not remove those of the host and other co-hosts. */
function mayRemove(message: ChatMessage, room: JoinedRoom): boolean {
	if (message.audience !== 'everyone') return false
	const person = personOf(message.userId, room)
	return person ? mayDoTo(room, 'remove-message', person) : mayDo(room, 'remove-message')
}

/** Own messages that were refused between two messages; at the beginning, all before the first one. */
function refusedBetween(
	{ outgoing }: ChatState,
	before: ChatMessage | undefined,
	message: ChatMessage,
	isWhole: boolean,
): readonly OutgoingMessage[] {
	if (!before && !isWhole) return []
	return outgoing.filter(({ after }) => after !== undefined && after < message.at && after >= (before?.at ?? 0))
}

const refusedAfter = ({ outgoing }: ChatState, last: ChatMessage | undefined): readonly OutgoingMessage[] =>
	outgoing.filter(({ after }) => after !== undefined && after >= (last?.at ?? 0))

/** Returns the number of messages from the first new one on. */
function countNew({ messages, newSince, self }: ChatState): number {
	if (newSince === undefined) return 0
	const first = messages.findIndex(({ at, userId }) => at > newSince && userId !== self)
	return first < 0 ? 0 : messages.length - first
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
	!before.gone &&
	message.at - before.at < groupMs

/** Space above the first new message when the chat opens there. */
const aboveNewPx = 8

interface ListElements {
	scroller: RefObject<HTMLDivElement | null>
	list: RefObject<HTMLUListElement | null>
	/** The line above the first new message. */
	firstNew: RefObject<HTMLLIElement | null>
}

interface ListContent {
	shown: readonly ChatMessage[]
	/** Number of own messages that are not stored. */
	outgoing: number
	newSince: number | undefined
	/** A message has its actions below it: it stays where it was pressed. */
	hasActions: boolean
}

/**
 * Opens at the first new message, if it is above the last screen, else at the end. Stays at the end while the reader is there,
 * whatever becomes higher, and at the reader's place when earlier messages are added above.
 */
function useFollowing(
	{ scroller, list, firstNew }: ListElements,
	{ shown, outgoing, newSince, hasActions }: ListContent,
) {
	const [isAtEnd, setIsAtEnd] = useState(true)
	const follows = useRef(true)
	const isHeld = useRef(hasActions)
	const before = useRef({ first: '', height: 0, outgoing: 0, newSince: undefined as number | undefined })

	useEffect(() => {
		const element = scroller.current
		if (!element || !list.current) return
		let top = element.scrollTop
		const look = () => {
			// Only the reader moves away from the end: what becomes higher below does not.
			if (element.scrollHeight - element.scrollTop - element.clientHeight < followPx) follows.current = true
			else if (element.scrollTop < top) follows.current = false
			top = element.scrollTop
			setIsAtEnd(follows.current)
		}
		element.addEventListener('scroll', look, { passive: true })
		// A keyboard that opens makes it lower; actions, pictures and reasons make messages higher.
		const resized = new ResizeObserver(() => {
			if (follows.current && !isHeld.current) element.scrollTop = element.scrollHeight
		})
		resized.observe(element)
		resized.observe(list.current)
		return () => {
			element.removeEventListener('scroll', look)
			resized.disconnect()
		}
	}, [scroller, list])

	const first = shown[0] ? keyOf(shown[0]) : ''
	const last = shown.at(-1)
	useLayoutEffect(() => {
		isHeld.current = hasActions
	}, [hasActions])
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the messages
	useLayoutEffect(() => {
		const element = scroller.current
		if (!element) return
		// A person who writes wants to see their message.
		if (outgoing > before.current.outgoing) follows.current = true
		const isAddedAbove = before.current.first !== '' && before.current.first !== first
		const hasOpened = newSince !== undefined && newSince !== before.current.newSince
		const newTop = hasOpened ? (firstNew.current?.offsetTop ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
		if (newTop < element.scrollHeight - element.clientHeight) {
			follows.current = false
			setIsAtEnd(false)
			element.scrollTop = newTop - aboveNewPx
		} else if (follows.current) element.scrollTop = element.scrollHeight
		else if (isAddedAbove) element.scrollTop += element.scrollHeight - before.current.height
		before.current = { first, height: element.scrollHeight, outgoing, newSince }
	}, [first, last, outgoing, shown.length, newSince])

	return {
		isAtEnd,
		toEnd() {
			follows.current = true
			setIsAtEnd(true)
			requestAnimationFrame(() => {
				if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
			})
		},
	}
}
