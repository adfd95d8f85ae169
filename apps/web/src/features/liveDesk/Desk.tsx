import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { useLeaveQuestion } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Tabs, TopBar } from '../../ui/index.ts'
import { openQuestions, shownItems, useChat, useChatState } from '../live/index.ts'
import { toMeetingReader, useMeetingDetail, useShareMeeting } from '../meeting/index.ts'
import { useSession } from '../session/index.ts'
import { DiscussionPanel } from './chat/DiscussionPanel.tsx'
import { QuestionsPanel } from './chat/QuestionsPanel.tsx'
import { ViewersPanel } from './chat/ViewersPanel.tsx'
import { DeskControls } from './controls/DeskControls.tsx'
import { DeskHead } from './controls/DeskHead.tsx'
import { StatusLine } from './controls/StatusLine.tsx'
import { useGoLive } from './controls/useGoLive.tsx'
import styles from './Desk.module.css'
import { PicturePanel, type PictureWay } from './publishing/PicturePanel.tsx'
import { isSending, type PhonePublishing, usePhonePublishing } from './publishing/usePhonePublishing.ts'
import { WatchLink } from './watching/WatchLink.tsx'

export interface DeskProps {
	meetingId: MeetingId
	desk: DeskState
	isStale: boolean
	/** Time at which `desk` arrived, by `performance.now()`. */
	receivedAt: number
	onBack(): void
	onJoin(): void
	onSignIn(): void
	refetch(): Promise<void>
}

const panels = ['picture', 'questions', 'discussion', 'viewers'] as const
type Panel = (typeof panels)[number]

/** The desk of a live: the broadcast with its picture, and its viewers. */
export function Desk({ meetingId, desk, isStale, receivedAt, onBack, onJoin, onSignIn, refetch }: DeskProps) {
	const [panel, setPanel] = useState<Panel>('picture')
	const reader = toMeetingReader(useSession())
	const { detail } = useMeetingDetail(meetingId, reader.userId)
	const { shareLive } = useShareMeeting(reader)
	const meeting = detail.status === 'loaded' ? detail.meeting : undefined
	// The host sees the discussion without the delay of the viewers' picture.
	const ask = () => void refetch()
	const used = useChat({ rooms: desk, displayName: undefined, delayMs: () => 0, onControlMessage: ask, onMissed: ask })
	const open = useChatState(used.chat, ({ rooms: { questions } }) =>
		questions ? openQuestions(shownItems(questions)).length : 0,
	)
	const [way, setWay] = useState<PictureWay>()
	const phone = useDeskCamera(meetingId, desk)
	const isPhoneSending = isSending(phone.sending)
	const canOpenCamera = phone.isSupported && desk.canBroadcast && desk.ways.includes('phone')
	function openCamera() {
		setPanel('picture')
		setWay('phone')
		phone.open()
	}
	const goLive = useGoLive({
		meetingId,
		desk,
		phone,
		onOpenCamera: canOpenCamera ? openCamera : undefined,
		onDone: refetch,
	})
	const leaving = useLeaveQuestion({
		isChanged: isPhoneSending,
		onBack,
		text: m.desk_leave_text(),
		words: { title: m.desk_leave_title(), leave: m.desk_leave(), stay: m.desk_stay() },
	})
	const texts: Record<Panel, string> = {
		picture: m.desk_tab_picture(),
		questions: m.desk_tab_questions(),
		discussion: m.desk_tab_discussion(),
		viewers: m.desk_tab_viewers(),
	}
	return (
		<div className={styles.screen}>
			<TopBar title={m.desk_title()} back={{ label: m.common_back(), onBack: leaving.onBack }} />
			<main className={styles.panels}>
				<Tabs
					fill
					label={m.desk_tabs()}
					tabs={panels.map(value => ({
						value,
						text: texts[value],
						count:
							value === 'questions' && open > 0
								? { value: open, label: m.desk_tab_questions_open({ count: open }) }
								: undefined,
					}))}
					value={panel}
					onValueChange={setPanel}
				>
					{panel !== 'picture' && (
						<StatusLine meetingId={meetingId} desk={desk} receivedAt={receivedAt} isStale={isStale} onDone={refetch} />
					)}
					<div className={styles.panel} hidden={panel !== 'picture'}>
						<div className={styles.scrolled}>
							{!desk.canBroadcast && <Banner tone="warn">{m.desk_no_broadcast()}</Banner>}
							<DeskHead
								desk={desk}
								receivedAt={receivedAt}
								isStale={isStale}
								remedy={isPhoneSending ? 'sending' : canOpenCamera ? cameraRemedy(phone, openCamera) : undefined}
							/>
							<WatchLink
								url={desk.watchUrl}
								hasPassword={Boolean(meeting?.livePassword)}
								onShare={meeting && (() => shareLive(meeting))}
							/>
							<PicturePanel
								meetingId={meetingId}
								desk={desk}
								phone={phone}
								way={way}
								onWayChange={setWay}
								onJoin={onJoin}
								onDone={refetch}
							/>
						</div>
						<div className={styles.controls}>
							<DeskControls meetingId={meetingId} desk={desk} goLive={goLive} onDone={refetch} />
						</div>
					</div>
					{/* These stay mounted, so that drafts are kept. */}
					<div className={styles.panel} hidden={panel !== 'questions'}>
						<QuestionsPanel meetingId={meetingId} used={used} onSignIn={onSignIn} />
					</div>
					<div className={styles.panel} hidden={panel !== 'discussion'}>
						<DiscussionPanel
							meetingId={meetingId}
							used={used}
							announcement={desk.announcement}
							onPinned={refetch}
							onSignIn={onSignIn}
						/>
					</div>
					{panel === 'viewers' && (
						<div className={styles.panel}>
							<ViewersPanel meetingId={meetingId} chat={used.chat} />
						</div>
					)}
				</Tabs>
			</main>
			{leaving.question}
			{goLive.question}
		</div>
	)
}

/** The camera of this phone; it is closed with the live, as the next one has another stream. */
function useDeskCamera(meetingId: MeetingId, { status }: DeskState): PhonePublishing {
	const phone = usePhonePublishing(meetingId)
	const isOver = status === 'over'
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is closed once
	useEffect(() => {
		if (isOver) phone.close()
	}, [isOver])
	return phone
}

/** Remedies for a host who is on air without a picture. */
const cameraRemedy = (phone: PhonePublishing, openCamera: () => void) =>
	phone.stream
		? { label: m.desk_phone_send(), onPress: () => void phone.send() }
		: { label: m.desk_phone_open(), onPress: openCamera }
