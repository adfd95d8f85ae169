import type { MeetingId } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
	KickedDialog,
	type LiveExit,
	LiveHeader,
	LiveStage,
	type LiveView,
	MeetingOfAddress,
	preloadPlayer,
	useBrowserLanguage,
	useCatchingUp,
	useChat,
	useKicked,
	useLiveStream,
	usePictureFirst,
	useRemoval,
	useReplay,
} from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { storage } from '../../storage/index.ts'
import styles from './LiveBroadcast.module.css'
import { LivePanels } from './LivePanels.tsx'

export const title = () => m.live_title()

preloadPlayer()

/** /liveBroadcast: a live, as its viewers see it (ROUTE-33, OP-111). */
export function LiveBroadcast() {
	const { roomId } = useSearch({ from: '/liveBroadcast' })
	const back = useBack('/')
	useBrowserLanguage()
	return (
		<MeetingOfAddress roomId={roomId} onBack={back}>
			{meetingId => <Watch key={meetingId} meetingId={meetingId} onBack={back} />}
		</MeetingOfAddress>
	)
}

function Watch({ meetingId, onBack }: { meetingId: MeetingId; onBack(): void }) {
	const { token, details, displayName } = useSearch({ from: '/liveBroadcast' })
	const live = useLiveStream(meetingId, token)
	const navigate = useNavigate()
	const { view } = live
	const info = 'info' in view ? view.info : undefined
	const replay = useReplay(view.status === 'over' ? view.recording : undefined)
	const isRecordingOpen = useRecordingOpen(view, replay.isOn)
	const latencyS = useRef<number>(undefined)
	const [isChatInTime, setIsChatInTime] = useState(true)
	const { mayFollow, onPicture } = usePictureFirst(view)
	const used = useChat({
		rooms: mayFollow ? info : undefined,
		displayName,
		delayMs: () => (isChatInTime ? (latencyS.current ?? 0) * 1000 : 0),
		onControlMessage: live.onControlMessage,
		onMissed: live.catchUp,
	})
	useCatchingUp(live, used.chat)
	useRemoval(live, used.chat)
	const kicked = useKicked(used.chat)
	const leave = useLeaving(meetingId, displayName)
	const exit = view.status === 'left' && !kicked.isOpen ? view.exit : undefined
	useEffect(() => {
		if (exit) leave(exit)
	}, [exit, leave])
	const topic = info?.topic
	useEffect(() => {
		if (topic !== undefined) storage.saveLive({ roomId: meetingId, topic })
	}, [meetingId, topic])

	return (
		<div className={styles.screen}>
			<LiveHeader topic={topic} views={live.views} onBack={onBack} />
			<main className={styles.main}>
				<LiveStage
					live={live}
					onLatency={seconds => {
						latencyS.current = seconds
					}}
					onPicture={onPicture}
					onUnavailable={live.refetch}
					onLeave={() => void navigate({ to: '/' })}
					replay={replay}
					isChatInTime={isChatInTime}
					onChatInTime={setIsChatInTime}
				/>
				<div className={styles.panels}>
					{info && (
						<LivePanels
							info={info}
							isOver={view.status === 'over'}
							used={used}
							replay={isRecordingOpen ? replay : undefined}
							showsDetails={details !== undefined}
							onSignIn={() => leave('signIn')}
						/>
					)}
				</div>
			</main>
			<KickedDialog {...kicked} />
		</div>
	)
}

/** Viewers present at the end keep chatting until they watch the recording; later visitors read the chat. */
function useRecordingOpen(view: LiveView, isPlayed: boolean): boolean {
	const wasOpen = useRef(false)
	const isOver = view.status === 'over'
	useEffect(() => {
		if (!isOver && 'info' in view) wasOpen.current = true
	}, [isOver, view])
	return isOver && view.recording !== undefined && (isPlayed || !wasOpen.current)
}

/** LIVE-17, LIVE-18, LIVE-19: who cannot watch here is led to where they can. */
function useLeaving(meetingId: MeetingId, displayName: string | undefined) {
	const navigate = useNavigate()
	const go = useRef<(exit: LiveExit) => void>(() => {})
	go.current = exit => {
		const named = displayName === undefined ? {} : { displayName }
		if (exit === 'noRoom') void navigate({ to: '/noRoom', replace: true })
		else if (exit === 'verify') void navigate({ to: '/verify', search: { roomId: meetingId, ...named }, replace: true })
		else void navigate({ to: '/Login', search: { liveLogin: '1', roomId: meetingId }, replace: true })
	}
	const [leave] = useState(() => (exit: LiveExit) => go.current(exit))
	return leave
}

export { LiveBroadcast as Screen }
