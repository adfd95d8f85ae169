import type { LiveInfo } from '@parley/api'
import { useState } from 'react'
import {
	ChatPanel,
	type ChatRoomKind,
	Introduction,
	NoIntroduction,
	RecordedChatPanel,
	type Replay,
	type useChat,
	useUnseenAnswer,
} from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { Tabs } from '../../ui/index.ts'
import styles from './LiveBroadcast.module.css'

type Tab = 'introduction' | ChatRoomKind

export interface LivePanelsProps {
	info: LiveInfo
	/** The live is over. */
	isOver: boolean
	used: ReturnType<typeof useChat>
	/** Its recording is here: what was said is shown in its time. */
	replay: Replay | undefined
	/** The link asks for the introduction first. */
	showsDetails: boolean
	onSignIn(): void
}

/** Introduction, discussion and questions, each where there is one (LIVE-05, LIVE-06, LIVE-07). */
export function LivePanels({ info, isOver, used, replay, showsDetails, onSignIn }: LivePanelsProps) {
	const kinds: ChatRoomKind[] = [
		...(info.chatRoomId === undefined ? [] : ['discussion' as const]),
		...(info.askRoomId === undefined ? [] : ['questions' as const]),
	]
	const [chosen, setChosen] = useState<Tab>(() => (showsDetails ? 'introduction' : (kinds[0] ?? 'introduction')))
	const tab = kinds.includes(chosen as ChatRoomKind) ? chosen : 'introduction'
	const isAnswered = useUnseenAnswer(used.chat, tab === 'questions')
	return (
		<Tabs
			fill
			label={m.live_tabs()}
			tabs={[
				{ value: 'introduction', text: m.live_tab_introduction() },
				...kinds.map(kind => ({
					value: kind,
					text: tabTexts[kind](),
					mark: kind === 'questions' && isAnswered ? m.live_tab_answered() : undefined,
				})),
			]}
			value={tab}
			onValueChange={setChosen}
		>
			{tab === 'introduction' && (
				<div className={styles.introduction}>
					{info.introduction ? <Introduction html={info.introduction} /> : <NoIntroduction />}
				</div>
			)}
			{/* Both stay, so that what one has begun to write does. */}
			{kinds.map(kind => (
				<div key={kind} className={styles.chat} hidden={tab !== kind}>
					{replay ? (
						<RecordedChatPanel {...used} kind={kind} replay={replay} />
					) : (
						<ChatPanel {...used} kind={kind} freeTalk={info.freeTalk} isOver={isOver} onSignIn={onSignIn} />
					)}
				</div>
			))}
		</Tabs>
	)
}

const tabTexts: Record<ChatRoomKind, () => string> = {
	discussion: () => m.live_tab_discussion(),
	questions: () => m.live_tab_questions(),
}
