import { CameraOff, MicOff, Volume2, Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import type { DeviceKind } from '../../media/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './Notes.module.css'
import { type Fault, faultOf, type Inside, type Notice, others } from './room.ts'
import { askingWords, faultWords, noticeWords, troubleWords } from './words.ts'

const noticeMs = 4_000

export interface NotesProps {
	room: Inside
	onRetry: (kinds: readonly DeviceKind[]) => void
	onWithout: (kinds: readonly DeviceKind[]) => void
	onSound: () => void
}

/** Whatever needs saying while the meeting goes on, with what can be done about it. */
export function Notes({ room, onRetry, onWithout, onSound }: NotesProps) {
	const trouble = troubleWords(room)
	const asking = askingWords(room)
	const fault = faultOf(room)
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
			{room.soundBlocked && (
				<div className={styles.sound} role="alert">
					<Volume2 aria-hidden="true" />
					<p>{m.room_sound_blocked()}</p>
					<Button kind="primary" onClick={onSound}>
						{m.room_sound_on()}
					</Button>
				</div>
			)}
			{fault && (
				<FaultCard fault={fault} onRetry={() => onRetry(fault.kinds)} onWithout={() => onWithout(fault.kinds)} />
			)}
			{!fault && others(room).length === 0 && (
				<div className={styles.alone}>
					<p className={styles.aloneTitle}>{m.room_alone_title()}</p>
					<p>{m.room_alone_text()}</p>
				</div>
			)}
			<Said notice={room.notice} />
		</div>
	)
}

interface FaultCardProps {
	fault: Fault
	onRetry: () => void
	onWithout: () => void
}

function FaultCard({ fault, onRetry, onWithout }: FaultCardProps) {
	const { title, text, without } = faultWords(fault)
	return (
		<div className={styles.card} role="alert">
			{fault.kinds.includes('microphone') ? <MicOff aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
			<p className={styles.title}>{title}</p>
			<p className={styles.text}>{text}</p>
			<div className={styles.actions}>
				<Button kind="primary" onClick={onRetry}>
					{m.room_fault_retry()}
				</Button>
				<Button kind="secondary" onClick={onWithout}>
					{without}
				</Button>
			</div>
		</div>
	)
}

/** Who came and went: seen for a moment, read out once. */
function Said({ notice }: { notice: Notice | undefined }) {
	const [seen, setSeen] = useState(0)
	const number = notice?.number ?? 0
	useEffect(() => {
		const timer = setTimeout(() => setSeen(number), noticeMs)
		return () => clearTimeout(timer)
	}, [number])
	return (
		<div role="status" className={styles.stack}>
			{notice && notice.number !== seen && <p className={styles.said}>{noticeWords(notice)}</p>}
		</div>
	)
}
