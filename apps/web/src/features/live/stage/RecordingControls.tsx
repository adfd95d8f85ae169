import type { KeyboardEvent } from 'react'
import { m } from '../../../locales/index.ts'
import type { RecordingPlace } from '../player/playback.ts'
import { clockText } from '../recording/clockText.ts'
import { Chooser } from './Chooser.tsx'
import { ControlsFrame, type ControlsFrameProps } from './ControlsFrame.tsx'
import rewind from './RewindBar.module.css'
import styles from './StageControls.module.css'
import { useSettling } from './useSettling.ts'

const rates = [0.75, 1, 1.25, 1.5, 2]
/** Step of an arrow key, in seconds. */
const stepS = 5

/** The controls of a recording: those of the live, with a seek bar instead of the button to the newest picture. */
export function RecordingControls(
	frame: Pick<ControlsFrameProps, 'state' | 'playback' | 'video' | 'fullScreen' | 'onMore'>,
) {
	const { state, playback } = frame
	const [dragged, drag] = useSettling(positionS => playback.seekTo(positionS))
	const { positionS: playedS = 0, durationS = 0 } = state.recording ?? {}
	const positionS = dragged ?? playedS
	return (
		<ControlsFrame
			{...frame}
			bar={durationS > 0 && <SeekBar place={{ positionS, durationS }} onSeek={drag} />}
			place={
				durationS > 0 && (
					<span className={styles.badge}>
						<span className={styles.badgeText}>
							{clockText(positionS)} / {clockText(durationS)}
						</span>
					</span>
				)
			}
			choosers={
				<Chooser
					label={m.live_rate()}
					choices={rates.map(rate => ({ value: rate, text: `${rate}×` }))}
					chosen={state.rate}
					onChoose={rate => playback.setRate(rate)}
				/>
			}
		/>
	)
}

function SeekBar({
	place: { positionS, durationS },
	onSeek,
}: {
	place: RecordingPlace
	onSeek(positionS: number): void
}) {
	/** By default an arrow key moves one second, which is too little to be useful. */
	function step(event: KeyboardEvent) {
		const byS = steps[event.key]
		if (byS === undefined) return
		event.preventDefault()
		onSeek(Math.min(durationS, Math.max(0, positionS + byS)))
	}
	return (
		<input
			className={rewind.bar}
			type="range"
			min={0}
			max={Math.floor(durationS)}
			step={1}
			value={Math.floor(positionS)}
			aria-label={m.live_seek()}
			aria-valuetext={m.live_seek_at({ position: clockText(positionS), duration: clockText(durationS) })}
			onKeyDown={step}
			onChange={event => onSeek(Number(event.target.value))}
		/>
	)
}

const steps: Record<string, number> = { ArrowLeft: -stepS, ArrowDown: -stepS, ArrowRight: stepS, ArrowUp: stepS }
