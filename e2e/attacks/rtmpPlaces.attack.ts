import { connect, type Socket } from 'node:net'
import { RtmpClient } from '../../apps/server/src/modules/live/adapters/testing/rtmpClient.ts'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { type Attack, withServer } from './attack.ts'

const connections = 200
const addresses = 10
const publishers = 20

export const attack: Attack = {
	tried: `${connections} half-open RTMP connections from ${addresses} addresses, reopened whenever they are closed, and ${publishers} publishers from other addresses`,
	async run() {
		const port = await freePort()
		return await withServer({ PARLEY_RTMP_PORT: String(port) }, async () => {
			const sockets = new Set<Socket>()
			let isOver = false
			function hold(number: number) {
				const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${(number % addresses) + 1}` })
				sockets.add(socket)
				socket
					.on('error', () => {})
					.on('close', () => {
						sockets.delete(socket)
						if (!isOver) setTimeout(() => hold(number), 20)
					})
			}
			for (let number = 0; number < connections; number++) hold(number)
			await new Promise(resolve => setTimeout(resolve, 2_000))
			const held = [...sockets].filter(socket => socket.readyState === 'open').length
			const waits: number[] = []
			for (let number = 0; number < publishers; number++) {
				const started = performance.now()
				// Without a valid key: what counts is that the server answers.
				const client = new RtmpClient(port, `127.0.2.${number + 1}`)
				client.connect()
				client.command(1, 'publish', 3, null, 'nothing?key=nothing', 'live')
				await client.closed
				if (client.commands.some(([name]) => name === 'onStatus')) waits.push(performance.now() - started)
			}
			isOver = true
			for (const socket of sockets) socket.destroy()
			return {
				result: `${held} were open; ${waits.length} of the publishers were answered, the last after ${Math.max(0, ...waits).toFixed(0)} ms`,
				holds: waits.length === publishers,
			}
		})
	},
}
