import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, withServer } from './attack.ts'

const sockets = 500
const withinMs = 25_000

export const attack: Attack = {
	tried: `${sockets} room sockets that join nothing`,
	run: () =>
		withServer({}, async server => {
			const url = `${server.url.replace('http', 'ws')}/room/socket/?EIO=4&transport=websocket`
			const started = Date.now()
			const closed = Array.from(
				{ length: sockets },
				() =>
					new Promise<number>(resolve => {
						const socket = new WebSocket(url)
						socket.onclose = () => resolve(Date.now() - started)
					}),
			)
			const all = await Promise.race([Promise.all(closed), delay(withinMs).then(() => undefined)])
			return {
				result: all
					? `all were refused or closed, the last after ${(Math.max(...all) / 1000).toFixed(0)} s`
					: `some were still open after ${withinMs / 1000} s`,
				holds: all !== undefined,
			}
		}),
}
