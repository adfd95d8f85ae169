import { reactions as kinds, type Reaction, roomLimits } from '@parley/room'
import { clsx } from 'clsx'
import { Copy, CornerUpLeft, Ellipsis, Lock, Trash2, Undo2 } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { language, m } from '../../locales/index.ts'
import { LinkedText } from '../../ui/display/LinkedText.tsx'
import { Avatar, copyText, IconButton, toast } from '../../ui/index.ts'
import { AttachedFile } from '../chatFiles/index.ts'
import { type JoinedRoom, ReactionIcon, reactionNames } from '../room/index.ts'
import { serverNow } from '../site/index.ts'
import type { ChatMessage, ReactionCount } from './chatMessages.ts'
import { summaryOf } from './files/fileTexts.ts'
import styles from './Message.module.css'
import { nameOf, personOf } from './names.ts'

export interface MessageProps {
	message: ChatMessage
	room: JoinedRoom
	isOwn: boolean
	/** Path of the files of the chat; missing until the browser may load them. */
	filesPath: string | undefined
	filesOpenings: number
	/** Under the name of the message above it. */
	isGrouped: boolean
	/** The message it answers; `unknown` if it is not loaded, `gone` if it was taken back. */
	answered: ChatMessage | 'unknown' | 'gone' | undefined
	reactions: readonly ReactionCount[]
	/** A line above it. */
	mark: string | undefined
	markRef: Ref<HTMLLIElement> | undefined
	hasActions: boolean
	/** Also needed for an answer or a reaction (ROOM-137). */
	mayWrite: boolean
	/** Whether this person may remove it, as a message of another person (ROOM-175). */
	mayRemove: boolean
	onActions(): void
	onReact(reaction: Reaction, isOn: boolean): void
	onReply(): void
	onUnsend(): void
	onRemove(): void
}

export function Message(props: MessageProps) {
	const {
		message,
		room,
		isOwn,
		filesPath,
		filesOpenings,
		isGrouped,
		answered,
		reactions,
		mark,
		markRef,
		hasActions,
		mayWrite,
		onActions,
	} = props
	const { audience, text, file, at } = message
	const isPrivate = audience !== 'everyone'
	const name = isOwn ? m.chat_you() : nameOf(message, room)
	const line = mark !== undefined && (
		<li ref={markRef} className={styles.mark}>
			{mark}
		</li>
	)
	if (message.gone)
		return (
			<>
				{line}
				<li className={styles.gone}>{goneText(message, name, isOwn)}</li>
			</>
		)
	return (
		<>
			{line}
			<li
				className={clsx(styles.message, isOwn && styles.own, isPrivate && styles.private, isGrouped && styles.grouped)}
			>
				{!isOwn && <span className={styles.avatar}>{!isGrouped && <Avatar name={name} size="small" />}</span>}
				<div className={styles.body}>
					<div className={isGrouped ? 'sr-only' : styles.head}>
						<span className={isOwn ? 'sr-only' : styles.name}>{name}</span>
						{isPrivate && (
							<span className={styles.lock}>
								<Lock aria-hidden />
								{m.chat_private()}
							</span>
						)}
						<time dateTime={new Date(at).toISOString()}>{timeOf(at)}</time>
					</div>
					<div className={styles.row}>
						<div className={clsx(styles.bubble, file?.picture && !answered && styles.ofPicture)}>
							{answered && <Quoted answered={answered} room={room} />}
							{file ? (
								<AttachedFile file={file} path={filesPath} openings={filesOpenings} author={name} />
							) : (
								<p className={styles.text}>
									<LinkedText text={text} />
								</p>
							)}
						</div>
						<IconButton
							className={styles.more}
							label={m.chat_actions({ name })}
							icon={<Ellipsis />}
							aria-expanded={hasActions}
							onClick={onActions}
						/>
					</div>
					{isPrivate && <p className={styles.note}>{m.chat_private_note({ name: otherName(message, room, isOwn) })}</p>}
					{reactions.length > 0 && <Reactions reactions={reactions} mayWrite={mayWrite} onReact={props.onReact} />}
					{hasActions && <Actions {...props} />}
				</div>
			</li>
		</>
	)
}

function goneText({ gone }: ChatMessage, name: string, isOwn: boolean): string {
	if (gone === 'removed') return m.chat_gone_removed()
	return isOwn ? m.chat_gone_own() : m.chat_gone_other({ name })
}

/** The other person of a private message. */
const otherName = (message: ChatMessage, room: JoinedRoom, isOwn: boolean): string =>
	isOwn ? (personOf(message.audience, room)?.name ?? m.chat_gone()) : nameOf(message, room)

function Quoted({ answered, room }: { answered: ChatMessage | 'unknown' | 'gone'; room: JoinedRoom }) {
	if (answered === 'unknown' || answered === 'gone')
		return (
			<blockquote className={styles.quoted}>
				<p className={styles.quotedText}>{answered === 'gone' ? m.chat_gone_quoted() : m.chat_earlier_message()}</p>
			</blockquote>
		)
	const name = nameOf(answered, room)
	return (
		<blockquote className={styles.quoted}>
			<p className={styles.quotedName}>
				<span className="sr-only">{m.chat_replying({ name })}</span>
				<span aria-hidden>{name}</span>
			</p>
			<p className={styles.quotedText}>{summaryOf(answered)}</p>
		</blockquote>
	)
}

const Reactions = ({ reactions, mayWrite, onReact }: Pick<MessageProps, 'reactions' | 'mayWrite' | 'onReact'>) => (
	<ul className={styles.reactions}>
		{reactions.map(({ reaction, count, isOwn }) => (
			<li key={reaction}>
				<button
					type="button"
					className={styles.reaction}
					disabled={!mayWrite}
					aria-pressed={isOwn}
					aria-label={m.chat_reaction_count({ reaction: reactionNames[reaction](), count })}
					onClick={() => onReact(reaction, !isOwn)}
				>
					<span className={styles.pill}>
						<ReactionIcon reaction={reaction} /> <span className={styles.number}>{count}</span>
					</span>
				</button>
			</li>
		))}
	</ul>
)

function Actions({ message, isOwn, reactions, mayWrite, mayRemove, ...on }: MessageProps) {
	const { onReact, onReply, onActions, onUnsend, onRemove } = on
	const [canUnsend] = useState(() => isOwn && serverNow() - message.at < roomLimits.unsendMs)
	const isGiven = (kind: Reaction) => reactions.some(({ reaction, isOwn }) => reaction === kind && isOwn)
	async function copy() {
		onActions()
		toast.show((await copyText(message.text)) ? m.chat_copied() : m.chat_copy_failed())
	}
	// Below the last message they would be out of sight.
	const place = useRef<HTMLDivElement>(null)
	useEffect(() => {
		// It returns a promise in newer browsers, which is no clean-up.
		void place.current?.scrollIntoView({ block: 'nearest' })
	}, [])
	return (
		<div ref={place} className={styles.actions}>
			{mayWrite && (
				<div className={styles.choices}>
					{kinds.map(reaction => (
						<button
							key={reaction}
							type="button"
							className={styles.choice}
							aria-pressed={isGiven(reaction)}
							aria-label={m.chat_react({ reaction: reactionNames[reaction]() })}
							onClick={() => onReact(reaction, !isGiven(reaction))}
						>
							<ReactionIcon reaction={reaction} />
						</button>
					))}
				</div>
			)}
			<div className={styles.verbs}>
				{mayWrite && (
					<button type="button" className={styles.verb} onClick={onReply}>
						<CornerUpLeft aria-hidden />
						{m.chat_reply()}
					</button>
				)}
				{!message.file && (
					<button type="button" className={styles.verb} onClick={() => void copy()}>
						<Copy aria-hidden />
						{m.chat_copy()}
					</button>
				)}
				{canUnsend && (
					<button type="button" className={styles.verb} onClick={onUnsend}>
						<Undo2 aria-hidden />
						{m.chat_unsend()}
					</button>
				)}
				{mayRemove && (
					<button type="button" className={styles.verb} onClick={onRemove}>
						<Trash2 aria-hidden />
						{m.chat_remove()}
					</button>
				)}
			</div>
		</div>
	)
}

/** In the reader's own time. */
function timeOf(at: number): string {
	return new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}
