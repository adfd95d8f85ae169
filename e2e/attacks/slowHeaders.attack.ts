import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, withServer } from './attack.ts'

const connections = 60
/** The promised limit, and a second for a busy machine. */
const withinMs = 16_000
const half = 'GET / HTTP/1.1\r\nhost: localhost\r\nx-half'

export const attack: Attack = {
	tried: `${connections} requests whose headers never end: idle, in drops, and started after 10 s`,
	run: () =>
		withServer({}, async server => {
			const port = Number(new URL(server.url).port)
			const started = Date.now()
			const open = Array.from(
				{ length: connections },
				(_, index) =>
					new Promise<number>(resolve => {
						const kind = index % 3
						const timers: NodeJS.Timeout[] = []
						const socket = connect(port, '127.0.0.1', () => {
							if (kind === 2) timers.push(setTimeout(() => socket.write(half), 10_000))
							else socket.write(half)
							if (kind === 1) timers.push(setInterval(() => socket.write('x'), 1_000))
						})
						socket.on('error', () => {})
						socket.on('close', () => {
							for (const timer of timers) clearInterval(timer)
							resolve(Date.now() - started)
						})
						socket.resume()
					}),
			)
			const closed = await Promise.race([Promise.all(open), delay(3 * withinMs).then(() => undefined)])
			const last = closed === undefined ? undefined : Math.max(...closed)
			return {
				result:
					last === undefined ? 'some stayed open' : `all were closed, the last after ${(last / 1000).toFixed(1)} s`,
				holds: last !== undefined && last <= withinMs,
			}
		}),
}
