import { createSocket } from 'node:dgram'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config.ts'
import { StartError } from './startError.ts'

const maxTried = 32
/** A server that is stopping may hold its ports this long. */
const portReleaseTimeoutMs = 3_000
const retryEveryMs = 200

export interface MediaPortsState {
	/** Ports that were tried; a large range is sampled evenly. */
	tried: number
	free: number
}

/** Tries to bind the UDP media ports: the first one if all participants share it, otherwise some of the range. */
export async function tryMediaPorts({ portRange: { from, to }, udpMux }: MediaPorts): Promise<MediaPortsState> {
	const count = udpMux ? 1 : Math.min(to - from + 1, maxTried)
	const step = (to - from) / Math.max(1, count - 1)
	const ports = Array.from({ length: count }, (_, n) => Math.round(from + n * step))
	const results = await Promise.all(ports.map(canBind))
	return { tried: count, free: results.filter(Boolean).length }
}
type MediaPorts = Pick<Config['media'], 'portRange' | 'udpMux'>

/**
 * Fails the start if media could not flow.
 * @returns whether so many ports are taken that a room of `maxParticipants` may run out
 * @throws {StartError} if every port is taken
 */
export async function requireMediaPorts(
	media: Config['media'],
	waitMs = portReleaseTimeoutMs,
): Promise<{ arePortsLow: boolean }> {
	const giveUpAt = performance.now() + waitMs
	for (;;) {
		const { tried, free } = await tryMediaPorts(media)
		const { from, to } = media.portRange
		const enough = media.udpMux ? 1 : media.maxParticipantsHere
		if (free > 0) return { arePortsLow: (free / tried) * (to - from + 1) < enough }
		if (performance.now() >= giveUpAt) {
			const ports = media.udpMux || from === to ? `UDP port ${from} is` : `UDP ports ${from}-${to} are`
			throw new StartError(`${ports} taken: stop what uses them, or set MEDIA_PORTS to ports that are free.`)
		}
		await delay(retryEveryMs)
	}
}

function canBind(port: number): Promise<boolean> {
	return new Promise(resolve => {
		const probe = createSocket('udp4')
		probe.once('error', () => {
			probe.close()
			resolve(false)
		})
		probe.bind(port, () => probe.close(() => resolve(true)))
	})
}
