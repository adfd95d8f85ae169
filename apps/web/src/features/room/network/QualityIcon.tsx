import type { LineQuality } from '@parley/room'
import { clsx } from 'clsx'
import { m } from '../../../locales/index.ts'
import styles from './QualityIcon.module.css'

export const qualityNames = {
	good: m.room_quality_good,
	fair: m.room_quality_fair,
	poor: m.room_quality_poor,
} satisfies Record<LineQuality, () => string>

const barCounts = { good: 3, fair: 2, poor: 1 } satisfies Record<LineQuality, number>
const bars = ['M5 20v-5', 'M12 20V10', 'M19 20V4']

/** Bars that tell how well a line carries the meeting (ROOM-87). */
export function QualityIcon({ quality }: { quality: LineQuality }) {
	return (
		<svg
			viewBox="0 0 24 24"
			role="img"
			aria-label={qualityNames[quality]()}
			className={clsx(styles.icon, styles[quality])}
		>
			{bars.map((path, index) => (
				<path key={path} d={path} className={clsx(index >= barCounts[quality] && styles.missing)} />
			))}
		</svg>
	)
}
