import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { type MicrophoneState, watchMicrophone } from '../../media/index.ts'
import styles from './LevelMeter.module.css'

export interface LevelMeterProps {
	/** Missing while the microphone is being opened. */
	track: MediaStreamTrack | undefined
	bars: number
	onState?: (state: MicrophoneState) => void
}

/** The level of a microphone, hidden from screen readers. */
export function LevelMeter({ track, bars, onState }: LevelMeterProps) {
	const [lit, setLit] = useState(0)
	const report = useEffectEvent((level: number, state: MicrophoneState) => {
		setLit(Math.round(level * bars))
		onState?.(state)
	})
	useEffect(() => track && watchMicrophone(track, (level, state) => report(level, state)), [track])
	return (
		<span className={styles.meter} aria-hidden="true" data-level={lit}>
			{Array.from({ length: bars }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the bars are their places
				<i key={index} className={clsx(index < lit && (index >= bars * 0.8 ? styles.hot : styles.lit))} />
			))}
		</span>
	)
}
