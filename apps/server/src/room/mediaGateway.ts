import { ok, refused } from '@parley/core'
import { type MediaCalls, mediaInputs, roomLimits } from '@parley/room'
import type { Namespace } from 'socket.io'
import type { Signalling, SignallingConnection } from './embedded/embeddedEngine.ts'
import { type AnySocket, type GatewayLog, type Handlers, handleSocketCalls } from './socketCalls.ts'

/** A newcomer to a full room sends a dozen candidates and answers within a second. */
const limit = { burst: 120, perSecond: 30 }

/** The `/media` namespace: offers and answers of the embedded engine. Nothing is said before a valid grant. */
export function attachMedia(namespace: Namespace, signalling: Signalling, log: GatewayLog): void {
	namespace.on('connection', (socket: AnySocket) => serve(socket, signalling, log))
}

function serve(socket: AnySocket, signalling: Signalling, log: GatewayLog): void {
	let joined: SignallingConnection | undefined
	const stranger = setTimeout(() => socket.disconnect(), roomLimits.handshakeTimeoutMs)

	const handlers: Handlers<MediaCalls> = {
		async hello({ token, link }) {
			const answer = await signalling.hello(token, link, (event, ...payload) => void socket.emit(event, ...payload))
			if (!answer.ok) return refused(answer.failure)
			clearTimeout(stranger)
			joined = answer.value
			if (!socket.connected) joined.disconnect()
			return ok({ link: answer.value.link })
		},
		answer: ({ offer, sdp }) => joined?.send({ kind: 'answer', offer, sdp }),
		candidate: ({ candidate, mid }) => joined?.send({ kind: 'candidate', candidate, mid }),
		published: ({ source }) => joined?.send({ kind: 'published', source }),
		unpublished: ({ source }) => joined?.send({ kind: 'unpublished', source }),
	}
	handleSocketCalls<MediaCalls>({ socket, inputs: mediaInputs, handlers, limit, log })

	socket.on('disconnect', () => {
		clearTimeout(stranger)
		joined?.disconnect()
	})
}
