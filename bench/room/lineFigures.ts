/** The data that a participant received from the others, and sent, over some seconds. */
export interface LineFigures {
	framesPerSecond: number
	/** Width of the received picture, in pixels. */
	width: number
	/** Part of the received audio that was made up because packets were missing. */
	concealedPercent: number
	freezes: number
	frozenS: number
	longestGapMs: number
	receivedKbitPerS: number
	sentKbitPerS: number
	roundTripMs: number
}

/** Counters of one connection, which stay as they were once it is closed. */
interface Counters {
	frames: number
	width: number
	samples: number
	concealed: number
	freezes: number
	frozenS: number
	receivedBytes: number
	sentBytes: number
	roundTripMs: number
}

interface Reading extends Counters {
	atMs: number
	longestGapMs: number
}

/** Runs a function in the page. */
export type Evaluate = <T>(run: () => T | Promise<T>) => Promise<T>

/** The connections are recorded by the script that the tests add to a page. */
type MeasuredWindow = typeof globalThis & {
	parleyConnections: RTCPeerConnection[]
	counters: Map<RTCPeerConnection, Counters>
	longestGapMs: number
}

/** Runs in the page: notes the gaps between frames of the others; one that has not ended counts, too. */
export function watchFrames(): void {
	const measured = globalThis as MeasuredWindow
	measured.longestGapMs = 0
	measured.counters = new Map()
	const lastFrames = new WeakMap<HTMLVideoElement, number>()
	const noteGap = (video: HTMLVideoElement, nowMs: number) => {
		const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? []
		const isReceived =
			track && measured.parleyConnections.some(peer => peer.getReceivers().some(r => r.track === track))
		const gapMs = nowMs - (lastFrames.get(video) ?? nowMs)
		if (isReceived) measured.longestGapMs = Math.max(measured.longestGapMs, gapMs)
	}
	setInterval(() => {
		for (const video of document.querySelectorAll('video')) {
			if (lastFrames.has(video)) {
				noteGap(video, performance.now())
				continue
			}
			lastFrames.set(video, performance.now())
			const onFrame = (nowMs: number) => {
				noteGap(video, nowMs)
				lastFrames.set(video, nowMs)
				video.requestVideoFrameCallback(onFrame)
			}
			video.requestVideoFrameCallback(onFrame)
		}
	}, 100)
}

export async function measure(evaluate: Evaluate, seconds: number): Promise<LineFigures> {
	const before = await evaluate(read)
	await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
	const after = await evaluate(read)
	const elapsedS = (after.atMs - before.atMs) / 1_000
	const round = (value: number) => Math.round(value * 10) / 10
	return {
		framesPerSecond: round((after.frames - before.frames) / elapsedS),
		width: after.width,
		concealedPercent: round((100 * (after.concealed - before.concealed)) / Math.max(1, after.samples - before.samples)),
		freezes: after.freezes - before.freezes,
		frozenS: round(after.frozenS - before.frozenS),
		longestGapMs: Math.round(after.longestGapMs),
		receivedKbitPerS: Math.round(((after.receivedBytes - before.receivedBytes) * 8) / 1_000 / elapsedS),
		sentKbitPerS: Math.round(((after.sentBytes - before.sentBytes) * 8) / 1_000 / elapsedS),
		roundTripMs: Math.round(after.roundTripMs),
	}
}

/** Runs in the page: reads the counters of all connections so far, and starts the longest gap anew. */
async function read(): Promise<Reading> {
	const measured = globalThis as MeasuredWindow
	const none = { frames: 0, width: 0, samples: 0, concealed: 0, freezes: 0, frozenS: 0 }
	const noLine = { receivedBytes: 0, sentBytes: 0, roundTripMs: 0 }
	for (const connection of measured.parleyConnections) {
		if (connection.connectionState === 'closed') continue
		const counters = { ...none, ...noLine }
		for (const entry of (await connection.getStats()).values()) {
			if (entry.type === 'inbound-rtp' && entry.kind === 'video') {
				counters.frames += entry.framesDecoded ?? 0
				counters.width = Math.max(counters.width, entry.frameWidth ?? 0)
				counters.freezes += entry.freezeCount ?? 0
				counters.frozenS += entry.totalFreezesDuration ?? 0
			}
			if (entry.type === 'inbound-rtp' && entry.kind === 'audio') {
				counters.samples += entry.totalSamplesReceived ?? 0
				counters.concealed += entry.concealedSamples ?? 0
			}
			if (entry.type === 'candidate-pair' && entry.nominated) {
				counters.receivedBytes += entry.bytesReceived ?? 0
				counters.sentBytes += entry.bytesSent ?? 0
				counters.roundTripMs = (entry.currentRoundTripTime ?? 0) * 1_000
			}
		}
		measured.counters.set(connection, counters)
	}
	const reading: Reading = { ...none, ...noLine, atMs: performance.now(), longestGapMs: measured.longestGapMs }
	for (const counters of measured.counters.values()) {
		for (const key of ['frames', 'samples', 'concealed', 'freezes', 'frozenS', 'receivedBytes', 'sentBytes'] as const)
			reading[key] += counters[key]
		// Those of the latest connection.
		if (counters.width > 0) reading.width = counters.width
		if (counters.roundTripMs > 0) reading.roundTripMs = counters.roundTripMs
	}
	measured.longestGapMs = 0
	return reading
}

/** Resolves to the longest time in which no sound of the others arrived, in ms, over the next twenty seconds. */
export const measureSilence = (evaluate: Evaluate): Promise<number> => evaluate(longestSilence)

/** Runs in the page. */
async function longestSilence(): Promise<number> {
	const { parleyConnections } = globalThis as MeasuredWindow
	const startedAt = performance.now()
	let [arrivedAt, longestMs, before] = [startedAt, 0, 0]
	while (performance.now() - startedAt < 20_000) {
		let packets = 0
		for (const connection of parleyConnections) {
			if (connection.connectionState === 'closed') continue
			for (const entry of (await connection.getStats()).values())
				if (entry.type === 'inbound-rtp' && entry.kind === 'audio') packets += entry.packetsReceived ?? 0
		}
		// Another connection counts from zero.
		if (packets > 0 && packets !== before) arrivedAt = performance.now()
		before = packets
		longestMs = Math.max(longestMs, performance.now() - arrivedAt)
		await new Promise(resolve => setTimeout(resolve, 50))
	}
	return Math.round(longestMs)
}
