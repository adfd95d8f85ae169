import type { MeetingId } from '@parley/core'
import { Megaphone, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent, useAction } from '../../../ui/index.ts'
import { type Chat, ChatPanel, runModeration, type useChat, useChatState } from '../../live/index.ts'
import styles from './DiscussionPanel.module.css'

const AnnouncementSheet = lazyComponent(async () => (await import('./AnnouncementSheet.tsx')).AnnouncementSheet, {
	overlay: true,
})

export interface DiscussionPanelProps {
	meetingId: MeetingId
	used: ReturnType<typeof useChat>
	/** The pinned announcement, as of the last response. */
	announcement: string
	onPinned(): Promise<void>
	onSignIn(): void
}

/** The discussion, with the pinned announcement and the silence for everyone. */
export function DiscussionPanel({ meetingId, used, announcement, onPinned, onSignIn }: DiscussionPanelProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<div className={styles.tools}>
				<Button icon={<Megaphone aria-hidden />} onClick={() => setOpen(true)}>
					{m.desk_announcement()}
				</Button>
				{used.chat && <SilenceButton chat={used.chat} />}
			</div>
			<ChatPanel {...used} kind="discussion" freeTalk={false} onSignIn={onSignIn} />
			<AnnouncementSheet
				meetingId={meetingId}
				announcement={announcement}
				open={isOpen}
				onOpenChange={setOpen}
				onPinned={onPinned}
			/>
		</>
	)
}

/** Only the owner and managers of the discussion can silence it: the host, not the creator. */
function SilenceButton({ chat }: { chat: Chat }) {
	const room = useChatState(chat, ({ rooms }) => rooms.discussion)
	const isSilent = room?.silenceAll ?? false
	const [silence, isSending] = useAction(() =>
		runModeration(
			chat.silenceAll('discussion', !isSilent),
			isSilent ? m.live_chat_unsilenced() : m.live_chat_silenceAll(),
		),
	)
	if (!room?.runs) return null
	return (
		<Button
			icon={isSilent ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
			loading={isSending && m.desk_working()}
			onClick={() => void silence()}
		>
			{isSilent ? m.desk_silence_off() : m.desk_silence_on()}
		</Button>
	)
}
