import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import styles from './RewindBar.module.css'

export interface RewindBarProps {
	/** Seconds one can go back, and has gone back. */
	windowS: number
	rewoundS: number
	/** 0 leads back to the newest picture. */
	onRewind(secondsBehindLive: number): void
}

/** As far as the broadcast is kept (30 minutes), and no further: a slider from there to now. */
export function RewindBar({ windowS, rewoundS, onRewind }: RewindBarProps) {
	/** Where the finger is, until it is lifted. */
	const [dragged, setDragged] = useState<number>()
	const behindS = dragged ?? rewoundS

	useEffect(() => {
		if (dragged === undefined) return
		const timer = setTimeout(() => {
			onRewind(dragged)
			setDragged(undefined)
		}, settleMs)
		return () => clearTimeout(timer)
	}, [dragged, onRewind])

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
			onChange={event => setDragged(-Number(event.target.value))}
		/>
	)
}

/** A slider that is dragged says a position a frame: the player goes where it comes to rest. */
const settleMs = 150

function rewindText(behindS: number): string {
	if (behindS === 0) return m.live_rewind_live()
	return m.live_rewind_at({ minutes: Math.floor(behindS / 60), seconds: Math.round(behindS % 60) })
}
