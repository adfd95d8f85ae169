import type { LiveLine } from '@parley/api'
import { RefreshCw } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { definitionLabel } from '../definitionLabel.ts'
import { linesOf, type StreamChoice } from '../viewing/lineChoice.ts'
import { Chooser } from './Chooser.tsx'
import { ControlsFrame, type ControlsFrameProps } from './ControlsFrame.tsx'
import { RewindBar } from './RewindBar.tsx'
import styles from './StageControls.module.css'

export interface StageControlsProps
	extends Pick<ControlsFrameProps, 'state' | 'playback' | 'video' | 'fullScreen' | 'onMore'> {
	lines: readonly LiveLine[]
	choice: StreamChoice
	onChoose(choice: StreamChoice): void
	/** Seconds until it may be refreshed again (LIVE-11). */
	refreshS: number
	onRefresh(): void
	/** The viewer can rewind. */
	hasRewindBar: boolean
}

/** Within this distance the viewer counts as at the newest picture. */
const toLiveS = 10

/** The controls of a live. */
export function StageControls(props: StageControlsProps) {
	const { lines, choice, onChoose, refreshS, onRefresh, hasRewindBar, ...frame } = props
	const { state, playback } = frame
	const rewind = (behindS: number) => (behindS < toLiveS ? playback.goToLive() : playback.rewindTo(behindS))
	const offered = linesOf(lines)
	const definitions = (offered[choice.line] ?? offered[0])?.definitions ?? []
	const lineLabel = (line: LiveLine, index: number) => line.alias || m.live_line_number({ number: index + 1 })

	return (
		<ControlsFrame
			{...frame}
			top={<RefreshButton secondsLeft={refreshS} onRefresh={onRefresh} />}
			bar={hasRewindBar && <RewindBar windowS={state.windowS} rewoundS={state.rewoundS} onRewind={rewind} />}
			place={<LiveBadge latencyS={state.latencyS} rewoundS={state.rewoundS} onLive={() => playback.goToLive()} />}
			choosers={
				<>
					{offered.length > 1 && (
						<Chooser
							label={m.live_line()}
							choices={offered.map((line, index) => ({ value: index, text: lineLabel(line, index) }))}
							chosen={choice.line}
							onChoose={line => onChoose({ ...choice, line })}
						/>
					)}
					{definitions.length > 0 && (
						<Chooser<string>
							label={m.live_definition()}
							choices={[
								{ value: 'auto', text: m.live_definition_auto() },
								...definitions.map(({ name }) => ({ value: name, text: definitionLabel(name) })),
							]}
							chosen={choice.definition}
							onChoose={definition => onChoose({ ...choice, definition })}
						/>
					)}
				</>
			}
		/>
	)
}

/** Shows the distance behind the live; a tap jumps to the newest picture if the viewer fell behind or rewound. */
function LiveBadge({ latencyS, rewoundS, onLive }: { latencyS: number | undefined; rewoundS: number; onLive(): void }) {
	if (rewoundS > 0)
		return (
			<button type="button" className={styles.badge} onClick={onLive}>
				<span className={styles.behindDot} aria-hidden />
				<span className={styles.badgeText}>{m.live_back_to_live()}</span>
			</button>
		)
	return (
		<span className={styles.badge}>
			<span className={styles.liveDot} aria-hidden />
			<span className={styles.badgeText}>
				{latencyS === undefined ? m.live_badge() : m.live_badge_behind({ seconds: Math.max(1, Math.round(latencyS)) })}
			</span>
		</span>
	)
}

/** LIVE-10, LIVE-11: can be used once every ten seconds. */
function RefreshButton({ secondsLeft, onRefresh }: { secondsLeft: number; onRefresh(): void }) {
	return (
		<button
			type="button"
			className={styles.refresh}
			disabled={secondsLeft > 0}
			onClick={onRefresh}
			aria-label={secondsLeft > 0 ? m.live_refresh_in({ seconds: secondsLeft }) : m.live_refresh()}
		>
			{secondsLeft > 0 ? secondsLeft : <RefreshCw aria-hidden />}
		</button>
	)
}
