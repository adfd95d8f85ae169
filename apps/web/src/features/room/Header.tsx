import { formatElapsed } from '@parley/core'
import { GalleryThumbnails, LayoutGrid, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Badge } from '../../ui/index.ts'
import styles from './Header.module.css'
import { QualityIcon } from './network/QualityIcon.tsx'
import { getOwnQuality, type JoinedRoom } from './roomState.ts'
import type { RoomLayout } from './tiles/Tiles.tsx'

const secondMs = 1_000

export interface HeaderProps {
	room: JoinedRoom
	layout: RoomLayout
	onLayout: (layout: RoomLayout) => void
	onNetwork: () => void
}

/** From this many people on, including oneself, there is a choice of layouts. */
const layoutsFrom = 3

/** Topic, lock, elapsed time of the meeting, its layout, the own line, and whether its live is on air. */
export function Header({ room, layout, onLayout, onNetwork }: HeaderProps) {
	const isSpeaker = layout === 'speaker'

	return (
		<header className={styles.header}>
			<h1 className={styles.topic}>{room.topic}</h1>
			{room.isLocked && <Lock role="img" aria-label={m.room_locked_mark()} className={styles.lock} />}
			<span role="status" className={styles.onAir}>
				{room.isOnAir && <Badge tone="live">{m.desk_status_onAir()}</Badge>}
			</span>
			<ElapsedTime startedAt={room.startedAt} />
			{room.people.length >= layoutsFrom && (
				<button
					type="button"
					className={styles.button}
					aria-label={m.room_layout_speaker()}
					aria-pressed={isSpeaker}
					aria-keyshortcuts="L"
					onClick={() => onLayout(isSpeaker ? 'grid' : 'speaker')}
				>
					{isSpeaker ? <LayoutGrid /> : <GalleryThumbnails />}
				</button>
			)}
			<button type="button" className={styles.button} aria-haspopup="dialog" onClick={onNetwork}>
				<QualityIcon quality={getOwnQuality(room)} />
			</button>
		</header>
	)
}

interface ElapsedTimeProps {
	/** In ms, by the clock of this page. */
	startedAt: number
	className?: string | undefined
}

export function ElapsedTime({ startedAt, className = styles.elapsed }: ElapsedTimeProps) {
	const [now, setNow] = useState(Date.now)
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), secondMs)
		return () => clearInterval(timer)
	}, [])
	const time = formatElapsed(now - startedAt)
	return (
		<span className={className} role="timer" aria-label={m.room_elapsed({ time })}>
			{time}
		</span>
	)
}
