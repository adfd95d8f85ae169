import { formatElapsed } from '@parley/core'
import { DoorClosed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, LiveRegion } from '../../../ui/index.ts'
import type { ShownDenial } from '../roomState.ts'
import styles from './DeniedScreen.module.css'

export interface DeniedScreenProps {
	denial: ShownDenial
	signedIn: boolean
	onAskAgain: () => void
	onHome: () => void
}

/** Tells a person whom a host did not let in of which meeting, in whose words, and when they can ask again (ROOM-183). */
export function DeniedScreen({ denial, signedIn, onAskAgain, onHome }: DeniedScreenProps) {
	const { topic, hostName, message, askAgainAt } = denial
	const leftMs = useTimeLeft(askAgainAt)
	const heading = useRef<HTMLHeadingElement>(null)
	// The waiting room with the focus is gone.
	useEffect(() => heading.current?.focus(), [])
	const isOver = leftMs === 0
	// A screen reader hears each minute, not each second.
	const minutes = Math.ceil(leftMs / 60_000)
	return (
		<main className={styles.page}>
			<div className={styles.content}>
				<span className={styles.icon}>
					<DoorClosed aria-hidden="true" strokeWidth={1.5} />
				</span>
				<h1 ref={heading} tabIndex={-1} className={styles.title}>
					{m.room_out_denied_title()}
				</h1>
				<div className={styles.meeting}>
					{topic && <p className={styles.topic}>{topic}</p>}
					{hostName && <p className={styles.host}>{m.waiting_host({ name: hostName })}</p>}
				</div>
				{message && (
					<div className={styles.words}>
						<p className={styles.note}>{m.waiting_message()}</p>
						<p>{message}</p>
					</div>
				)}
				<p className={styles.time} aria-hidden="true">
					{isOver ? m.waiting_ask_now() : m.waiting_ask_in({ time: formatElapsed(Math.ceil(leftMs / 1000) * 1000) })}
				</p>
				<LiveRegion>{isOver ? m.waiting_ask_now() : m.waiting_ask_in_minutes({ minutes })}</LiveRegion>
				<div className={styles.actions}>
					<Button kind="primary" size="large" disabled={!isOver} onClick={onAskAgain}>
						{m.waiting_ask_again()}
					</Button>
					<Button kind="secondary" size="large" onClick={onHome}>
						{signedIn ? m.common_to_list() : m.common_to_start()}
					</Button>
				</div>
			</div>
		</main>
	)
}

/** Returns the time until then in ms, 0 once it is over; renders anew with each second. */
function useTimeLeft(until: number): number {
	const [now, setNow] = useState(Date.now)
	const isOver = now >= until
	useEffect(() => {
		if (isOver) return
		const timer = setInterval(() => setNow(Date.now()), 1_000)
		return () => clearInterval(timer)
	}, [isOver])
	return Math.max(0, until - now)
}
