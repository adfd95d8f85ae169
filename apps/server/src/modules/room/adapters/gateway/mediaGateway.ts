import { ok, refused } from '@parley/core'
import { type MediaCalls, mediaInputs } from '@parley/room'
import type { Namespace } from 'socket.io'
import type { CreateRateLimit, RateLimit } from '../../../../platform/rateLimit.ts'
import type { SendToParticipant, Signalling, SignallingConnection } from '../../signalling.ts'
import type { Connections } from './connections.ts'
import { type AnySocket, type GatewayLog, type Handlers, handleSocketCalls } from './socketCalls.ts'

/** A browser that enters a full room sends a dozen candidates and answers within a second. */
const callsPerWindow = { times: 120, perS: 4 }

interface MediaDeps {
	signalling: Signalling
	connections: Connections
	createRateLimit: CreateRateLimit
	log: GatewayLog
}

/** The `/media` namespace: offers and answers of the embedded engine. Nothing is sent before a valid grant. */
export function attachMedia(namespace: Namespace, { signalling, connections, createRateLimit, log }: MediaDeps): void {
	const rateLimit = createRateLimit('media-calls', callsPerWindow.times, callsPerWindow.perS)
	namespace.on('connection', (socket: AnySocket) => serveSocket(socket, { signalling, connections, rateLimit, log }))
}

interface SocketDeps extends Omit<MediaDeps, 'createRateLimit'> {
	rateLimit: RateLimit
}

function serveSocket(socket: AnySocket, { signalling, connections, rateLimit, log }: SocketDeps): void {
	let connection: SignallingConnection | undefined
	let releaseConnection = () => {}

	let isPrepared = false
	const send: SendToParticipant = (event, ...payload) => void socket.emit(event, ...payload)

	/** The current connection, unless the message was for an earlier one, such as a prepared one that was not used. */
	const connectionOf = (id: string | undefined) =>
		id === undefined || id === connection?.connectionId ? connection : undefined

	async function hello(token: string, connectionId: string | null) {
		const answer = await signalling.hello(token, connectionId, send)
		if (!answer.ok) return answer
		if (connection && connection.connectionId !== answer.value.connectionId) connection.disconnect()
		releaseConnection()
		releaseConnection = connections.use(socket.conn)
		connections.setPrepared(socket.conn, undefined)
		connection = answer.value
		if (!socket.connected) connection.disconnect()
		return answer
	}

	async function admitPrepared(token: string): Promise<string | undefined> {
		const prepared = connection?.connectionId
		if (prepared === undefined) return undefined
		const answer = await hello(token, prepared)
		return answer.ok && answer.value.connectionId === prepared ? prepared : undefined
	}

	const handlers: Handlers<MediaCalls> = {
		async prepare() {
			if (isPrepared || connection) return refused('input.invalid')
			isPrepared = true
			const answer = await signalling.prepare(send)
			if (!answer.ok) return refused(answer.failure)
			// A grant that came meanwhile has its own connection.
			if (connection || !socket.connected) {
				answer.value.disconnect()
				return refused('engine.unavailable')
			}
			connection = answer.value
			connections.setPrepared(socket.conn, admitPrepared)
			return ok({ connectionId: connection.connectionId })
		},
		async hello({ token, connectionId }) {
			const answer = await hello(token, connectionId)
			return answer.ok ? ok({ connectionId: answer.value.connectionId }) : refused(answer.failure)
		},
		answer: ({ connectionId, offerId, sdp }) => connectionOf(connectionId)?.send({ kind: 'answer', offerId, sdp }),
		candidate: ({ connectionId, candidate, mid }) =>
			connectionOf(connectionId)?.send({ kind: 'candidate', candidate, mid }),
		published: ({ source }) => connection?.send({ kind: 'published', source }),
		unpublished: ({ source }) => connection?.send({ kind: 'unpublished', source }),
		view: ({ tiles }) => connection?.send({ kind: 'view', tiles }),
	}
	handleSocketCalls<MediaCalls>({ socket, inputs: mediaInputs, handlers, rateLimit, log })

	socket.on('disconnect', () => {
		releaseConnection()
		connections.setPrepared(socket.conn, undefined)
		connection?.disconnect()
	})
}
