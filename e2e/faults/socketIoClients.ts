import { io, type Socket } from 'socket.io-client'
import type { MessageId, Observed } from './check.ts'
import type { Clients, ClientsSetup } from './clients.ts'

const acknowledgedWithinMs = 1_000
/** Shorter than the SDK's, so that the controls do not lose messages because they reconnect slowly. */
const reconnection = { reconnectionDelay: 50, reconnectionDelayMax: 200 }

/** Typical application code without an SDK: listen, and send again until acknowledged. */
export function createSocketIoClients({ url, subscribers, publishers }: ClientsSetup): Clients {
	const observed: Observed = { acknowledged: [], received: Array.from({ length: subscribers }, () => []) }
	const sockets: Socket[] = []
	const queues: MessageId[][] = Array.from({ length: publishers }, () => [])

	function load(client: number): void {
		const socket = io(url, { transports: ['websocket'], forceNew: true, ...reconnection })
		sockets[client] = socket
		const received = observed.received[client]
		if (received) socket.on('published', (message: MessageId) => received.push(message))
	}

	async function drain(publisher: number): Promise<void> {
		const queue = queues[publisher] ?? []
		for (let message = queue[0]; message; message = queue[0]) {
			try {
				await sockets[subscribers + publisher]?.timeout(acknowledgedWithinMs).emitWithAck('publish', message)
				observed.acknowledged.push(message)
				queue.shift()
			} catch {
				// Not acknowledged: sent again.
			}
		}
	}

	return {
		observed,
		problems: [],
		async open() {
			for (let client = 0; client < subscribers + publishers; client++) load(client)
			await Promise.all(sockets.map(socket => new Promise<void>(resolve => socket.once('connect', resolve))))
		},
		publish(message) {
			const queue = queues[message.publisher]
			if (queue?.push(message) === 1) void drain(message.publisher)
		},
		reload(client) {
			sockets[client]?.disconnect()
			load(client)
		},
		waiting: () => queues.reduce((sum, queue) => sum + queue.length, 0),
	}
}
