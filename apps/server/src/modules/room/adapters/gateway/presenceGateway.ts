import { ok, refused } from '@parley/core'
import { type PresenceCalls, presenceInputs } from '@parley/room'
import type { Namespace } from 'socket.io'
import type { CreateRateLimit, RateLimit } from '../../../../platform/rateLimit.ts'
import type { ParticipantConnection, RoomService } from '../../index.ts'
import type { Connections } from './connections.ts'
import { type AnySocket, type GatewayLog, type Handlers, handleSocketCalls } from './socketCalls.ts'

const callsPerWindow = { times: 40, perS: 4 }

interface PresenceDeps {
	service: RoomService
	connections: Connections
	createRateLimit: CreateRateLimit
	log: GatewayLog
}

/** The `/room` namespace: calls of participants to the service, its events to the sockets they name. */
export function attachPresence(
	namespace: Namespace,
	{ service, connections, createRateLimit, log }: PresenceDeps,
): void {
	service.onRoomEvent(({ event, payload, connections, closesConnection }) => {
		namespace.to([...connections]).emit(event, ...payload)
		if (closesConnection) namespace.in([...connections]).disconnectSockets(true)
	})
	const rateLimit = createRateLimit('room-calls', callsPerWindow.times, callsPerWindow.perS)
	namespace.on('connection', (socket: AnySocket) => serveSocket(socket, { service, connections, rateLimit, log }))
}

interface SocketDeps extends Omit<PresenceDeps, 'createRateLimit'> {
	rateLimit: RateLimit
}

function serveSocket(socket: AnySocket, { service, connections, rateLimit, log }: SocketDeps): void {
	let participant: ParticipantConnection | undefined
	let entering = false
	let releaseConnection = () => {}
	connections.prepare(socket.conn)

	/** Runs a call of a participant; other sockets must enter first. */
	const whenEntered = <T>(call: (participant: ParticipantConnection) => T) =>
		participant && service.isInRoom(participant) ? call(participant) : refused('not.entered')

	const handlers: Handlers<PresenceCalls> = {
		async enter(entry) {
			if (participant || entering) return refused('input.invalid')
			entering = true
			const entered = await service.enter(entry, socket.id).finally(() => {
				entering = false
			})
			if (!entered.ok) {
				connections.refuse(socket.conn)
				return entered
			}
			releaseConnection = connections.use(socket.conn)
			const { meetingId, self } = entered.value
			participant = { meetingId, participantId: self, connection: socket.id }
			connections.name(socket.conn, { meetingId, participantId: self })
			// Disconnected while entering: they stay in the room for the grace period, as after any drop.
			if (!socket.connected) service.drop(participant)
			return entered
		},
		leave: () =>
			whenEntered(participant => {
				service.leave(participant)
				releaseConnection()
				return ok(null)
			}),
		'sending.set': sending =>
			whenEntered(participant => {
				service.setSending(participant, sending)
				return ok(null)
			}),
		'media.grant': () => whenEntered(participant => service.grant(participant)),
		'room.lock': ({ locked }) => whenEntered(participant => service.lock(participant, locked)),
		'room.end': () => whenEntered(participant => service.endByHost(participant)),
		'participant.mute': ({ participantId, source }) =>
			whenEntered(participant => service.mute(participant, participantId, source)),
		'participant.remove': ({ participantId }) => whenEntered(participant => service.remove(participant, participantId)),
	}
	handleSocketCalls<PresenceCalls>({ socket, inputs: presenceInputs, handlers, rateLimit, log })

	socket.on('disconnect', () => {
		releaseConnection()
		if (participant) service.drop(participant)
	})
}
