import type { Server, Socket } from 'socket.io'
import type { WebSocket } from 'ws'
import { createWebSocketLimits, type WebSocketLimits } from './webSocketLimits.ts'

/** An Engine.IO connection, with every namespace on it. */
export type EngineConnection = Socket['conn']

/** The only enabled transport has it. */
export const webSocketOf = (connection: EngineConnection): WebSocket =>
	(connection.transport as unknown as { socket: WebSocket }).socket

export interface SocketIoLimits extends WebSocketLimits {
	/** The namespaces a client may join, each once at a time; another one, or a second time, ends the connection. */
	namespaces: readonly string[]
	isKnown(connection: EngineConnection): boolean
}

const checkEveryMs = 1_000

/** A client joins a namespace: `0/room,` within an Engine.IO message, the main one without a name. */
const joinPacket = /^0(\/[^,]*)?/
/** Either side leaves a namespace. */
const leavePacket = /^1(\/[^,]*)?/
/** The server leaves a namespace, or refuses that it is joined. */
const endPacket = /^[14](\/[^,]*)?/
const mainNamespace = '/'

/**
 * Limits the connections of a Socket.IO server below Socket.IO itself, which answers unknown namespaces and buffers
 * data that cannot be sent. Must be called before connections are accepted.
 *
 * @returns a function that stops it
 */
export function limitSocketIo(io: Server, { namespaces, isKnown, ...limits }: SocketIoLimits): () => void {
	const sockets = createWebSocketLimits(limits)

	io.engine.on('connection', (connection: EngineConnection) => {
		let queuedBytes = 0
		/** Socket.IO would join a namespace a second time, and answer each time. */
		const joined = new Set<string>()
		connection.on('packetCreate', ({ data }: { data?: unknown }) => {
			queuedBytes += lengthOf(data)
			const ended = namespaceIn(data, endPacket)
			if (ended !== undefined) joined.delete(ended)
		})
		// From here on the WebSocket buffers it.
		connection.on('flush', () => {
			queuedBytes = 0
		})
		connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
			if (type !== 'message') return
			const left = namespaceIn(data, leavePacket)
			if (left !== undefined) joined.delete(left)
			const namespace = namespaceIn(data, joinPacket)
			if (namespace === undefined) return
			// Closed at once for Socket.IO, which sees the packet next and answers nothing on a closing connection.
			if (!namespaces.includes(namespace)) refuseNamespace(connection, namespace)
			else if (joined.has(namespace)) connection.close()
			joined.add(namespace)
		})
		sockets.watch({
			webSocket: webSocketOf(connection),
			isKnown: () => isKnown(connection),
			queuedBytes: () => queuedBytes,
			ended: () => connection.close(true),
		})
	})
	const timer = setInterval(sockets.check, checkEveryMs)
	timer.unref()
	return () => clearInterval(timer)
}

/** The namespace of a packet of this kind; undefined if it is another packet. */
function namespaceIn(data: unknown, kind: RegExp): string | undefined {
	const found = typeof data === 'string' ? kind.exec(data) : null
	return found ? (found[1] ?? mainNamespace) : undefined
}

/** Maximum length of a name repeated back to the client. */
const maxNamespaceLength = 100

/** Reports the error to the client as Socket.IO would, and ends the connection. */
function refuseNamespace(connection: EngineConnection, namespace: string): void {
	if (namespace.length <= maxNamespaceLength) {
		const name = namespace === mainNamespace ? '' : `${namespace},`
		connection.write(`4${name}${JSON.stringify({ message: 'Invalid namespace' })}`)
	}
	connection.close()
}

function lengthOf(data: unknown): number {
	if (typeof data === 'string') return data.length
	return data instanceof Uint8Array ? data.byteLength : 0
}
