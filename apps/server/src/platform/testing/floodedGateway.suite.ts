import { expect, test } from 'vitest'
import { clientFrame, openUnreadSocket } from './unreadSocket.ts'

/** Far above any limit: a gateway that buffers unread data would hold as much memory. */
const floodBytes = 64 * 1024 * 1024
/** Data in flight when the connection ends: buffers of both systems and data already read. */
const onTheWayBytes = 16 * 1024 * 1024

const name = 'x'.repeat(60_000)
const floods: Record<string, Buffer> = {
	'foreign namespaces': clientFrame(`40/${name},`),
	'short names of foreign namespaces': clientFrame('40/x,'),
	'packets for a namespace it has not come to': clientFrame(`42/${name},["a"]`),
	'packets nobody can decode': clientFrame(`49${name}`),
	'pings of Engine.IO': clientFrame('2'),
	'what is no packet': clientFrame(name),
	'pings of the WebSocket': clientFrame('x'.repeat(125), 9),
	'pongs of the WebSocket': clientFrame('x'.repeat(125), 10),
	'binary frames': clientFrame(name, 2),
}

/**
 * Every socket gateway disconnects a client that floods it and reads nothing.
 *
 * @param rule as in the names of tests: `[ROOM-09]`
 */
export function testFloods(
	rule: string,
	gateway: () => { url: string; path: string; headers?: Record<string, string> },
): void {
	test.each(Object.entries(floods))(
		`${rule} a client that sends %s without end and reads nothing is cut off`,
		async (_, frame) => {
			const { url, path, headers } = gateway()
			const socket = await openUnreadSocket(url, path, headers)
			expect(await socket.flood(frame, floodBytes)).toBeLessThan(onTheWayBytes)
			await expect.poll(socket.isClosed).toBe(true)
		},
	)

	test(`${rule} a client that requests a foreign namespace is disconnected at the first`, async () => {
		const { url, path } = gateway()
		const socket = new WebSocket(`${url.replace('http', 'ws')}${path}/?EIO=4&transport=websocket`)
		const received: string[] = []
		socket.addEventListener('message', ({ data }) => {
			if (received.push(String(data)) === 1) socket.send('40/elsewhere,')
		})
		await new Promise(resolve => socket.addEventListener('close', resolve))
		expect(received.slice(1)).toEqual(['44/elsewhere,{"message":"Invalid namespace"}'])
	})
}
