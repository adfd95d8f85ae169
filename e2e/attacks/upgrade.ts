import { request } from 'node:http'

/** Paths of all sockets. */
export const socketPaths = ['/im/socket/', '/room/socket/', '/live/publish/']

/** Returns the status of a WebSocket upgrade; 101 if it opens. */
export function upgradeStatus(url: string, path: string, headers: Record<string, string>): Promise<number> {
	return new Promise((resolve, reject) => {
		const asked = request(`${url}${path}?EIO=4&transport=websocket`, {
			headers: {
				connection: 'Upgrade',
				upgrade: 'websocket',
				'sec-websocket-version': '13',
				'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
				...headers,
			},
		})
		asked.once('upgrade', (_, socket) => {
			socket.destroy()
			resolve(101)
		})
		asked.once('response', ({ statusCode = 0 }) => {
			asked.destroy()
			resolve(statusCode)
		})
		asked.once('error', reject).end()
	})
}
