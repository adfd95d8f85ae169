import { clsx } from 'clsx'
import { ArrowDown, MoreHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { language, m } from '../../../locales/index.ts'
import { Badge, Button, IconButton } from '../../../ui/index.ts'
import { readerZone } from '../../meeting/index.ts'
import styles from './ChatList.module.css'
import type { Chat } from './chat.ts'
import { type ChatItem, isAnswered } from './chatItem.ts'
import { type ChatRoom, type ChatRoomKind, type OutgoingItem, shownItems } from './chatRoom.ts'
import { refusalText } from './chatWords.ts'
import { LoadButton } from './LoadButton.tsx'
import { MessageAuthor, MessageBody } from './MessageParts.tsx'

export interface ChatListProps {
	chat: Chat
	kind: ChatRoomKind
	room: ChatRoom
	userId: string | undefined
	/** Invites the viewer to write the first message of an empty list. */
	isInvited: boolean
	/** Opens the actions on a message. */
	onMenu(item: ChatItem): void
	onAnswer?: ((question: ChatItem) => void) | undefined
}

/** The list follows new messages within this distance of its end. */
const followPx = 48
/** The previous page is loaded within this distance of the start. */
const earlierPx = 24

function emptyText(kind: ChatRoomKind, isInvited: boolean): string {
	if (kind === 'questions') return m.live_chat_noQuestions()
	return isInvited ? m.live_chat_noMessages() : m.live_talk_noMessages_reading()
}

/** The messages, newest last; the list follows while it is scrolled to its end. */
export function ChatList({ chat, kind, room, userId, isInvited, onMenu, onAnswer }: ChatListProps) {
	const list = useRef<HTMLDivElement>(null)
	const items = shownItems(room)
	const { isAtEnd, missed, toEnd } = useFollowing(list, items, room.past !== undefined)
	const hasMenu = (item: ChatItem) => room.runs || item.userId === userId

	function scrolled() {
		const element = list.current
		if (element && element.scrollTop < earlierPx && room.earlier === 'more' && !isAtEnd()) chat.loadEarlier(kind)
	}

	return (
		<div className={styles.frame}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
			<div ref={list} className={styles.list} role="log" aria-label={logLabel(kind)} tabIndex={0} onScroll={scrolled}>
				<LoadButton rest={room.earlier} label={m.live_chat_earlier()} onLoad={() => chat.loadEarlier(kind)} />
				{items.length === 0 && room.earlier === 'none' && room.outgoing.length === 0 && (
					<p className={styles.empty}>{emptyText(kind, isInvited)}</p>
				)}
				{items.map(item => (
					<Message
						key={item.id}
						item={item}
						isOwn={item.userId === userId}
						onMenu={hasMenu(item) ? onMenu : undefined}
						answering={onAnswer && { isAnswered: isAnswered(item, items), onAnswer }}
					/>
				))}
				{room.outgoing.map(item => (
					<Outgoing
						key={item.cmid}
						item={item}
						onAgain={() => {
							chat.discard(kind, item.cmid)
							chat.send(kind, item.text)
						}}
						onDiscard={() => chat.discard(kind, item.cmid)}
					/>
				))}
			</div>
			{(missed > 0 || room.past) && (
				<button
					type="button"
					className={styles.newest}
					onClick={() => {
						chat.toNewest(kind)
						toEnd()
					}}
				>
					<ArrowDown aria-hidden />
					{missed > 0 ? m.live_chat_new({ count: missed }) : m.live_chat_toNewest()}
				</button>
			)}
		</div>
	)
}

export const logLabel = (kind: ChatRoomKind) =>
	kind === 'questions' ? m.live_tab_questions() : m.live_tab_discussion()

/** Stays at the end while the reader is there; otherwise counts unseen messages. */
function useFollowing(list: RefObject<HTMLDivElement | null>, items: readonly ChatItem[], isPast: boolean) {
	const follows = useRef(true)
	const first = useRef<number>(undefined)
	const [seen, setSeen] = useState(0)
	const last = items.at(-1)?.id ?? 0

	useEffect(() => {
		const element = list.current
		if (!element) return
		const look = () => {
			follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < followPx
		}
		element.addEventListener('scroll', look, { passive: true })
		return () => element.removeEventListener('scroll', look)
	}, [list])

	useLayoutEffect(() => {
		const element = list.current
		if (!element) return
		const isOlderPage = first.current !== undefined && (items[0]?.id ?? 0) < first.current && isPast
		first.current = items[0]?.id
		// An older page was inserted: the reader's position stays.
		if (isOlderPage) element.scrollTop = element.scrollHeight / 2
		else if (follows.current && !isPast) element.scrollTop = element.scrollHeight
	})

	useEffect(() => {
		if (follows.current && !isPast) setSeen(last)
	}, [last, isPast])

	const missed = isPast || follows.current ? 0 : items.filter(({ id }) => id > seen).length
	function toEnd() {
		follows.current = true
		setSeen(last)
		requestAnimationFrame(() => {
			if (list.current) list.current.scrollTop = list.current.scrollHeight
		})
	}
	return { isAtEnd: () => follows.current && !isPast, missed, toEnd }
}

interface MessageProps {
	item: ChatItem
	isOwn: boolean
	onMenu: ((item: ChatItem) => void) | undefined
	answering: { isAnswered: boolean; onAnswer(question: ChatItem): void } | undefined
}

function Message({ item, isOwn, onMenu, answering }: MessageProps) {
	const { role, name, question, at } = item
	const isRun = role !== 'other'
	return (
		<article className={clsx(styles.message, isRun && styles.run)} data-role={role}>
			<div className={styles.head}>
				<MessageAuthor item={item} isOwn={isOwn} />
				<time className={styles.time} dateTime={new Date(at).toISOString()}>
					{timeOf(at)}
				</time>
			</div>
			<MessageBody item={item} />
			{answering && !question && (
				<div className={styles.choices}>
					{answering.isAnswered && <Badge tone="ok">{m.live_chat_answered()}</Badge>}
					<Button kind="quiet" onClick={() => answering.onAnswer(item)}>
						{answering.isAnswered ? m.live_chat_answer_again() : m.live_chat_answer()}
					</Button>
				</div>
			)}
			{onMenu && (
				<IconButton
					className={styles.menu}
					label={m.live_chat_menu({ name })}
					icon={<MoreHorizontal aria-hidden />}
					onClick={() => onMenu(item)}
				/>
			)}
		</article>
	)
}

/** In the reader's time zone, so without naming it. */
function timeOf(at: number): string {
	const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: readerZone() } as const
	return new Intl.DateTimeFormat(language(), options).format(at)
}

interface OutgoingProps {
	item: OutgoingItem
	onAgain(): void
	onDiscard(): void
}

function Outgoing({ item, onAgain, onDiscard }: OutgoingProps) {
	const isRefused = item.status === 'refused'
	return (
		<article className={clsx(styles.message, styles.outgoing)}>
			<p className={styles.text}>{item.text}</p>
			<div role="status" className={clsx(styles.fate, isRefused && styles.refused)}>
				{isRefused ? refusalText(item.code ?? 0, item.retryAfterMs) : m.live_talk_sending()}
			</div>
			{isRefused && (
				<div className={styles.choices}>
					<Button kind="quiet" onClick={onAgain}>
						{m.live_chat_again()}
					</Button>
					<Button kind="quiet" onClick={onDiscard}>
						{m.live_chat_discard()}
					</Button>
				</div>
			)}
		</article>
	)
}
