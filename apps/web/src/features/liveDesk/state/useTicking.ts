import { useEffect, useState } from 'react'

/** `performance.now()`, rendered again each second while `isOn`. */
export function useTicking(isOn: boolean): number {
	const [now, setNow] = useState(() => performance.now())
	useEffect(() => {
		if (!isOn) return
		const tick = () => setNow(performance.now())
		tick()
		const timer = setInterval(tick, 1_000)
		return () => clearInterval(timer)
	}, [isOn])
	return now
}
