import { useEffect, useState } from 'react'

/** Counts down in whole seconds; 0 is over. */
export function useSecondsLeft(): [secondsLeft: number, start: (ms: number) => void] {
	const [endsAt, setEndsAt] = useState(0)
	const [now, setNow] = useState(0)
	const isRunning = endsAt > now
	useEffect(() => {
		if (!isRunning) return
		const timer = setInterval(() => setNow(performance.now()), 250)
		return () => clearInterval(timer)
	}, [isRunning])
	return [
		isRunning ? Math.ceil((endsAt - now) / 1000) : 0,
		ms => {
			const started = performance.now()
			setNow(started)
			setEndsAt(started + ms)
		},
	]
}
