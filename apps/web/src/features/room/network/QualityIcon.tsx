import type { LineQuality } from '@parley/room'
import { clsx } from 'clsx'
import { Signal, SignalLow, SignalMedium } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import styles from './QualityIcon.module.css'

const icons = { good: Signal, fair: SignalMedium, poor: SignalLow } satisfies Record<LineQuality, typeof Signal>

export const qualityNames = {
	good: m.room_quality_good,
	fair: m.room_quality_fair,
	poor: m.room_quality_poor,
} satisfies Record<LineQuality, () => string>

/** Bars that tell how well a line carries the meeting (ROOM-87). */
export function QualityIcon({ quality }: { quality: LineQuality }) {
	const Icon = icons[quality]
	return <Icon role="img" aria-label={qualityNames[quality]()} className={clsx(styles.icon, styles[quality])} />
}
