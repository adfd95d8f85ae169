import { request } from 'node:http'

/** The sockets there are. */
export const socketPaths = ['/im/socket/', '/room/socket/', '/live/publish/']

/** The status a server answers to a WebSocket; 101 where it is opened. */
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
