import { m } from '../../locales/index.ts'
import { DropArea } from '../../ui/fields/DropArea.tsx'
import { Button, Spinner, SwitchRow } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import { isPermittedHere, type JoinedRoom, mayDo, type RoomController } from '../room/index.ts'
import styles from './ChatPanel.module.css'
import { Composer } from './Composer.tsx'
import { useAttaching } from './files/useAttaching.ts'
import { MessageList } from './MessageList.tsx'
import type { RoomChat, RoomChatView } from './roomChat.ts'

export interface ChatProps {
	room: JoinedRoom
	chat: RoomChat
	controller: Pick<RoomController, 'setChatHistory'>
	view: RoomChatView
}

export interface ChatSheetProps extends ChatProps {
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** The chat over the stage. */
export const ChatSheet = ({ open, onOpenChange, ...content }: ChatSheetProps) => (
	<Sheet full open={open} onOpenChange={onOpenChange} title={m.chat_title()} closeLabel={m.room_close()}>
		<Content {...content} isBeside={false} />
	</Sheet>
)

/** The chat in the panel beside the stage. */
export const ChatPanel = (content: ChatProps) => <Content {...content} isBeside />

interface ContentProps extends ChatProps {
	isBeside: boolean
}

function Content({ room, chat, controller, view, isBeside }: ContentProps) {
	const { loaded, isUnreachable } = view
	const mayWrite = isPermittedHere(room, 'write')
	const attachingFiles = useAttaching(chat, view)
	const maySendFiles = mayWrite && isPermittedHere(room, 'files') && (loaded?.state.files.maxBytes ?? 0) > 0
	const attaching = maySendFiles ? attachingFiles : undefined
	const isFailed = isUnreachable || loaded?.state.status === 'failed'
	const isOpening = !loaded || (loaded.state.status === 'connecting' && loaded.state.earlier === 'unknown')
	return (
		<DropArea
			className={isBeside ? styles.content : styles.contentOfSheet}
			label={m.chat_drop()}
			disabled={!attaching}
			onDrop={attachingFiles.add}
		>
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
			{!isUnreachable && <Composer room={room} chat={chat} view={view} mayWrite={mayWrite} attaching={attaching} />}
		</DropArea>
	)
}

function reply(chat: RoomChat, replyTo: NonNullable<RoomChatView['draft']['replyTo']>) {
	chat.setDraft({ replyTo, to: replyTo.audience })
}
