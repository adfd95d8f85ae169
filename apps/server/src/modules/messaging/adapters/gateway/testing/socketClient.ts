import { type Envelope, encodePacket, imPaths, type PacketName, packetNumber } from '@parley/im'
import { io, type Socket } from 'socket.io-client'

/** Messaging client over a real socket, without an SDK. */
export interface SocketClient {
	socket: Socket
	/** Packets pushed by the server, and answers that match no call of this client. */
	pushes: Envelope[]
	/** Sends a call and waits for its answer; rejects if the connection ends first. */
	call(name: PacketName, data: object): Promise<Record<string, unknown> & { code: number }>
	/** Resolves with the next push of this name that is in `pushes` or arrives. */
	push(name: PacketName): Promise<Envelope>
	closed: Promise<string>
}

const waitMs = 20_000

export async function openSocketClient(url: string): Promise<SocketClient> {
	const socket = io(url, { path: imPaths.socket, transports: ['websocket'], forceNew: true, reconnection: false })
	const pushes: Envelope[] = []
	const waiting = new Map<number, (data: never) => void>()
	const watchers = new Set<() => void>()
	let messageId = 10_000
	socket.on('message', (envelope: Envelope) => {
		const answer = waiting.get(envelope.messageId)
		waiting.delete(envelope.messageId)
		if (answer) answer(envelope.jsonData as never)
		else pushes.push(envelope)
		for (const watcher of watchers) watcher()
	})
	const closed = new Promise<string>(resolve => socket.on('disconnect', resolve))
	await new Promise<void>((resolve, reject) => {
		socket.on('connect', resolve)
		socket.on('connect_error', reject)
	})
	const lost = closed.then(reason => {
		throw new Error(`the connection ended: ${reason}`)
	})
	lost.catch(() => {})
	return {
		socket,
		pushes,
		closed,
		call(name, data) {
			const id = messageId++
			const answered = new Promise<Record<string, unknown> & { code: number }>(resolve => waiting.set(id, resolve))
			socket.emit('message', encodePacket(name, id, data))
			return Promise.race([answered, lost])
		},
		push(name) {
			const take = () => {
				const at = pushes.findIndex(({ messageType }) => messageType === packetNumber(name))
				return at < 0 ? undefined : pushes.splice(at, 1)[0]
			}
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => {
					watchers.delete(look)
					reject(new Error(`push ${name} did not arrive`))
				}, waitMs)
				const look = () => {
					const found = take()
					if (!found) return
					clearTimeout(timer)
					watchers.delete(look)
					resolve(found)
				}
				watchers.add(look)
				look()
			})
		},
	}
}
