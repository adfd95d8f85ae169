import { useNavigate, useRouter } from '@tanstack/react-router'
import { Mic, MicOff, PhoneOff, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBridge } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { refetchShown } from '../../../query/index.ts'
import { IconButton, toast } from '../../../ui/index.ts'
import { canRejoin, exitTitle } from '../ExitScreen.tsx'
import { ElapsedTime } from '../Header.tsx'
import { EndingText } from '../hosting/EndingNotice.tsx'
import { interruptionTitle } from '../InterruptionCard.tsx'
import { LeaveDialog } from '../lazyOverlays.ts'
import { connectionProblemText, noticeText } from '../RoomNotices.tsx'
import { RecordingBadge } from '../recording/RecordingBadge.tsx'
import { useRecordingVoice } from '../recording/useRecordingVoice.ts'
import { prepareRejoin } from '../rejoin.ts'
import type { RoomController } from '../roomController.ts'
import { getInterruption, isHost, type JoinedRoom } from '../roomState.ts'
import { pageVisits } from './pageVisits.ts'
import styles from './RoomBar.module.css'
import type { RoomVisit } from './roomVisits.ts'

/** Over every other screen while the call continues: leads back to the room, and leaves it (ROOM-78). */
export function RoomBar() {
	const visits = pageVisits(useRouter(), useBridge())
	const { visit, isOnScreen } = useSyncExternalStore(visits.subscribe, visits.get)
	if (!visit) return null
	return (
		<>
			<RecordingVoice controller={visit.controller} />
			{!isOnScreen && <BarOfVisit key={visit.meetingId} visit={visit} onForget={() => visits.forget(visit)} />}
		</>
	)
}

/** Says it on whichever screen the person is, once. */
export function RecordingVoice({ controller }: Pick<RoomVisit, 'controller'>) {
	const { state } = useSyncExternalStore(controller.subscribe, controller.getView)
	useRecordingVoice(state.status === 'joined' ? state.recording : undefined)
	return null
}

export function BarOfVisit({ visit, onForget }: { visit: RoomVisit; onForget: () => void }) {
	const { meetingId, controller, keptTopic } = visit
	const navigate = useNavigate()
	const { state } = useSyncExternalStore(controller.subscribe, controller.getView)
	const [wasJoined, setWasJoined] = useState(state.status === 'joined')
	if (state.status === 'joined' && !wasJoined) setWasJoined(true)
	const exitReason = state.status === 'exited' && wasJoined ? state.reason : undefined
	const isMoved = exitReason === 'moved-to-waiting'
	useEffect(() => {
		if (!exitReason) return
		// The bar says so itself, because it leads to the place in line.
		if (!isMoved) toast.show(exitTitle(exitReason), { durationMs: exitToastMs })
		// The list below may show the meeting as it was.
		refetchShown()
	}, [exitReason, isMoved])
	const toRoom = () => void navigate({ to: '/room/$meetingId', params: { meetingId } })
	if (state.status === 'joined') return <Bar room={state} controller={controller} onReturn={toRoom} />
	if (isMoved) return <EndedBar text={exitTitle(exitReason)} onRejoin={toRoom} onClose={onForget} />
	if (keptTopic === undefined || wasJoined) return undefined
	if (state.status === 'joining' || state.status === 'waiting')
		return (
			<ReturningBar
				isOffline={state.status === 'joining' && state.isOffline}
				onReturn={toRoom}
				onLeave={controller.leave}
			/>
		)
	if (state.reason === 'left') return undefined
	return (
		<EndedBar
			text={canRejoin(state.reason) ? m.room_bar_ended({ topic: keptTopic }) : exitTitle(state.reason)}
			onRejoin={
				canRejoin(state.reason)
					? () => {
							if (state.reason === 'not-resumed' || state.reason === 'elsewhere') return toRoom()
							if (state.reason === 'page.outdated') return controller.reloadPage()
							const location = prepareRejoin(meetingId)
							onForget()
							void navigate(location)
						}
					: undefined
			}
			onClose={onForget}
		/>
	)
}

const exitToastMs = 4_000

interface BarProps {
	room: JoinedRoom
	controller: RoomController
	onReturn: () => void
}

function Bar({ room, controller, onReturn }: BarProps) {
	const [leaving, setLeaving] = useState<'never' | 'open' | 'closed'>('never')
	useSpaceForBar()
	const { microphone } = room.devices
	const interruption = getInterruption(room)
	const problem =
		connectionProblemText(room) ??
		(interruption && interruptionTitle(interruption)) ??
		(room.isSoundBlocked ? m.room_bar_sound_blocked() : undefined)
	const host = isHost(room)
	return (
		<aside className={styles.bar} aria-label={m.room_bar()}>
			<RecordingNotice notice={room.notice} />
			<button
				type="button"
				className={styles.return}
				onClick={() => {
					// After a reload the browser wants a tap before it plays sound.
					if (room.isSoundBlocked) controller.resumeSound()
					onReturn()
				}}
			>
				{microphone.status === 'on' ? (
					<Mic role="img" aria-label={m.room_bar_microphone_on()} />
				) : (
					<MicOff role="img" aria-label={m.room_mic_off()} className={styles.off} />
				)}
				<span className={styles.topic}>{problem ?? (room.ending ? <EndingText room={room} /> : room.topic)}</span>
				{room.recording && <RecordingBadge />}
				<ElapsedTime startedAt={room.startedAt} className={styles.elapsed} />
				<span className="sr-only">{m.room_bar_return()}</span>
			</button>
			{room.ending?.isOwn ? (
				<button type="button" className={styles.rejoin} onClick={controller.keepMeeting}>
					{m.room_ending_undo()}
				</button>
			) : (
				<IconButton
					className={styles.leave ?? ''}
					label={m.room_leave_now()}
					icon={<PhoneOff />}
					onClick={() => (host ? setLeaving('open') : controller.leave())}
				/>
			)}
			{leaving !== 'never' && (
				<LeaveDialog
					open={leaving === 'open'}
					onOpenChange={open => setLeaving(open ? 'open' : 'closed')}
					host
					onLeave={controller.leave}
					onEnd={controller.endMeeting}
				/>
			)}
		</aside>
	)
}

/** Tells screen readers that a recording has begun or is over, which the room says to those who see it. */
function RecordingNotice({ notice }: Pick<JoinedRoom, 'notice'>) {
	const [before] = useState(notice?.number)
	const isNews = notice && notice.number !== before && notice.type.startsWith('recording-')
	return (
		<span role="status" className="sr-only">
			{isNews && noticeText(notice)}
		</span>
	)
}

interface ReturningBarProps {
	isOffline: boolean
	onReturn: () => void
	onLeave: () => void
}

/** The page was reloaded, and the room is being entered again. */
function ReturningBar({ isOffline, onReturn, onLeave }: ReturningBarProps) {
	useSpaceForBar()
	return (
		<aside className={styles.bar} aria-label={m.room_bar()}>
			<button type="button" className={styles.return} onClick={onReturn}>
				<span className={styles.topic}>{isOffline ? m.room_entering_offline() : m.room_bar_returning()}</span>
			</button>
			<IconButton className={styles.leave ?? ''} label={m.room_leave_now()} icon={<PhoneOff />} onClick={onLeave} />
		</aside>
	)
}

interface EndedBarProps {
	text: string
	/** Missing if the person cannot rejoin the meeting. */
	onRejoin: (() => void) | undefined
	onClose: () => void
}

/** The call could not be resumed after a reload, or goes on without the person, whom a host has moved to the waiting room. */
function EndedBar({ text, onRejoin, onClose }: EndedBarProps) {
	useSpaceForBar()
	return (
		<aside className={styles.bar} aria-label={m.room_bar()}>
			<p className={styles.ended} role="status">
				{text}
			</p>
			{onRejoin && (
				<button type="button" className={styles.rejoin} onClick={onRejoin}>
					{m.room_out_rejoin()}
				</button>
			)}
			<IconButton label={m.room_close()} icon={<X />} onClick={onClose} />
		</aside>
	)
}

/** Screens keep clear of the bar as they do of a status bar (RoomBar.module.css). */
function useSpaceForBar() {
	useEffect(() => {
		document.documentElement.dataset.roomBar = ''
		return () => {
			delete document.documentElement.dataset.roomBar
		}
	}, [])
}
