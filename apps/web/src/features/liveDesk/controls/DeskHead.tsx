import type { DeskState } from '@parley/api'
import { formatElapsed } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Banner, Card, StatusDot } from '../../../ui/index.ts'
import { daysLabel } from '../state/daysLabel.ts'
import { deskStatuses } from '../state/deskStatuses.ts'
import { isOnAirWithoutPicture, pictureText } from '../state/picture.ts'
import { useTicking } from '../state/useTicking.ts'
import styles from './DeskHead.module.css'

export interface DeskHeadProps {
	desk: DeskState
	/** Time at which `desk` arrived, by `performance.now()`. */
	receivedAt: number
	/** The shown state is outdated: the server could not be reached. */
	isStale: boolean
	/** Starts sending a picture from here, if possible; missing while one is being sent. */
	remedy: { label: string; onPress(): void } | 'sending' | undefined
}

/** The status of the broadcast, its duration and its audience. */
export function DeskHead({ desk, receivedAt, isStale, remedy }: DeskHeadProps) {
	const { status, startedForMs, health } = desk
	const reconnectingForMs = health?.phase === 'silent' ? health.reconnectingForMs : undefined
	const now = useTicking(startedForMs !== undefined || reconnectingForMs !== undefined)
	const sinceMs = Math.max(0, now - receivedAt)
	const { dot, text } = deskStatuses[status]
	// Video from this phone arrives within a second.
	const isWithoutPicture = isOnAirWithoutPicture(desk) && remedy !== 'sending'
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
			{isWithoutPicture && (
				<Banner className={styles.banner} action={remedy}>
					{m.desk_on_air_without_picture_text()}
				</Banner>
			)}
			{status !== 'over' && !isWithoutPicture && <p className={styles.picture}>{pictureText(desk)}</p>}
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

/** Summary of an ended live. */
const Ended = ({ desk: { airedForMs, recordingDays, watchUrl } }: { desk: DeskState }) => (
	<div className={styles.picture}>
		{airedForMs !== undefined && <p>{m.desk_aired({ time: formatElapsed(airedForMs) })}</p>}
		{recordingDays !== undefined && (
			<>
				<p>{m.desk_recording({ days: daysLabel(recordingDays) })}</p>
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
