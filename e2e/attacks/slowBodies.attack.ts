import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, withServer } from './attack.ts'

const connections = 50
const withinMs = 45_000

export const attack: Attack = {
	tried: `${connections} requests whose bodies never end`,
	run: () =>
		withServer({}, async server => {
			const { port } = new URL(server.url)
			const started = Date.now()
			const open = Array.from(
				{ length: connections },
				() =>
					new Promise<number>(resolve => {
						const socket = connect(Number(port), '127.0.0.1', () =>
							socket.write(
								'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"name":',
							),
						)
						socket.on('error', () => {})
						socket.on('close', () => resolve(Date.now() - started))
						socket.resume()
					}),
			)
			const closed = await Promise.race([Promise.all(open), delay(withinMs).then(() => undefined)])
			return {
				result: closed
					? `all were closed after ${(Math.max(...closed) / 1000).toFixed(0)} s`
					: `some were still open after ${withinMs / 1000} s`,
				holds: closed !== undefined,
			}
		}),
}
