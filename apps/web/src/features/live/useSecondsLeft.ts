import { useEffect, useReducer, useState } from 'react'

/** Counts down in whole seconds to 0. */
export function useSecondsLeft(): [secondsLeft: number, start: (ms: number) => void] {
	const [endsAt, setEndsAt] = useState(0)
	return [useSecondsUntil(endsAt), ms => setEndsAt(performance.now() + ms)]
}

/** Whole seconds until a moment by `performance.now()`; 0 from then on. */
export function useSecondsUntil(endsAt: number): number {
	const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)
	const secondsLeft = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
	const isRunning = secondsLeft > 0
	useEffect(() => {
		if (!isRunning) return
		const timer = setInterval(lookAgain, 250)
		return () => clearInterval(timer)
	}, [isRunning])
	return secondsLeft
}
