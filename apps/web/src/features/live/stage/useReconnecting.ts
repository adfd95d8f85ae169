import type { LiveData } from '@parley/api'
import { useEffect, useRef } from 'react'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import { soonMs } from '../viewing/livePolling.ts'

/**
 * Seconds within which a publisher that dropped may still come back; 0 where none has. While the picture stands still
 * the live is asked for again, and once more after the last second: the publisher may be gone for good.
 */
export function useReconnecting(
	data: LiveData | undefined,
	{ isStalled, refetch }: { isStalled: boolean; refetch(): Promise<void> },
): number {
	const [secondsLeft, start] = useSecondsLeft()
	const forMs = data?.reconnectingForMs
	// biome-ignore lint/correctness/useExhaustiveDependencies: begins with each answer of the server
	useEffect(() => start(forMs ?? 0), [data])

	const ask = useRef(refetch)
	ask.current = refetch
	const isToBeAsked = isStalled && secondsLeft === 0
	useEffect(() => {
		if (!isToBeAsked) return
		// Not all viewers in the same second.
		const timer = setTimeout(() => void ask.current(), soonMs(Math.random))
		return () => clearTimeout(timer)
	}, [isToBeAsked])
	return secondsLeft
}
