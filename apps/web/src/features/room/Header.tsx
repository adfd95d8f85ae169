import { formatElapsed } from '@parley/core'
import { clsx } from 'clsx'
import { GalleryThumbnails, LayoutGrid, Lock, MonitorUp, Users } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Badge } from '../../ui/index.ts'
import styles from './Header.module.css'
import { QualityIcon } from './network/QualityIcon.tsx'
import { RecordingBadge } from './recording/RecordingBadge.tsx'
import { getOwnQuality, type JoinedRoom, mayDo } from './roomState.ts'
import type { RoomLayout } from './tiles/Tiles.tsx'

const secondMs = 1_000

export interface HeaderProps {
	room: JoinedRoom
	layout: RoomLayout
	onLayout: (layout: RoomLayout) => void
	/** @param anchor the pressed button */
	onNetwork: (anchor: Element) => void
	/** Missing on a laptop, which has people at its bar. */
	onPeople: (() => void) | undefined
	/** Further buttons about the stage. */
	children?: ReactNode
}

/** From this many people on, including oneself, there is a choice of layouts. */
export const layoutsFrom = 3

/** Topic, lock, elapsed time and presenter of the meeting, its layout, an own line that is not good, and how many people are there. */
export function Header({ room, layout, onLayout, onNetwork, onPeople, children }: HeaderProps) {
	const isSpeaker = layout === 'speaker'
	const quality = getOwnQuality(room)
	const presenter = room.people.find(({ id }) => id === room.sharing.presenter && id !== room.self)
	const count = room.people.length
	const waiting = mayDo(room, 'admit-people') ? (room.waiting?.count ?? 0) : 0

	return (
		<header className={styles.header}>
			<div className={styles.about}>
				<h1 className={styles.topic}>{room.topic}</h1>
				<div className={styles.facts}>
					{room.isLocked && <Lock role="img" aria-label={m.room_locked_mark()} className={styles.lock} />}
					<span role="status" className={styles.onAir}>
						{room.isOnAir && <Badge tone="live">{m.desk_status_onAir()}</Badge>}
					</span>
					<span role="status" className={styles.onAir}>
						{room.recording && <RecordingBadge />}
					</span>
					<ElapsedTime startedAt={room.startedAt} />
					{presenter && (
						<span className={styles.presenter}>
							<MonitorUp aria-hidden="true" />
							<span>{m.room_presenting({ name: presenter.name })}</span>
						</span>
					)}
				</div>
			</div>
			{quality !== 'good' && (
				<button
					type="button"
					className={styles.button}
					aria-haspopup="dialog"
					onClick={event => onNetwork(event.currentTarget)}
				>
					<QualityIcon quality={quality} />
				</button>
			)}
			{count >= layoutsFrom && (
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
			{children}
			{onPeople && (
				<button
					type="button"
					className={clsx(styles.button, styles.people)}
					aria-label={waiting > 0 ? m.waiting_people_counted({ count, waiting }) : m.room_people_counted({ count })}
					aria-haspopup="dialog"
					aria-keyshortcuts="P"
					onClick={onPeople}
				>
					<Users />
					<span>{count}</span>
					{waiting > 0 && <span className={styles.waiting}>{waiting}</span>}
				</button>
			)}
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

export interface HeaderButtonProps {
	label: string
	shortcut: string
	icon: ReactNode
	onPress: () => void
}

/** A round button at the right end of the header. */
export const HeaderButton = ({ label, shortcut, icon, onPress }: HeaderButtonProps) => (
	<button
		type="button"
		className={styles.button}
		aria-label={label}
		title={`${label} (${shortcut})`}
		aria-keyshortcuts={shortcut}
		onClick={onPress}
	>
		{icon}
	</button>
)
