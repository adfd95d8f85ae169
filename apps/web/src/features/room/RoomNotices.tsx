import { CameraOff, MicOff, Volume2, Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import type { DeviceKind } from '../../media/index.ts'
import { Button } from '../../ui/index.ts'
import { connectionProblemText, deviceProblemText, noticeText, permissionPromptText } from './messages.ts'
import styles from './RoomNotices.module.css'
import { type DeviceProblem, getDeviceProblem, getOthers, type JoinedRoom, type Notice } from './roomState.ts'

const noticeMs = 4_000

export interface RoomNoticesProps {
	room: JoinedRoom
	onRetry: (kinds: readonly DeviceKind[]) => void
	onContinueWithout: (kinds: readonly DeviceKind[]) => void
	onUnlockSound: () => void
}

/** Whatever needs saying while the meeting goes on, with what can be done about it. */
export function RoomNotices({ room, onRetry, onContinueWithout, onUnlockSound }: RoomNoticesProps) {
	const trouble = connectionProblemText(room)
	const asking = permissionPromptText(room)
	const problem = getDeviceProblem(room)
	return (
		<div className={styles.notes}>
			<div role="status" className={styles.stack}>
				{trouble && (
					<p className={styles.strip}>
						<Wifi aria-hidden="true" />
						{trouble}
					</p>
				)}
				{asking && <p className={styles.strip}>{asking}</p>}
			</div>
			{room.isSoundBlocked && (
				<div className={styles.sound} role="alert">
					<Volume2 aria-hidden="true" />
					<p>{m.room_sound_blocked()}</p>
					<Button kind="primary" onClick={onUnlockSound}>
						{m.room_sound_on()}
					</Button>
				</div>
			)}
			{problem && (
				<DeviceProblemCard
					problem={problem}
					onRetry={() => onRetry(problem.kinds)}
					onWithout={() => onContinueWithout(problem.kinds)}
				/>
			)}
			{!problem && getOthers(room).length === 0 && (
				<div className={styles.alone}>
					<p className={styles.aloneTitle}>{m.room_alone_title()}</p>
					<p>{m.room_alone_text()}</p>
				</div>
			)}
			<NoticeToast notice={room.notice} />
		</div>
	)
}

interface DeviceProblemCardProps {
	problem: DeviceProblem
	onRetry: () => void
	onWithout: () => void
}

function DeviceProblemCard({ problem, onRetry, onWithout }: DeviceProblemCardProps) {
	const { title, text, continueLabel } = deviceProblemText(problem)
	return (
		<div className={styles.card} role="alert">
			{problem.kinds.includes('microphone') ? <MicOff aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
			<p className={styles.title}>{title}</p>
			<p className={styles.text}>{text}</p>
			<div className={styles.actions}>
				<Button kind="primary" onClick={onRetry}>
					{m.room_fault_retry()}
				</Button>
				<Button kind="secondary" onClick={onWithout}>
					{continueLabel}
				</Button>
			</div>
		</div>
	)
}

/** Who came and went: seen for a moment, read out once. */
function NoticeToast({ notice }: { notice: Notice | undefined }) {
	const [seen, setSeen] = useState(0)
	const number = notice?.number ?? 0
	useEffect(() => {
		const timer = setTimeout(() => setSeen(number), noticeMs)
		return () => clearTimeout(timer)
	}, [number])
	return (
		<div role="status" className={styles.stack}>
			{notice && notice.number !== seen && <p className={styles.said}>{noticeText(notice)}</p>}
		</div>
	)
}
