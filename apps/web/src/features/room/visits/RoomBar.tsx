import { useNavigate, useRouter } from '@tanstack/react-router'
import { Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { m } from '../../../locales/index.ts'
import { refetchShown } from '../../../query/index.ts'
import { IconButton, toast } from '../../../ui/index.ts'
import { exitTitle } from '../ExitScreen.tsx'
import { ElapsedTime } from '../Header.tsx'
import { LeaveDialog } from '../lazyOverlays.ts'
import { connectionProblemText } from '../RoomNotices.tsx'
import type { RoomController } from '../roomController.ts'
import { isHost, type JoinedRoom } from '../roomState.ts'
import { pageVisits } from './pageVisits.ts'
import styles from './RoomBar.module.css'
import type { RoomVisit } from './roomVisits.ts'

/** Over every other screen while the call goes on: leads back to the room, and leaves it (ROOM-78). */
export function RoomBar() {
	const visits = pageVisits(useRouter())
	const { visit, isOnScreen } = useSyncExternalStore(visits.subscribe, visits.get)
	return visit && !isOnScreen && <BarOfVisit visit={visit} />
}

function BarOfVisit({ visit: { meetingId, controller } }: { visit: RoomVisit }) {
	const navigate = useNavigate()
	const { state } = useSyncExternalStore(controller.subscribe, controller.getView)
	const [wasJoined] = useState(state.status === 'joined')
	const exitReason = state.status === 'exited' && wasJoined ? state.reason : undefined
	useEffect(() => {
		if (!exitReason) return
		toast.show(exitTitle(exitReason), { durationMs: exitToastMs })
		// The list below may show the meeting as it was.
		refetchShown()
	}, [exitReason])
	if (state.status !== 'joined') return undefined
	return (
		<Bar
			room={state}
			controller={controller}
			onReturn={() => void navigate({ to: '/room/$meetingId', params: { meetingId } })}
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
	useRoomForBar()
	const { microphone } = room.devices
	const problem = connectionProblemText(room)
	const host = isHost(room)
	return (
		<aside className={styles.bar} aria-label={m.room_bar()}>
			<button type="button" className={styles.return} onClick={onReturn}>
				{microphone.status === 'on' ? (
					<Mic role="img" aria-label={m.room_bar_microphone_on()} />
				) : (
					<MicOff role="img" aria-label={m.room_mic_off()} className={styles.off} />
				)}
				<span className={styles.topic}>{problem ?? room.topic}</span>
				<ElapsedTime startedAt={room.startedAt} className={styles.elapsed} />
				<span className="sr-only">{m.room_bar_return()}</span>
			</button>
			<IconButton
				className={styles.leave ?? ''}
				label={m.room_leave_now()}
				icon={<PhoneOff />}
				onClick={() => (host ? setLeaving('open') : controller.leave())}
			/>
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

/** Screens keep clear of the bar as they do of a status bar (RoomBar.module.css). */
function useRoomForBar() {
	useEffect(() => {
		document.documentElement.dataset.roomBar = ''
		return () => {
			delete document.documentElement.dataset.roomBar
		}
	}, [])
}
