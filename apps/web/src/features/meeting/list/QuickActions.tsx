import { clsx } from 'clsx'
import { CalendarDays, CalendarPlus, LogIn, ScanLine, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { Spinner } from '../../../ui/index.ts'
import styles from './QuickActions.module.css'

export interface QuickActionsProps {
	onJoin(): void
	/** Starts a meeting at once; missing for a person who may not schedule, like the next. */
	onStart?: (() => void) | undefined
	isStarting?: boolean | undefined
	/** Missing for a person who may not schedule (LIST-10). */
	onSchedule?: (() => void) | undefined
	/** Only for a person who sees all meetings of the company (LIST-09). */
	onAll?: (() => void) | undefined
	/** Only for a scanner (LIST-11). */
	onScan?: (() => void) | undefined
}

/** The tiles above the list (LIST-08 to LIST-11). */
export function QuickActions({ onJoin, onStart, isStarting, onSchedule, onAll, onScan }: QuickActionsProps) {
	return (
		<div className={styles.tiles}>
			<Tile icon={<LogIn />} label={m.meeting_join_tile()} onPress={onJoin} className={styles.join} />
			<Tile
				icon={isStarting ? <Spinner label={m.meeting_starting()} /> : <Video />}
				label={m.meeting_start_tile()}
				onPress={onStart}
			/>
			<Tile icon={<CalendarPlus />} label={m.meeting_schedule_tile()} onPress={onSchedule} />
			<Tile icon={<ScanLine />} label={m.meeting_scan_tile()} onPress={onScan} />
			<Tile icon={<CalendarDays />} label={m.meeting_all_tile()} onPress={onAll} />
		</div>
	)
}

interface ActionTileProps {
	icon: ReactNode
	label: string
	/** Without it, no tile is shown. */
	onPress: (() => void) | undefined
	className?: string | undefined
}

function Tile({ icon, label, onPress, className }: ActionTileProps) {
	if (!onPress) return null
	return (
		<button type="button" className={clsx(styles.tile, className)} onClick={onPress}>
			{icon}
			<span className={styles.label}>{label}</span>
		</button>
	)
}
