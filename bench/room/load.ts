import type { MediaSource } from '@parley/room'
import { keyFrameStart } from '../../apps/server/src/modules/room/adapters/testing/syntheticParticipant.ts'

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

/** Sends the load of one participant; returns a function that stops it. */
export function sendLoad(
	send: (source: MediaSource, payload: Buffer, ticks: number, marker?: boolean) => void,
): () => void {
	const first = keyFrameStart(load.videoBytes)
	const following = Buffer.alloc(load.videoBytes)
	const voice = Buffer.alloc(load.voiceBytes, 3)
	const stops = [
		runAtRate(load.voicePacketsPerSecond, () => send('microphone', voice, 960)),
		runAtRate(load.framesPerSecond, () => {
			for (let part = 1; part <= load.packetsPerFrame; part++) {
				const isFirst = part === 1
				send('camera', isFirst ? first : following, isFirst ? 3_600 : 0, part === load.packetsPerFrame)
			}
		}),
	]
	return () => {
		for (const stop of stops) stop()
	}
}
