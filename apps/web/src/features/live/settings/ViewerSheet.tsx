import { codePointLength, limits, type MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { useSubmit } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { Button, Segmented, SwitchRow, TextArea, toast } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { filterComplaint, isComplaintFilled, reportProblem } from '../../support/index.ts'
import type { Playback } from '../player/playback.ts'
import type { LatencyMode } from '../player/playerSettings.ts'
import { compactStats, statsRows } from './playerStats.ts'
import styles from './ViewerSheet.module.css'

export interface ViewerSheetProps {
	open: boolean
	onOpenChange(open: boolean): void
	meetingId: MeetingId
	playback: Playback
	mode: LatencyMode
	/** A recording has no latency mode, and its messages exist already. */
	isRecording: boolean
	isSoundOnly: boolean
	onSoundOnly(isSoundOnly: boolean): void
	/** Messages wait for the picture. */
	isChatInTime: boolean
	onChatInTime(isInTime: boolean): void
}

const statsEveryMs = 1_000

/** Trade-off of each mode. */
const modeNotes: Record<LatencyMode, () => string> = {
	low: () => m.live_mode_low_note(),
	stable: () => m.live_mode_stable_note(),
}

/** Playback settings, details of the player, and the report of a problem. */
export function ViewerSheet({ open, onOpenChange, playback, mode, isRecording, ...rest }: ViewerSheetProps) {
	const { isSoundOnly, onSoundOnly, isChatInTime, onChatInTime, meetingId } = rest
	return (
		<Sheet open={open} onOpenChange={onOpenChange} title={m.live_settings()} closeLabel={m.common_close()} full>
			<div className={styles.sheet}>
				{!isRecording && <Mode mode={mode} onMode={next => playback.setMode(next)} />}
				<div>
					<SwitchRow
						flush
						label={m.live_soundOnly()}
						note={isRecording ? m.live_recording_soundOnly_note() : m.live_soundOnly_note()}
						checked={isSoundOnly}
						onChange={event => onSoundOnly(event.target.checked)}
					/>
					{!isRecording && (
						<SwitchRow
							flush
							label={m.live_syncChat()}
							note={m.live_syncChat_note()}
							checked={isChatInTime}
							onChange={event => onChatInTime(event.target.checked)}
						/>
					)}
				</div>
				<Report
					meetingId={meetingId}
					playback={playback}
					mode={isRecording ? 'recording' : mode}
					onDone={() => onOpenChange(false)}
				/>
				<Statistics playback={playback} isRecording={isRecording} isShown={open} />
			</div>
		</Sheet>
	)
}

function Mode({ mode, onMode }: { mode: LatencyMode; onMode(mode: LatencyMode): void }) {
	return (
		<section>
			<h3 className={styles.title}>{m.live_mode()}</h3>
			<Segmented
				label={m.live_mode()}
				options={[
					{ value: 'low', text: m.live_mode_low() },
					{ value: 'stable', text: m.live_mode_stable() },
				]}
				value={mode}
				onValueChange={onMode}
			/>
			<p className={styles.note}>{modeNotes[mode]()}</p>
		</section>
	)
}

type StatisticsProps = Pick<ViewerSheetProps, 'playback' | 'isRecording'> & { isShown: boolean }

function Statistics({ playback, isRecording, isShown }: StatisticsProps) {
	const [stats, setStats] = useState(() => playback.stats())
	useEffect(() => {
		if (!isShown) return
		const timer = setInterval(() => setStats(playback.stats()), statsEveryMs)
		return () => clearInterval(timer)
	}, [isShown, playback])
	return (
		<section>
			<h3 className={styles.title}>{m.live_statistics()}</h3>
			<dl className={styles.figures}>
				{statsRows(stats, isRecording).map(({ label, value }) => (
					<div key={label} className={styles.figure}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

type ReportProps = Pick<ViewerSheetProps, 'meetingId' | 'playback'> & { mode: string; onDone(): void }

/** A viewer's report of a problem, with the player's statistics. */
function Report({ meetingId, playback, mode, onDone }: ReportProps) {
	const [text, setText] = useState('')
	const { submit, isSubmitting, error, clearError } = useSubmit(
		() => reportProblem({ meetingId, text, figures: compactStats(mode, playback.stats()) }, callApi),
		() => {
			toast.show(m.live_report_sent(), { tone: 'ok' })
			setText('')
			onDone()
		},
	)
	return (
		<section>
			<h3 className={styles.title}>{m.live_report()}</h3>
			<TextArea
				label={m.live_report_text()}
				error={error?.message}
				value={text}
				count={{ length: codePointLength(text), max: limits.complaintMax }}
				onChange={event => {
					clearError()
					setText(filterComplaint(event.target.value))
				}}
			/>
			<Button
				kind="secondary"
				block
				disabled={!isComplaintFilled(text)}
				loading={isSubmitting && m.live_report_sending()}
				onClick={() => submit()}
			>
				{m.live_report_send()}
			</Button>
		</section>
	)
}
