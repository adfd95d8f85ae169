import { m } from '../../../locales/index.ts'
import styles from './RewindBar.module.css'
import { useSettling } from './useSettling.ts'

export interface RewindBarProps {
	/** Seconds the viewer can rewind, and has rewound. */
	windowS: number
	rewoundS: number
	/** 0 returns to the newest picture. */
	onRewind(secondsBehindLive: number): void
}

/** Slider from the start of the kept broadcast (30 minutes) to now. */
export function RewindBar({ windowS, rewoundS, onRewind }: RewindBarProps) {
	const [dragged, drag] = useSettling(onRewind)
	const behindS = dragged ?? rewoundS

	return (
		<input
			className={styles.bar}
			type="range"
			min={-windowS}
			max={0}
			step={1}
			value={-Math.min(behindS, windowS)}
			aria-label={m.live_rewind()}
			aria-valuetext={rewindText(behindS)}
			onChange={event => drag(-Number(event.target.value))}
		/>
	)
}

function rewindText(behindS: number): string {
	if (behindS === 0) return m.live_rewind_live()
	return m.live_rewind_at({ minutes: Math.floor(behindS / 60), seconds: Math.round(behindS % 60) })
}
