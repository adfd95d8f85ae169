import type { DeskState, LiveHealth } from '@parley/api'
import { formatElapsed } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Banner, Card, StatusDot } from '../../../ui/index.ts'
import styles from './DeskHead.module.css'
import { deskStatuses } from './deskStatuses.ts'
import { useTicking } from './useTicking.ts'

export const picturePhases = {
	waiting: () => m.desk_picture_waiting(),
	publishing: () => m.desk_picture_publishing(),
	silent: () => m.desk_picture_silent(),
	gone: () => m.desk_picture_gone(),
	ended: () => m.desk_picture_waiting(),
} as const satisfies Record<LiveHealth['phase'], () => string>

/** Before the start viewers read something else than after it; after the end no picture is waited for. */
function pictureText({ status, health, canBroadcast }: DeskState): string | undefined {
	if (status === 'over') return undefined
	const phase = health?.phase ?? 'waiting'
	const isEarly = status === 'notStarted' && canBroadcast && phase !== 'publishing'
	if (isEarly) return m.desk_start_without_picture()
	return status === 'notStarted' && phase === 'publishing' ? m.desk_picture_unseen() : picturePhases[phase]()
}

export interface DeskHeadProps {
	desk: DeskState
	/** When `desk` arrived, by `performance.now()`. */
	receivedAt: number
	/** What is shown is not what is: the server could not be asked. */
	isStale: boolean
}

/** What the broadcast is doing, how long already, and who is there. */
export function DeskHead({ desk, receivedAt, isStale }: DeskHeadProps) {
	const { status, startedForMs, health } = desk
	const reconnectingForMs = health?.phase === 'silent' ? health.reconnectingForMs : undefined
	const now = useTicking(startedForMs !== undefined || reconnectingForMs !== undefined)
	const sinceMs = Math.max(0, now - receivedAt)
	const { dot, text } = deskStatuses[status]
	return (
		<Card kind="padded" className={styles.head} live={status === 'onAir'}>
			<div className={styles.line}>
				<StatusDot status={dot}>
					<span role="status">{text()}</span>
				</StatusDot>
				{startedForMs !== undefined && (
					<span className={styles.time} role="timer" aria-label={m.desk_duration()}>
						{formatElapsed(startedForMs + sinceMs)}
					</span>
				)}
			</div>
			<h2 className={styles.topic}>{desk.topic}</h2>
			{status !== 'over' && <p className={styles.picture}>{pictureText(desk)}</p>}
			{status === 'over' && <Ended desk={desk} />}
			<dl className={styles.counts}>
				{status !== 'over' && (
					<>
						<Count label={m.desk_watching()} count={health?.pulling ?? 0} />
						<Count label={m.desk_present()} count={desk.present} />
					</>
				)}
				<Count label={m.desk_views()} count={desk.views} />
			</dl>
			{reconnectingForMs !== undefined && (
				<Banner tone="warn" className={styles.banner}>
					{m.desk_reconnecting({ seconds: Math.max(0, Math.ceil((reconnectingForMs - sinceMs) / 1000)) })}
				</Banner>
			)}
			{isStale && (
				<Banner tone="warn" className={styles.banner}>
					{m.desk_stale()}
				</Banner>
			)}
		</Card>
	)
}

/** What is left of a live that is over. */
const Ended = ({ desk: { airedForMs, recordingDays, watchUrl } }: { desk: DeskState }) => (
	<div className={styles.picture}>
		{airedForMs !== undefined && <p>{m.desk_aired({ time: formatElapsed(airedForMs) })}</p>}
		{recordingDays !== undefined && (
			<>
				<p>{m.desk_recording({ count: recordingDays })}</p>
				<a className={styles.recording} href={watchUrl} target="_blank" rel="noreferrer">
					{m.desk_recording_open()}
				</a>
			</>
		)}
	</div>
)

function Count({ label, count }: { label: string; count: number }) {
	return (
		<div>
			<dt>{label}</dt>
			<dd>{count}</dd>
		</div>
	)
}
