import { liveDelays } from '@parley/core'
import type { LiveView } from './liveView.ts'

/** Viewers of one live ask at times of their own, so that they never ask all at once (LIVE-23, LIVE-37, OP-108). */
const randomPollMs = (): number =>
	Math.round(liveDelays.pollMinMs + Math.random() * (liveDelays.pollMaxMs - liveDelays.pollMinMs))

/**
 * Asks again and again, at random times after the answer before.
 * @param ask its signal aborts once the response is no longer awaited
 * @returns what ends it
 */
export function pollAtRandomTimes(ask: (signal: AbortSignal) => Promise<void>): () => void {
	const over = new AbortController()
	let timer: ReturnType<typeof setTimeout>
	const wait = () => {
		timer = setTimeout(async () => {
			await ask(over.signal)
			if (!over.signal.aborted) wait()
		}, randomPollMs())
	}
	wait()
	return () => {
		over.abort()
		clearTimeout(timer)
	}
}

/** Each viewer adds so much to the time in which all of them ask, up to the longest, in ms. */
const eachViewerMs = 5
const longestMs = 3_000

/**
 * After `start_live` and the like: soon, and not all in the same moment.
 * @param views how often the live was opened: with few views, requests are not delayed
 */
export const soonMs = (random: () => number, views = Number.POSITIVE_INFINITY): number =>
	Math.round(random() * Math.min(longestMs, views * eachViewerMs))

/** Way the page notices the end of a temporary state. */
export type Waiting =
	/** The live is asked for again at a random time (LIVE-23, OP-109). */
	| 'again'
	/** The stream address is asked every few seconds whether there is a picture, or the status where it refuses (LIVE-26). */
	| 'probe'

const waitings: Record<LiveView['status'], Waiting | undefined> = {
	loading: undefined,
	offline: undefined,
	failed: undefined,
	tooMany: undefined,
	left: undefined,
	noLive: undefined,
	missing: undefined,
	removed: undefined,
	over: undefined,
	notStarted: 'again',
	waiting: 'probe',
	suspended: 'again',
	onAir: undefined,
}

export const waitingOf = ({ status }: LiveView): Waiting | undefined => waitings[status]
