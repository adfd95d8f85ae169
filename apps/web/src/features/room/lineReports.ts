import { type QualityReport, qualityLimits, qualityReportMs } from '@parley/room'
import type { LineFigures, MediaState } from '../../media/index.ts'

export interface LineReportsDeps {
	/** Returns what happened on the line since the last call; undefined before it was connected. */
	takeFigures(): LineFigures | undefined
	send(report: QualityReport): void
	now(): number
	/** Runs `act` every `ms`, until the function it returns is called. */
	repeat(act: () => void, ms: number): () => void
}

/** Reports to the server how the call is on the own line, every half minute and at leaving (ROOM-168). */
export function createLineReports({ takeFigures, send, now, repeat }: LineReportsDeps) {
	let beganAt = now()
	let joinMs: number | null = null
	let firstFrameMs: number | null = null
	/** Sent once. */
	let isJoinSent = false
	let isFrameSent = false
	let wasLost = false
	let reconnects = 0
	let stop: (() => void) | undefined

	function report() {
		const figures = takeFigures()
		if (!figures) return
		send({
			...bounded(figures),
			joinMs: isJoinSent ? null : joinMs,
			firstFrameMs: isFrameSent ? null : firstFrameMs,
			reconnects: Math.min(qualityLimits.reconnects, reconnects),
		})
		isJoinSent ||= joinMs !== null
		isFrameSent ||= firstFrameMs !== null
		reconnects = 0
	}

	return {
		/** The person joins, or was let in: the time until they hear and see begins. */
		begin(): void {
			beganAt = now()
		},
		/** The room is entered. */
		start(): void {
			stop ??= repeat(report, qualityReportMs)
		},
		noteState(state: MediaState): void {
			if (state === 'lost') wasLost = true
			if (state !== 'live') return
			joinMs ??= withinLimit(now() - beganAt)
			if (wasLost) reconnects++
			wasLost = false
		},
		noteFirstPicture(): void {
			firstFrameMs ??= withinLimit(now() - beganAt)
		},
		/** Sends the last report, before the room is left. */
		finish(): void {
			if (!stop) return
			stop()
			stop = undefined
			report()
		},
		/** Sends nothing more. */
		stop(): void {
			stop?.()
			stop = undefined
		},
	}
}

export type LineReports = ReturnType<typeof createLineReports>

const { ms: maxMs, packets: maxPackets, pixels: maxPixels, freezes: maxFreezes } = qualityLimits
const withinLimit = (ms: number): number => Math.min(maxMs, Math.max(0, Math.round(ms)))

/** A computer that slept may count more than the server takes. */
const bounded = (figures: LineFigures): LineFigures => ({
	freezes: Math.min(maxFreezes, figures.freezes),
	freezeMs: Math.min(maxMs, figures.freezeMs),
	concealedMs: Math.min(maxMs, figures.concealedMs),
	receivedPackets: Math.min(maxPackets, figures.receivedPackets),
	lostPackets: Math.min(maxPackets, figures.lostPackets),
	sentPackets: Math.min(maxPackets, figures.sentPackets),
	sentLostPackets: Math.min(maxPackets, figures.sentLostPackets),
	receivedHeight: Math.min(maxPixels, Math.round(figures.receivedHeight)),
	sentHeight: Math.min(maxPixels, Math.round(figures.sentHeight)),
})
