import { ok, refused } from '@parley/core'
import { type MediaCalls, mediaInputs, roomLimits } from '@parley/room'
import type { Namespace } from 'socket.io'
import { type AnySocket, answerCalls, type EdgeLog, type Handlers } from './edge.ts'
import type { Joined, Signalling } from './embedded/embeddedEngine.ts'

/** A newcomer to a full room sends a dozen candidates and answers within a second. */
const limit = { burst: 120, perSecond: 30 }

/** The `/media` namespace: offers and answers of the embedded engine. Nothing is said before a valid grant. */
export function attachMedia(namespace: Namespace, signalling: Signalling, log: EdgeLog): void {
	namespace.on('connection', (socket: AnySocket) => serve(socket, signalling, log))
}

function serve(socket: AnySocket, signalling: Signalling, log: EdgeLog): void {
	let joined: Joined | undefined
	const stranger = setTimeout(() => socket.disconnect(), roomLimits.handshakeTimeoutMs)

	const handlers: Handlers<MediaCalls> = {
		async hello({ token, link }) {
			const answer = await signalling.hello(token, link, (event, ...payload) => void socket.emit(event, ...payload))
			if (!answer.ok) return refused(answer.failure)
			clearTimeout(stranger)
			joined = answer.value
			if (!socket.connected) joined.forget()
			return ok({ link: answer.value.link })
		},
		answer: ({ offer, sdp }) => joined?.send({ kind: 'answer', offer, sdp }),
		candidate: ({ candidate, mid }) => joined?.send({ kind: 'candidate', candidate, mid }),
		published: ({ source }) => joined?.send({ kind: 'published', source }),
		unpublished: ({ source }) => joined?.send({ kind: 'unpublished', source }),
	}
	answerCalls<MediaCalls>({ socket, inputs: mediaInputs, handlers, limit, log })

	socket.on('disconnect', () => {
		clearTimeout(stranger)
		joined?.forget()
	})
}
