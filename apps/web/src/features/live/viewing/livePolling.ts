import { liveDelays } from '@parley/core'
import type { LiveView } from './liveView.ts'

/** The viewers of a live poll at random times, so that they never poll all at once (LIVE-23, LIVE-37, OP-108). */
const randomPollMs = (): number =>
	Math.round(liveDelays.pollMinMs + Math.random() * (liveDelays.pollMaxMs - liveDelays.pollMinMs))

/**
 * Polls at random times after the previous answer.
 * @param ask its signal aborts once the response is no longer awaited
 * @returns a function that stops it
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

/** Milliseconds each viewer adds to the period in which all of them poll, up to the maximum. */
const eachViewerMs = 5
const longestMs = 3_000

/**
 * The delay after events such as `start_live`: short, and spread over the viewers.
 * @param views how often the live was opened: with few views, requests are not delayed
 */
export const soonMs = (random: () => number, views = Number.POSITIVE_INFINITY): number =>
	Math.round(random() * Math.min(longestMs, views * eachViewerMs))

/** Way the page notices the end of a temporary state. */
export type Waiting =
	/** The live is requested again at a random time (LIVE-23, OP-109). */
	| 'again'
	/** The stream address is checked for a picture every few seconds, or the status if it refuses (LIVE-26). */
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
