import { codePointLength, liveDelays } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { useSecondsUntil } from '../useSecondsLeft.ts'
import styles from './Composer.module.css'
import type { Chat } from './chat.ts'
import type { ChatRoom, ChatRoomKind } from './chatRoom.ts'
import { TooLongDialog } from './lazyMessageSheet.ts'
import { NameForm } from './NameForm.tsx'
import { useChatState } from './useChat.ts'

/** The draft. It outlives the field, which is hidden while writing is not allowed or the room is unavailable. */
export interface Draft {
	text: string
	setText(text: string): void
	/** By `performance.now()`: when the next message may be sent (CHAT-06, QUES-01). */
	cooldownEndsAt: number
	startCooldown(ms: number): void
}

export interface ComposerProps {
	draft: Draft
	chat: Chat
	kind: ChatRoomKind
	room: ChatRoom
	/** False: the viewer has to sign in first (CHAT-13). */
	canWrite: boolean
	onSignIn(): void
}

const cooldownMs: Record<ChatRoomKind, number> = {
	discussion: imLimits.roomCooldownMs,
	questions: liveDelays.questionCooldownMs,
}

/** The input field, or the reason why it is missing. */
export function Composer({ draft, chat, kind, room, canWrite, onSignIn }: ComposerProps) {
	const isSilenced = useIsSilenced(room.silencedUntil)
	const isNameChosen = useChatState(chat, state => state.isNameChosen)
	/** Here, and not beside the other tab, which has its own form. */
	const isNamedHere = useRef(false)
	if (!canWrite)
		return (
			<div className={styles.bar}>
				<Button kind="secondary" block onClick={onSignIn}>
					{m.live_chat_signIn()}
				</Button>
			</div>
		)
	const reason = isSilenced
		? m.live_chat_silenced()
		: room.silenceAll && !room.runs
			? m.live_chat_silenceAll()
			: undefined
	if (reason)
		return (
			<p role="status" className={styles.reason}>
				{reason}
			</p>
		)
	if (!isNameChosen)
		return (
			<NameForm
				chat={chat}
				onChoose={() => {
					isNamedHere.current = true
				}}
			/>
		)
	return <Writing key={kind} draft={draft} chat={chat} kind={kind} isNew={isNamedHere.current} />
}

/** @param isNew the guest has just said who they are, and continues here */
function Writing({ draft, chat, kind, isNew }: Pick<ComposerProps, 'draft' | 'chat' | 'kind'> & { isNew: boolean }) {
	const { text, setText, startCooldown } = draft
	const [isTooLong, setIsTooLong] = useState(false)
	const secondsLeft = useSecondsUntil(draft.cooldownEndsAt)
	const field = useRef<HTMLTextAreaElement>(null)
	const hint = useId()
	useEffect(() => {
		if (isNew) field.current?.focus()
	}, [isNew])
	const label = kind === 'questions' ? m.live_chat_ask() : m.live_chat_say()

	function send() {
		if (secondsLeft > 0) return
		// CHAT-02
		if (!text.trim()) return setText('')
		// CHAT-01, OP-113
		if (codePointLength(text.trim()) > imLimits.maxContentLength) return setIsTooLong(true)
		chat.send(kind, text.trim())
		setText('')
		startCooldown(cooldownMs[kind])
		// The button cannot have it while it counts.
		field.current?.focus()
	}

	/** CHAT-03, CHAT-04; while Chinese is composed, enter chooses the word. */
	function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
		if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === composing) return
		event.preventDefault()
		if (!event.ctrlKey && !event.metaKey) return send()
		const { selectionStart, selectionEnd } = event.currentTarget
		setText(`${text.slice(0, selectionStart)}\n${text.slice(selectionEnd)}`)
		requestAnimationFrame(() => field.current?.setSelectionRange(selectionStart + 1, selectionStart + 1))
	}

	return (
		<div className={styles.bar}>
			<textarea
				ref={field}
				className={styles.field}
				rows={Math.min(4, text.split('\n').length)}
				value={text}
				placeholder={label}
				aria-label={label}
				aria-describedby={hint}
				enterKeyHint="send"
				onChange={event => setText(event.target.value)}
				onKeyDown={pressed}
			/>
			<span id={hint} className="sr-only">
				{m.live_chat_hint()}
			</span>
			<Button kind="primary" className={styles.send} disabled={secondsLeft > 0} onClick={send}>
				{secondsLeft > 0 ? m.live_chat_wait({ seconds: secondsLeft }) : m.live_chat_send()}
			</Button>
			<TooLongDialog open={isTooLong} onClose={() => setIsTooLong(false)} />
		</div>
	)
}

/** `keyCode` of a key that an input method takes, in engines that do not say `isComposing`. */
const composing = 229

/** Hides itself when its time is up. */
function useIsSilenced(until: number | undefined): boolean {
	const [now, setNow] = useState(Date.now)
	const isSilenced = until !== undefined && until > now
	useEffect(() => {
		if (until === undefined) return
		setNow(Date.now())
		const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, until - Date.now()), longestTimerMs))
		return () => clearTimeout(timer)
	}, [until])
	return isSilenced
}

const longestTimerMs = 2 ** 31 - 1
