import type { LiveData } from '@parley/api'
import { useEffect, useRef } from 'react'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import { soonMs } from '../viewing/livePolling.ts'

const askAgainMs = 4_000

/**
 * Seconds within which a publisher that dropped may still return; 0 where none has. While the picture stands still
 * the live is requested repeatedly, and after the last second: the publisher may be gone for good.
 */
export function useReconnecting(
	data: LiveData | undefined,
	{ isStalled, refetch }: { isStalled: boolean; refetch(): Promise<void> },
): number {
	const [secondsLeft, start] = useSecondsLeft()
	const forMs = data?.reconnectingForMs
	// biome-ignore lint/correctness/useExhaustiveDependencies: restarts with each answer of the server
	useEffect(() => start(forMs ?? 0), [data])

	const ask = useRef(refetch)
	ask.current = refetch
	const isToBeAsked = isStalled && secondsLeft === 0
	useEffect(() => {
		if (!isToBeAsked) return
		let timer: ReturnType<typeof setTimeout>
		let isOver = false
		// Spread over viewers, and repeated: a silent publisher is noticed only after ten seconds.
		const askIn = (ms: number) => {
			timer = setTimeout(async () => {
				await ask.current()
				if (!isOver) askIn(askAgainMs + soonMs(Math.random))
			}, ms)
		}
		askIn(soonMs(Math.random))
		return () => {
			isOver = true
			clearTimeout(timer)
		}
	}, [isToBeAsked])
	return secondsLeft
}
