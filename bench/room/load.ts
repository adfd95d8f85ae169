/** Load of one participant: about 0.85 Mbit/s, like a camera and a microphone. */
export const load = {
	framesPerSecond: 25,
	packetsPerFrame: 4,
	videoBytes: 1_000,
	voicePacketsPerSecond: 50,
	voiceBytes: 100,
} as const

export const packetsPerSecond = load.framesPerSecond * load.packetsPerFrame + load.voicePacketsPerSecond

/** Runs `act` at this average rate, catching up after a late timer; returns a function that stops it. */
export function runAtRate(timesPerSecond: number, act: () => void): () => void {
	const startedAt = performance.now()
	let done = 0
	const timer = setInterval(() => {
		const due = Math.floor(((performance.now() - startedAt) / 1000) * timesPerSecond)
		for (; done < due; done++) act()
	}, 10)
	return () => clearInterval(timer)
}
