import { clsx } from 'clsx'
import { LocateFixed } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { language, m } from '../../../locales/index.ts'
import { readerZone } from '../../meeting/index.ts'
import list from '../chat/ChatList.module.css'
import { logLabel } from '../chat/ChatList.tsx'
import type { Chat } from '../chat/chat.ts'
import type { ChatItem } from '../chat/chatItem.ts'
import type { ChatRoomKind } from '../chat/chatRoom.ts'
import { LoadButton } from '../chat/LoadButton.tsx'
import { MessageAuthor, MessageBody } from '../chat/MessageParts.tsx'
import type { RecordedChat } from '../chat/recordedChat.ts'
import { useChatState } from '../chat/useChat.ts'
import { clockText } from './clockText.ts'
import styles from './RecordedChatList.module.css'
import type { Replay } from './useReplay.ts'

export interface RecordedChatListProps {
	chat: Chat
	kind: ChatRoomKind
	replay: Pick<Replay, 'at' | 'positionAt' | 'seekTo'>
}

/** The list follows the recording within this distance of its position. */
const followPx = 48
/** The next page is loaded within this distance of an end. */
const loadPx = 200

/** The list follows the recording: the next message appears at its lower edge, later ones below it. */
export function RecordedChatList({ chat, kind, replay }: RecordedChatListProps) {
	const recorded = chat.recorded(kind)
	const { items, earlier, later, isLoaded } = useStore(recorded.store)
	const userId = useChatState(chat, state => state.userId)
	const { at, positionAt, seekTo } = replay
	const saidUntil = at === undefined ? items.length : items.filter(item => item.at <= at).length
	const { element, follows, follow, scrolled } = useFollowing({
		recorded,
		items,
		saidUntil,
		isPlaying: at !== undefined,
	})

	// Before playback, reading starts at the beginning.
	const place = at ?? 0
	useEffect(() => {
		if (follows) void recorded.goTo(place)
	}, [recorded, place, follows])

	return (
		<div className={list.frame}>
			<div
				ref={element}
				className={clsx(list.list, styles.list)}
				role="log"
				aria-live="off"
				aria-label={logLabel(kind)}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
				tabIndex={0}
				onScroll={scrolled}
			>
				<LoadButton rest={earlier} label={m.live_chat_earlier()} onLoad={() => void recorded.loadEarlier()} />
				{isLoaded && items.length === 0 && later === 'none' && (
					<p className={list.empty}>
						{kind === 'questions' ? m.live_recorded_noQuestions() : m.live_recorded_noMessages()}
					</p>
				)}
				{items.map((item, index) => (
					<RecordedMessage
						key={item.id}
						item={item}
						isOwn={item.userId === userId}
						isLater={index >= saidUntil}
						isNewest={at !== undefined && index === saidUntil - 1}
						positionS={positionAt?.(item.at)}
						onSeek={seekTo}
					/>
				))}
				<LoadButton rest={later} label={m.live_chat_later()} onLoad={() => void recorded.loadLater()} />
			</div>
			{!follows && at !== undefined && (
				<button type="button" className={list.newest} onClick={follow}>
					<LocateFixed aria-hidden />
					{m.live_chat_toPosition()}
				</button>
			)}
		</div>
	)
}

interface Followed {
	recorded: RecordedChat
	items: readonly ChatItem[]
	/** Number of items already shown in playback. */
	saidUntil: number
	isPlaying: boolean
}

/** Keeps the latest message at the lower edge until the reader scrolls away. */
function useFollowing({ recorded, items, saidUntil, isPlaying }: Followed) {
	const element = useRef<HTMLDivElement>(null)
	const [follows, setFollows] = useState(true)
	/** The row being read while not following playback: pages loaded above do not move it. */
	const reading = useRef<{ id: number; top: number }>(undefined)

	/** Scroll position of the list while it follows playback. */
	function followedTop(log: HTMLElement): number {
		const last = saidUntil > 0 ? log.querySelectorAll('article')[saidUntil - 1] : undefined
		const bottom = last ? last.offsetTop + last.offsetHeight : 0
		return Math.min(Math.max(0, bottom - log.clientHeight), log.scrollHeight - log.clientHeight)
	}

	useLayoutEffect(() => {
		const log = element.current
		if (!log) return
		if (isPlaying && follows) log.scrollTop = followedTop(log)
		else if (reading.current) {
			const { id, top } = reading.current
			const index = items.findIndex(item => item.id === id)
			const article = index < 0 ? undefined : log.querySelectorAll('article')[index]
			if (article) log.scrollTop += article.offsetTop - log.scrollTop - top
		}
	})

	function scrolled() {
		const log = element.current
		if (!log) return
		if (isPlaying) setFollows(Math.abs(log.scrollTop - followedTop(log)) < followPx)
		const articles = [...log.querySelectorAll('article')]
		const index = articles.findIndex(article => article.offsetTop + article.offsetHeight > log.scrollTop)
		const [item, article] = [items[index], articles[index]]
		reading.current = item && article && { id: item.id, top: article.offsetTop - log.scrollTop }
		const { earlier, later } = recorded.store.getState()
		if (earlier === 'more' && log.scrollTop < loadPx && !(isPlaying && follows)) void recorded.loadEarlier()
		if (later === 'more' && log.scrollHeight - log.scrollTop - log.clientHeight < loadPx) void recorded.loadLater()
	}

	return { element, follows, follow: () => setFollows(true), scrolled }
}

interface MessageProps {
	item: ChatItem
	isOwn: boolean
	/** The recording has not reached it yet. */
	isLater: boolean
	/** It is the latest message at the recording's position. */
	isNewest: boolean
	/** Position in the recording, in seconds; missing if unknown. */
	positionS: number | undefined
	onSeek(positionS: number): void
}

const RecordedMessage = memo(function RecordedMessage(props: MessageProps) {
	const { item, isOwn, isLater, isNewest, positionS, onSeek } = props
	return (
		<article
			className={clsx(list.message, styles.message, item.role !== 'other' && list.run, isLater && styles.later)}
			data-role={item.role}
			aria-current={isNewest ? 'time' : undefined}
		>
			<div className={list.head}>
				<MessageAuthor item={item} isOwn={isOwn} />
				<time className={list.time} dateTime={new Date(item.at).toISOString()}>
					{dayAndTime(item.at)}
				</time>
			</div>
			<MessageBody item={item} />
			{positionS !== undefined && (
				<button
					type="button"
					className={styles.seek}
					aria-label={m.live_chat_playFrom({ position: clockText(positionS), name: item.name })}
					onClick={() => onSeek(positionS)}
				>
					{clockText(positionS)}
				</button>
			)}
		</article>
	)
})

/** In the reader's time zone, so without naming it; with the day if that differs. */
function dayAndTime(at: number): string {
	const zone = { timeZone: readerZone() } as const
	const day = new Intl.DateTimeFormat(language(), { ...zone, month: 'numeric', day: 'numeric' })
	const time = new Intl.DateTimeFormat(language(), { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
	const isToday = day.format(at) === day.format(Date.now())
	return isToday ? time.format(at) : `${day.format(at)} ${time.format(at)}`
}
