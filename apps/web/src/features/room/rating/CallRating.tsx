import { callRatings, meetingReport, type CallRating as Rating } from '@parley/api'
import { useId, useRef, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { Card } from '../../../ui/index.ts'
import styles from './CallRating.module.css'

const names: Record<Rating, () => string> = {
	poor: m.report_rate_poor,
	ok: m.report_rate_ok,
	great: m.report_rate_great,
}

/** Below the choices. */
const notes = { asked: m.report_rate_note, saved: m.report_rate_saved, failed: m.report_rate_failed } as const

/** Asks how the call was: one tap, which another tap changes (ROOM-172). */
export function CallRating({ visitToken }: { visitToken: string }) {
	const [chosen, setChosen] = useState<Rating>()
	const [state, setState] = useState<keyof typeof notes>('asked')
	const titleId = useId()

	const saved = useRef<Rating>(undefined)
	const lastTap = useRef(0)
	const sending = useRef(Promise.resolve())

	function rate(rating: Rating): void {
		const tap = ++lastTap.current
		setChosen(rating)
		setState('asked')
		// One after the other, so that the last tap is what the server keeps.
		sending.current = sending.current.then(async () => {
			if (tap !== lastTap.current) return
			const answer = await callApi(meetingReport.rate, { visitToken, rating })
			if (answer.ok) saved.current = rating
			if (tap !== lastTap.current) return
			setState(answer.ok ? 'saved' : 'failed')
			// The saved rating stays chosen.
			setChosen(saved.current)
		})
	}

	return (
		<Card className={styles.card}>
			<h2 id={titleId} className={styles.title}>
				{m.report_rate_title()}
			</h2>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
			<div role="group" className={styles.choices} aria-labelledby={titleId}>
				{callRatings.map(rating => (
					<button
						key={rating}
						type="button"
						className={styles.choice}
						aria-pressed={rating === chosen}
						onClick={() => rate(rating)}
					>
						<Sun rating={rating} />
						{names[rating]()}
					</button>
				))}
			</div>
			<p className={styles.state} role="status">
				{notes[state]()}
			</p>
		</Card>
	)
}

/** How high the sun stands over the lake. */
const heights: Record<Rating, number> = { poor: 30, ok: 23, great: 15 }

function Sun({ rating }: { rating: Rating }) {
	const clipId = useId()
	const y = heights[rating]
	return (
		<svg className={styles.sun} viewBox="0 0 48 34" aria-hidden="true">
			<clipPath id={clipId}>
				<path d="M0 0h48v24H0z" />
			</clipPath>
			<circle cx="24" cy={y} r="9" className={styles.disc} clipPath={`url(#${clipId})`} />
			{rating === 'great' && (
				<path className={styles.rays} d={`M24 ${y - 12}v-2.5M11.5 ${y - 3}l-2-1.5M36.5 ${y - 3}l2-1.5`} />
			)}
			<path className={styles.lake} d="M4 24h40M12 29h24" />
		</svg>
	)
}
