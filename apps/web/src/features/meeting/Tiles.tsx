import { CalendarPlus, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import { classes } from '../../ui/index.ts'
import styles from './Tiles.module.css'

export interface TilesProps {
	onJoin(): void
	/** Absent for whoever may not schedule (LIST-10). */
	onSchedule?: (() => void) | undefined
}

/** What can be done from the list (LIST-08, LIST-10). */
export function Tiles({ onJoin, onSchedule }: TilesProps) {
	return (
		<div className={styles.tiles}>
			<Tile
				icon={<LogIn />}
				label={m.meeting_join_tile()}
				note={m.meeting_join_tile_note()}
				onPress={onJoin}
				className={styles.join}
			/>
			{onSchedule && (
				<Tile
					icon={<CalendarPlus />}
					label={m.meeting_schedule_tile()}
					note={m.meeting_schedule_tile_note()}
					onPress={onSchedule}
				/>
			)}
		</div>
	)
}

interface TileProps {
	icon: ReactNode
	label: string
	note: string
	onPress(): void
	className?: string | undefined
}

function Tile({ icon, label, note, onPress, className }: TileProps) {
	return (
		<button type="button" className={classes(styles.tile, className)} onClick={onPress}>
			{icon}
			<span>
				<span className={styles.label}>{label}</span>
				<span className={styles.note}>{note}</span>
			</span>
		</button>
	)
}
