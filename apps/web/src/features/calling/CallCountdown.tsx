import { useEffect, useState } from 'react'
import { m } from '../../locales/index.ts'

/** Remaining ring time. Screen readers announce it when they reach it, and not every second. */
export function CallCountdown({ endsAt, className }: { endsAt: number; className?: string | undefined }) {
	const [now, setNow] = useState(Date.now)
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 500)
		return () => clearInterval(timer)
	}, [])
	const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
	return (
		<p role="timer" className={className}>
			{m.calling_rings({ seconds })}
		</p>
	)
}
