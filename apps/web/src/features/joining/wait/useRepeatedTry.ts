import { useEffect, useEffectEvent, useRef } from 'react'

const firstDelayMs = 5_000
const longestDelayMs = 30_000

/** Returns the delay before the next attempt, after so many failures; milliseconds. */
export const tryDelayMs = (tries: number): number => Math.min(firstDelayMs * 2 ** tries, longestDelayMs)

export interface RepeatedTryOptions {
	/** True if there is something to wait for, and nothing is on its way. */
	isDue: boolean
	/** Another value after each try, so that a new wait begins however quick the try was. */
	round: unknown
	/** Told by the server; no earlier than that. */
	retryAfterMs?: number | undefined
	onTry(): void
}

/** Tries again by itself, less and less often; not while the page is hidden, and at once when it is shown again late. */
export function useRepeatedTry({ isDue, round, retryAfterMs = 0, onTry }: RepeatedTryOptions) {
	const tries = useRef(0)
	const tryNow = useEffectEvent(() => {
		tries.current += 1
		onTry()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: each round is a wait of its own
	useEffect(() => {
		if (!isDue) return
		const dueAt = Date.now() + Math.max(tryDelayMs(tries.current), retryAfterMs)
		let timer: ReturnType<typeof setTimeout> | undefined
		function schedule() {
			clearTimeout(timer)
			if (document.visibilityState === 'hidden') return
			timer = setTimeout(() => tryNow(), Math.max(0, dueAt - Date.now()))
		}
		schedule()
		document.addEventListener('visibilitychange', schedule)
		return () => {
			clearTimeout(timer)
			document.removeEventListener('visibilitychange', schedule)
		}
	}, [isDue, round, retryAfterMs])
}
