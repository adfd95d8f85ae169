import { ok, refused } from '@parley/core'
import { type PresenceCalls, presenceInputs, roomLimits } from '@parley/room'
import type { Namespace } from 'socket.io'
import type { ParticipantConnection, RoomService } from '../modules/room/index.ts'
import { type AnySocket, type GatewayLog, type Handlers, handleSocketCalls } from './socketCalls.ts'

const limit = { burst: 40, perSecond: 10 }

/** The `/room` namespace: who is here and what they do. Delivers the service's news to the sockets it names. */
export function attachPresence(namespace: Namespace, service: RoomService, log: GatewayLog): void {
	service.onNews(({ event, payload, connections, closesConnection }) => {
		namespace.to([...connections]).emit(event, ...payload)
		if (closesConnection) namespace.in([...connections]).disconnectSockets(true)
	})
	namespace.on('connection', (socket: AnySocket) => serve(socket, service, log))
}

function serve(socket: AnySocket, service: RoomService, log: GatewayLog): void {
	let inside: ParticipantConnection | undefined
	let entering = false
	const stranger = setTimeout(() => socket.disconnect(true), roomLimits.handshakeTimeoutMs)

	const whoIsInside = (): ParticipantConnection | undefined => (inside && service.isInside(inside) ? inside : undefined)
	/** Runs a call of somebody inside; everybody else has to enter first. */
	const asInside = <T>(call: (who: ParticipantConnection) => T) => {
		const who = whoIsInside()
		return who ? call(who) : refused('not.entered')
	}

	const handlers: Handlers<PresenceCalls> = {
		async enter(entry) {
			if (inside || entering) return refused('input.invalid')
			entering = true
			const entered = await service.enter(entry, socket.id).finally(() => {
				entering = false
			})
			if (!entered.ok) return entered
			clearTimeout(stranger)
			const { meetingId, self } = entered.value
			const who = { meetingId, participantId: self, connection: socket.id }
			inside = who
			// Gone while the door was being opened: the place is kept as for any dropped socket.
			if (!socket.connected) service.drop(who)
			return entered
		},
		leave: () =>
			asInside(who => {
				service.leave(who)
				return ok(null)
			}),
		'sending.set': sending =>
			asInside(who => {
				service.setSending(who, sending)
				return ok(null)
			}),
		'media.grant': () => asInside(who => service.grant(who)),
		'room.lock': ({ locked }) => asInside(who => service.lock(who, locked)),
		'room.end': () => asInside(who => service.endByHost(who)),
		'participant.mute': ({ participantId, source }) => asInside(who => service.mute(who, participantId, source)),
		'participant.remove': ({ participantId }) => asInside(who => service.remove(who, participantId)),
	}
	handleSocketCalls<PresenceCalls>({ socket, inputs: presenceInputs, handlers, limit, log })

	socket.on('disconnect', () => {
		clearTimeout(stranger)
		if (inside) service.drop(inside)
	})
}
