import { X } from 'lucide-react'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { m } from '../../locales/index.ts'
import { Button, IconButton, Spinner, SwitchRow } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { isPermittedHere, type JoinedRoom, mayDo, type RoomController } from '../room/index.ts'
import styles from './ChatPanel.module.css'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import type { RoomChat, RoomChatView } from './roomChat.ts'

export interface ChatPanelProps {
	room: JoinedRoom
	chat: RoomChat
	controller: Pick<RoomController, 'setChatHistory'>
	view: RoomChatView
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** A panel beside the stage, where there is room for one. */
const query = '(min-width: 1024px) and (min-height: 521px)'
function subscribe(listener: () => void) {
	const list = window.matchMedia(query)
	list.addEventListener('change', listener)
	return () => list.removeEventListener('change', listener)
}
const useIsBeside = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)

/** The chat: a panel beside the stage, or a sheet over it. */
export function ChatPanel({ open, onOpenChange, ...content }: ChatPanelProps) {
	const isBeside = useIsBeside()
	if (!isBeside)
		return (
			<Sheet full open={open} onOpenChange={onOpenChange} title={m.chat_title()} closeLabel={m.room_close()}>
				<Content {...content} isBeside={false} />
			</Sheet>
		)
	if (!open) return null
	function onKeyDown(event: KeyboardEvent) {
		if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
		event.stopPropagation()
		onOpenChange(false)
	}
	return (
		<aside className={styles.panel} aria-label={m.chat_title()} onKeyDown={onKeyDown}>
			<header className={styles.head}>
				<h2 className={styles.title}>{m.chat_title()}</h2>
				<IconButton label={m.room_close()} icon={<X />} onClick={() => onOpenChange(false)} />
			</header>
			<Content {...content} isBeside />
		</aside>
	)
}

interface ContentProps extends Pick<ChatPanelProps, 'room' | 'chat' | 'controller' | 'view'> {
	isBeside: boolean
}

function Content({ room, chat, controller, view, isBeside }: ContentProps) {
	const { loaded, isUnreachable } = view
	const mayWrite = isPermittedHere(room, 'write')
	const isFailed = isUnreachable || loaded?.state.status === 'failed'
	const isOpening = !loaded || (loaded.state.status === 'connecting' && loaded.state.earlier === 'unknown')
	return (
		<div className={isBeside ? styles.content : styles.contentOfSheet}>
			{mayDo(room, 'set-permissions') && (
				<div className={styles.setting}>
					<SwitchRow
						flush
						label={m.chat_history_setting()}
						checked={room.chat.showsHistory}
						onChange={event => controller.setChatHistory(event.target.checked)}
					/>
				</div>
			)}
			{isFailed && (
				<div className={styles.failed} role="alert">
					<p>{m.chat_failed()}</p>
					<Button kind="secondary" onClick={() => (loaded ? loaded.chat.reconnect() : chat.load())}>
						{m.chat_retry()}
					</Button>
				</div>
			)}
			{!isFailed && isOpening && (
				<div className={styles.opening}>
					<Spinner label={m.chat_connecting()} />
				</div>
			)}
			{loaded && !isOpening && (
				<>
					{loaded.state.status === 'reconnecting' && (
						<p className={styles.state} role="status">
							{m.chat_reconnecting()}
						</p>
					)}
					<MessageList
						room={room}
						chat={loaded.chat}
						state={loaded.state}
						mayWrite={mayWrite}
						onReply={replyTo => reply(chat, replyTo)}
					/>
				</>
			)}
			{!isUnreachable && <Composer room={room} chat={chat} view={view} mayWrite={mayWrite} />}
		</div>
	)
}

function reply(chat: RoomChat, replyTo: NonNullable<RoomChatView['draft']['replyTo']>) {
	chat.setDraft({ replyTo, to: replyTo.audience })
}
