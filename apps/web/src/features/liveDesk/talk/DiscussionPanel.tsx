import type { MeetingId } from '@parley/core'
import { Megaphone, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent, useAction } from '../../../ui/index.ts'
import { runModeration, type Talk, TalkPanel, type useTalk, useTalkState } from '../../live/index.ts'
import styles from './DiscussionPanel.module.css'

const NoticeSheet = lazyComponent(async () => (await import('./NoticeSheet.tsx')).NoticeSheet, { overlay: true })

export interface DiscussionPanelProps {
	meetingId: MeetingId
	used: ReturnType<typeof useTalk>
	/** What is pinned, as the server said when it was last asked. */
	notice: string
	onPinned(): Promise<void>
	onSignIn(): void
}

/** The discussion, with a notice to pin, and silence for all. */
export function DiscussionPanel({ meetingId, used, notice, onPinned, onSignIn }: DiscussionPanelProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<div className={styles.tools}>
				<Button icon={<Megaphone aria-hidden />} onClick={() => setOpen(true)}>
					{m.desk_notice()}
				</Button>
				{used.talk && <SilenceButton talk={used.talk} />}
			</div>
			<TalkPanel {...used} kind="discussion" freeTalk={false} onSignIn={onSignIn} />
			<NoticeSheet meetingId={meetingId} notice={notice} open={isOpen} onOpenChange={setOpen} onPinned={onPinned} />
		</>
	)
}

/** Only who owns or manages the discussion silences it: the host, not the creator. */
function SilenceButton({ talk }: { talk: Talk }) {
	const room = useTalkState(talk, ({ rooms }) => rooms.discussion)
	const isSilent = room?.silenceAll ?? false
	const [silence, isSending] = useAction(() =>
		runModeration(
			talk.silenceAll('discussion', !isSilent),
			isSilent ? m.live_talk_unsilenced() : m.live_talk_silenceAll(),
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
