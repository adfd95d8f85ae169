import type { LineFigures } from './mediaSession.ts'

/** Counters of one stream in the statistics of a connection; each browser lacks some. */
interface StreamCounters {
	id: string
	type: string
	kind?: string
	freezeCount?: number
	totalFreezesDuration?: number
	concealedSamples?: number
	silentConcealedSamples?: number
	packetsReceived?: number
	packetsSent?: number
	packetsLost?: number
	frameHeight?: number
}

interface Counted {
	freezes: number
	freezeMs: number
	concealedMs: number
	receivedPackets: number
	lostPackets: number
	sentPackets: number
	sentLostPackets: number
}

/** Samples of Opus in a millisecond. */
const samplesPerMs = 48

/** Adds up what happened on the line between two reports, over all streams and connections (ROOM-168). */
export function createLineMeter() {
	/** By the id of the stream, of the connection that is open. */
	let before = new Map<string, Counted>()
	/** The figures of each stream since the last report. */
	let since = new Map<string, Counted>()
	let heights = { received: 0, sent: 0 }
	let connections = 0

	return {
		/** Reads the statistics of the open connection. */
		read(stats: RTCStatsReport): void {
			heights = { received: 0, sent: 0 }
			stats.forEach((entry: StreamCounters) => {
				const counted = countOf(entry)
				if (!counted) return
				const key = `${connections} ${entry.id}`
				since.set(key, sum(since.get(key) ?? nothing, difference(counted, before.get(entry.id) ?? nothing)))
				before.set(entry.id, counted)
				if (entry.kind !== 'video' || entry.frameHeight === undefined) return
				const direction = entry.type === 'inbound-rtp' ? 'received' : 'sent'
				heights[direction] = Math.max(heights[direction], entry.frameHeight)
			})
		},
		/** The counters of the next connection begin at zero. */
		startConnection(): void {
			before = new Map()
			connections++
		},
		/** Returns the figures since the last call. */
		take(): LineFigures {
			const streams = [...since.values()]
			since = new Map()
			const total = streams.reduce(sum, nothing)
			const most = (of: keyof Counted) => Math.round(Math.max(0, ...streams.map(stream => stream[of])))
			return {
				...total,
				// The stream that was affected most counts: four people who cannot be heard for a second are one second of silence.
				freezeMs: most('freezeMs'),
				concealedMs: most('concealedMs'),
				receivedHeight: heights.received,
				sentHeight: heights.sent,
			}
		},
	}
}

/** Returns whether a picture of another participant has been decoded. */
export const hasPicture = (entry: { type: string; kind?: string; framesDecoded?: number }): boolean =>
	entry.type === 'inbound-rtp' && entry.kind === 'video' && (entry.framesDecoded ?? 0) > 0

const nothing: Counted = {
	freezes: 0,
	freezeMs: 0,
	concealedMs: 0,
	receivedPackets: 0,
	lostPackets: 0,
	sentPackets: 0,
	sentLostPackets: 0,
}

function countOf(entry: StreamCounters): Counted | undefined {
	switch (entry.type) {
		case 'inbound-rtp':
			return {
				...nothing,
				freezes: entry.freezeCount ?? 0,
				freezeMs: (entry.totalFreezesDuration ?? 0) * 1_000,
				// Sound that is concealed between two words of a silent microphone was never sound (ROOM-92).
				concealedMs: ((entry.concealedSamples ?? 0) - (entry.silentConcealedSamples ?? 0)) / samplesPerMs,
				receivedPackets: entry.packetsReceived ?? 0,
				lostPackets: entry.packetsLost ?? 0,
			}
		case 'outbound-rtp':
			return { ...nothing, sentPackets: entry.packetsSent ?? 0 }
		case 'remote-inbound-rtp':
			return { ...nothing, sentLostPackets: entry.packetsLost ?? 0 }
		default:
			return undefined
	}
}

const combine = (a: Counted, b: Counted, operate: (a: number, b: number) => number): Counted => ({
	freezes: operate(a.freezes, b.freezes),
	freezeMs: operate(a.freezeMs, b.freezeMs),
	concealedMs: operate(a.concealedMs, b.concealedMs),
	receivedPackets: operate(a.receivedPackets, b.receivedPackets),
	lostPackets: operate(a.lostPackets, b.lostPackets),
	sentPackets: operate(a.sentPackets, b.sentPackets),
	sentLostPackets: operate(a.sentLostPackets, b.sentLostPackets),
})
const sum = (a: Counted, b: Counted): Counted => combine(a, b, (one, other) => one + other)
/** A counter can go back, as that of lost packets does when one arrives late. */
const difference = (now: Counted, before: Counted): Counted =>
	combine(now, before, (one, other) => Math.max(0, one - other))
