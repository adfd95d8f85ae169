import { codePointLength } from '@parley/core'
import { toChatUserId } from '@parley/room'
import { ArrowUp, ChevronDown, Lock, Paperclip, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../locales/index.ts'
import { IconButton, isLaptop } from '../../ui/index.ts'
import { getOthers, type JoinedRoom } from '../room/index.ts'
import styles from './Composer.module.css'
import { keyOf } from './chatMessages.ts'
import { AttachMenu } from './files/AttachMenu.tsx'
import { summaryOf } from './files/fileTexts.ts'
import { PendingFiles } from './files/PendingFiles.tsx'
import type { Attaching } from './files/useAttaching.ts'
import { maxLength } from './maxLength.ts'
import { nameOf } from './names.ts'
import type { RoomChat, RoomChatView } from './roomChat.ts'

/** The characters that are left are counted down from here. */
const countFrom = 55
/** `keyCode` of a key that an input method takes, in engines that do not say `isComposing`. */
const composing = 229

export interface ComposerProps {
	room: JoinedRoom
	chat: RoomChat
	view: RoomChatView
	/** False where the host has turned off the chat for this person (ROOM-137). */
	mayWrite: boolean
	/** Missing where this person may send no pictures and files (ROOM-223). */
	attaching: Attaching | undefined
}

/** Typing opens a keyboard on the screen, over the sheet: there is neither a mouse nor a touchpad. */
const hasTouchKeyboard = (): boolean => !isLaptop() && window.matchMedia('(pointer: coarse)').matches

/** To whom, the field, and the button that sends; or why one cannot write. */
export function Composer({ room, chat, view, mayWrite, attaching }: ComposerProps) {
	if (!mayWrite)
		return (
			<p className={styles.off} role="status">
				{m.chat_off()}
			</p>
		)
	return <Writing room={room} chat={chat} view={view} attaching={attaching} />
}

function Writing({ room, chat, view, attaching }: Omit<ComposerProps, 'mayWrite'>) {
	const { draft, loaded } = view
	const { text, to } = draft
	// A message that was taken back cannot be answered any more.
	const replyTo = draft.replyTo && loaded?.state.gone.has(keyOf(draft.replyTo)) ? undefined : draft.replyTo
	const field = useRef<HTMLTextAreaElement>(null)
	const hint = useId()
	const menu = useId()
	const [isAttaching, setIsAttaching] = useState(false)
	const files = attaching ? draft.files : []
	const left = maxLength - codePointLength(text.trim())
	const others = getOthers(room)
	const receiver = to === 'everyone' ? undefined : others.find(({ id }) => toChatUserId(id) === to)
	const isGone = to !== 'everyone' && !receiver
	const isOpen = loaded !== undefined && loaded.state.self !== undefined
	const canSend = isOpen && !isGone && left >= 0 && (text.trim() !== '' || files.length > 0)

	// Opening the chat continues with writing, unless a keyboard on the screen would cover what is to be read (ROOM-207).
	// Answering a message and choosing a person always do.
	const isOpening = useRef(true)
	useEffect(() => {
		const isAsked = replyTo !== undefined || to !== 'everyone'
		if (!isOpening.current || isAsked || !hasTouchKeyboard()) field.current?.focus({ preventScroll: true })
		isOpening.current = false
	}, [replyTo, to])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
	useLayoutEffect(() => {
		const element = field.current
		if (!element) return
		element.style.height = 'auto'
		element.style.height = `${element.scrollHeight}px`
	}, [text])

	function send() {
		if (!canSend) return
		const [first, ...others] = files
		// The text answers a message, or the first file where there is no text.
		if (text.trim() !== '') loaded.chat.send(to, text.trim(), replyTo?.id)
		if (first) loaded.chat.sendFile(to, first, text.trim() === '' ? replyTo?.id : undefined)
		for (const file of others) loaded.chat.sendFile(to, file, undefined)
		chat.setDraft({ text: '', replyTo: undefined, files: [] })
		attaching?.clearProblem()
		setIsAttaching(false)
		field.current?.focus()
	}

	function choose(chosen: readonly File[]) {
		if (chosen.length === 0) return
		attaching?.add(chosen)
		setIsAttaching(false)
		field.current?.focus()
	}

	/** Spreadsheets copy a picture beside the text: the text is meant. */
	function pasted(event: ClipboardEvent<HTMLTextAreaElement>) {
		const { files, types } = event.clipboardData
		if (!attaching || files.length === 0 || types.includes('text/plain')) return
		event.preventDefault()
		attaching.add([...files])
	}

	/** While Chinese is composed, Enter chooses the word. */
	function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
		if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === composing) return
		event.preventDefault()
		send()
	}

	return (
		<div className={styles.foot}>
			{replyTo && (
				<div className={styles.reply}>
					<p className={styles.replyText}>
						<span>{m.chat_replying({ name: nameOf(replyTo, room) })}</span>
						<span className={styles.quoted}>{summaryOf(replyTo)}</span>
					</p>
					<IconButton
						label={m.chat_reply_cancel()}
						icon={<X />}
						onClick={() => chat.setDraft({ replyTo: undefined })}
					/>
				</div>
			)}
			<label className={styles.to}>
				<span>{m.chat_to()}</span>
				{to !== 'everyone' && <Lock className={styles.lock} aria-hidden />}
				<span className={to === 'everyone' ? styles.receiver : styles.privateReceiver} aria-hidden>
					{to === 'everyone' ? m.chat_everyone() : (receiver?.name ?? m.chat_gone())}
				</span>
				<ChevronDown className={styles.chevron} aria-hidden />
				<select
					aria-label={m.chat_to()}
					value={to}
					onChange={event => chat.setDraft({ to: event.target.value, replyTo: undefined })}
				>
					<option value="everyone">{m.chat_everyone()}</option>
					{others.map(({ id, name }) => (
						<option key={id} value={toChatUserId(id)}>
							{m.chat_private_to({ name })}
						</option>
					))}
					{isGone && <option value={to}>{m.chat_gone()}</option>}
				</select>
			</label>
			{isGone && (
				<p className={styles.note} role="status">
					{m.chat_gone_text()}
				</p>
			)}
			{files.length > 0 && attaching && <PendingFiles files={files} onRemove={attaching.remove} />}
			{attaching?.problem !== undefined && (
				<p className={styles.problem} role="alert">
					{attaching.problem}
				</p>
			)}
			{attaching && isAttaching && <AttachMenu id={menu} onChoose={choose} />}
			<div className={attaching ? styles.barWithFiles : styles.bar}>
				{attaching && (
					<IconButton
						className={styles.attach}
						label={m.chat_attach()}
						icon={<Paperclip />}
						aria-expanded={isAttaching}
						aria-controls={isAttaching ? menu : undefined}
						onClick={() => setIsAttaching(!isAttaching)}
					/>
				)}
				<textarea
					ref={field}
					className={styles.field}
					rows={1}
					value={text}
					placeholder={m.chat_placeholder()}
					aria-label={m.chat_placeholder()}
					aria-describedby={hint}
					aria-invalid={left < 0}
					enterKeyHint="send"
					onChange={event => chat.setDraft({ text: event.target.value })}
					onKeyDown={pressed}
					onPaste={pasted}
				/>
				<IconButton
					className={styles.send}
					label={m.chat_send()}
					icon={<ArrowUp />}
					aria-disabled={!canSend}
					onClick={send}
				/>
			</div>
			<p id={hint} className={left < 0 ? styles.over : styles.count}>
				{left <= countFrom && (left < 0 ? m.chat_over({ count: -left }) : m.chat_left({ count: left }))}
			</p>
		</div>
	)
}
