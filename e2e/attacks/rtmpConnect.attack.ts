import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { writeAmf0 } from '../../apps/server/src/modules/live/adapters/embedded/flv/amf0.ts'
import { writeMessage } from '../../apps/server/src/modules/live/adapters/embedded/rtmp/chunks.ts'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { type Attack, withServer } from './attack.ts'
import { costText, measureCost } from './residentMemory.ts'

const mebibyte = 1024 * 1024
const totalBytes = 40 * mebibyte
const forMs = 10_000
const maxGrowthMiB = 150
const maxWaitMs = 500

const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(1536 * 2)])
const command = writeMessage(3, 20, 0, writeAmf0('connect', 1, { a: '' }))
const commands = Buffer.concat(Array.from({ length: 2_000 }, () => command))

export const attack: Attack = {
	tried: `${totalBytes / mebibyte} MiB of the RTMP command \`connect\` without a stream key and without reading, reconnecting whenever a connection is closed`,
	async run() {
		const port = await freePort()
		return await withServer({ PARLEY_RTMP_PORT: String(port) }, async server => {
			let sent = 0
			let opened = 0
			const cost = await measureCost(server, async () => {
				const until = Date.now() + forMs
				while (sent < totalBytes && Date.now() < until) {
					opened++
					sent += await flood(port, Math.min(until, Date.now() + 1_000))
				}
			})
			return {
				result: `${(sent / mebibyte).toFixed(1)} MiB were accepted on ${opened} connections in ${forMs / 1_000} s at most; ${costText(cost)}`,
				holds: cost.peak - cost.before < maxGrowthMiB && cost.slowestMs < maxWaitMs,
			}
		})
	},
}

/** Sends until it is cut off or the time is over; returns the accepted bytes. */
async function flood(port: number, until: number): Promise<number> {
	const socket = connect(port, '127.0.0.1')
	let isClosed = false
	socket.pause()
	socket
		.on('error', () => {})
		.on('close', () => {
			isClosed = true
		})
	socket.write(handshake)
	while (!isClosed && Date.now() < until) {
		if (socket.writableLength < mebibyte) socket.write(commands)
		await delay(1)
	}
	const taken = socket.bytesWritten - socket.writableLength
	socket.destroy()
	return taken
}
