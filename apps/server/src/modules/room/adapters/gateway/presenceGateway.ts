import { ok, refused } from '@parley/core'
import {
	type EnterAnswer,
	type EnterRequest,
	type PresenceCalls,
	presenceInputs,
	speaksRoomProtocol,
} from '@parley/room'
import type { Namespace } from 'socket.io'
import type { CreateRateLimit, RateLimit } from '../../../../platform/rateLimit.ts'
import type { ParticipantConnection, RoomService } from '../../index.ts'
import type { Connections } from './connections.ts'
import { type AnySocket, type GatewayLog, type Handlers, handleSocketCalls } from './socketCalls.ts'

const callsPerWindow = { times: 40, perS: 4 }
/** Each goes to all participants. */
const broadcastsPerWindow = { times: 12, perS: 4 }
/** A page reports every 30 seconds, and when it leaves. */
const reportsPerWindow = { times: 6, perS: 60 }

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
	const broadcastLimit = createRateLimit('room-broadcasts', broadcastsPerWindow.times, broadcastsPerWindow.perS)
	const reportLimit = createRateLimit('room-reports', reportsPerWindow.times, reportsPerWindow.perS)
	const sockets: EnteringSockets = new Map()
	const unconfirmed: UnconfirmedEntries = new Map()
	service.onNamedJoin(({ ticket, connection }) => {
		const enter = sockets.get(connection)
		enter?.(ticket)
		return enter !== undefined
	})
	namespace.on('connection', (socket: AnySocket) =>
		serveSocket(socket, { service, connections, sockets, unconfirmed, rateLimit, broadcastLimit, reportLimit, log }),
	)
}

/** By socket id: enters with a ticket, for a join that named the socket. */
type EnteringSockets = Map<string, (ticket: string) => void>

/** Entries that their pages have not confirmed, by ticket: each is undone with its socket, or when its ticket is used elsewhere. */
type UnconfirmedEntries = Map<string, () => Promise<void>>

interface SocketDeps extends Omit<PresenceDeps, 'createRateLimit'> {
	sockets: EnteringSockets
	unconfirmed: UnconfirmedEntries
	rateLimit: RateLimit
	broadcastLimit: RateLimit
	reportLimit: RateLimit
}

function serveSocket(
	socket: AnySocket,
	{ service, connections, sockets, unconfirmed, rateLimit, broadcastLimit, reportLimit, log }: SocketDeps,
): void {
	let participant: ParticipantConnection | undefined
	let entering = false
	let releaseConnection = () => {}
	connections.prepare(socket.conn)

	/** Runs a call of a participant; other sockets must enter first. */
	const whenEntered = <T>(call: (participant: ParticipantConnection) => T) =>
		participant && service.isInRoom(participant) ? call(participant) : refused('not.entered')

	/** Returns the answer as a function, which takes the snapshot of the room when the answer is sent. */
	async function enter(entry: EnterRequest): Promise<() => EnterAnswer> {
		if (participant || entering) return () => refused('input.invalid')
		// Before the ticket or the resume token is used: the page needs it after it was loaded again.
		if (!speaksRoomProtocol(socket.handshake.auth)) {
			connections.refuse(socket.conn)
			return () => refused('page.outdated')
		}
		entering = true
		const entered = await service.enter(entry, socket.id).finally(() => {
			entering = false
		})
		if (!entered.ok && entered.failure !== 'waiting') {
			connections.refuse(socket.conn)
			return () => entered
		}
		releaseConnection = connections.use(socket.conn)
		const { meetingId, self } = entered.ok ? entered.value : entered.waiting
		participant = { meetingId, participantId: self, connection: socket.id }
		connections.name(socket.conn, { meetingId, participantId: self })
		// Disconnected while entering: they stay in the room for the grace period, as after any drop.
		if (!socket.connected) service.drop(participant)
		if (!entered.ok) return () => entered
		const { grant, snapshot } = entered.value
		const admittedConnectionId = grant ? await connections.admitPrepared(socket.conn, grant.token) : undefined
		return () => ok({ ...snapshot(), ...(admittedConnectionId !== undefined && { admittedConnectionId }) })
	}

	/** The entry with the ticket of a join that named this socket. */
	let named: { ticket: string; result: Promise<() => EnterAnswer> } | undefined

	async function enterWithJoin(ticket: string) {
		const result = enter({ kind: 'ticket', ticket }).catch((error: unknown) => {
			log.error({ err: error, call: 'enter' }, 'room call failed')
			return () => refused('server.broken')
		})
		named = { ticket, result }
		const answer = await result
		if (participant) unconfirmed.set(ticket, undoEntry)
		if (socket.connected) socket.emit('entered', answer(), () => void unconfirmed.delete(ticket))
		else await unconfirmed.get(ticket)?.()
	}

	/** The page does not know that it has entered. */
	async function undoEntry() {
		if (!participant || !named) return
		const [undone, { ticket }] = [participant, named]
		participant = undefined
		named = undefined
		unconfirmed.delete(ticket)
		releaseConnection()
		await service.undoEntry(undone, ticket)
	}

	sockets.set(socket.id, ticket => void enterWithJoin(ticket))

	const handlers: Handlers<PresenceCalls> = {
		async enter(entry) {
			if (entry.kind !== 'ticket') return await enter(entry)
			if (entry.ticket === named?.ticket) {
				unconfirmed.delete(entry.ticket)
				return await named.result
			}
			await unconfirmed.get(entry.ticket)?.()
			return await enter(entry)
		},
		leave() {
			// A person who waits may leave, too.
			if (!participant || !(service.isInRoom(participant) || service.isWaiting(participant)))
				return refused('not.entered')
			service.leave(participant)
			releaseConnection()
			return ok(null)
		},
		'socket.check': () => ok(null),
		'sending.set': sending =>
			whenEntered(participant => {
				service.setSending(participant, sending)
				return ok(null)
			}),
		'hand.set': ({ raised }) =>
			whenEntered(participant => {
				service.setHand(participant, raised)
				return ok(null)
			}),
		async 'reaction.send'({ reaction }) {
			if (!(await broadcastLimit.consume(socket.id)).ok) return refused('calls.too-many')
			return whenEntered(participant => {
				service.react(participant, reaction)
				return ok(null)
			})
		},
		'screen.start': () => whenEntered(participant => service.startScreen(participant)),
		'screen.stop': () =>
			whenEntered(participant => {
				service.stopScreen(participant)
				return ok(null)
			}),
		'chat.enter': () => whenEntered(participant => service.enterChat(participant)),
		'chat.show-history': ({ shown }) => whenEntered(participant => service.setChatHistory(participant, shown)),
		async 'quality.report'(report) {
			// A page that leaves reports first: its next message can be handled while the limit counts.
			const visit = whenEntered(service.findVisit)
			if (!visit.ok) return visit
			// By participant: a page that connects again has no more reports.
			if (!(await reportLimit.consume(visit.value.participantId)).ok) return refused('calls.too-many')
			service.reportQuality(visit.value, report)
			return ok(null)
		},
		'media.grant': () => whenEntered(participant => service.grant(participant)),
		'room.lock': ({ locked }) => whenEntered(participant => service.lock(participant, locked)),
		'room.end': () => whenEntered(participant => service.endByHost(participant)),
		'room.keep': () => whenEntered(participant => service.keepMeeting(participant)),
		'room.set-permissions': changed => whenEntered(participant => service.setPermissions(participant, changed)),
		'room.mute-all': () => whenEntered(participant => service.muteAll(participant)),
		'room.lower-hands': () => whenEntered(participant => service.lowerHands(participant)),
		'room.set-spotlight': ({ participantId }) =>
			whenEntered(participant => service.setSpotlight(participant, participantId)),
		'name.set': ({ name }) => whenEntered(participant => service.setName(participant, name)),
		'participant.mute': ({ participantId, source }) =>
			whenEntered(participant => service.mute(participant, participantId, source)),
		'participant.lower-hand': ({ participantId }) =>
			whenEntered(participant => service.lowerHand(participant, participantId)),
		'participant.remove': ({ participantId }) => whenEntered(participant => service.remove(participant, participantId)),
		'participant.allow-again': ({ participantId }) =>
			whenEntered(participant => service.allowAgain(participant, participantId)),
		'host.claim': () => whenEntered(participant => service.reclaimHost(participant)),
		'participant.ask-unmute': ({ participantId }) =>
			whenEntered(participant => service.askToUnmute(participant, participantId)),
		'poll.start': draft => whenEntered(participant => service.startPoll(participant, draft)),
		async 'poll.answer'({ id, optionIndex }) {
			if (!(await broadcastLimit.consume(socket.id)).ok) return refused('calls.too-many')
			return whenEntered(participant => service.answerPoll(participant, id, optionIndex))
		},
		'poll.end': () => whenEntered(participant => service.endPoll(participant)),
		'transfer.create': () => whenEntered(participant => service.createTransfer(participant)),
		'participant.rename': ({ participantId, name }) =>
			whenEntered(participant => service.rename(participant, participantId, name)),
		'participant.set-co-host': ({ participantId, coHost }) =>
			whenEntered(participant => service.setCoHost(participant, participantId, coHost)),
		'participant.hand-over': ({ participantId }) =>
			whenEntered(participant => service.handOver(participant, participantId)),
		'waiting.set': ({ isOn }) => whenEntered(participant => service.setWaitingRoom(participant, isOn)),
		'waiting.admit': ({ participantId }) =>
			whenEntered(participant => service.admitWaiting(participant, participantId)),
		'waiting.admit-all': () => whenEntered(participant => service.admitAllWaiting(participant)),
		'waiting.deny': ({ participantId, message }) =>
			whenEntered(participant => service.denyWaiting(participant, participantId, message)),
		'waiting.message': ({ text }) => whenEntered(participant => service.messageWaiting(participant, text)),
		'participant.move-to-waiting': ({ participantId }) =>
			whenEntered(participant => service.moveToWaiting(participant, participantId)),
		'recording.start': () => whenEntered(participant => service.startRecording(participant)),
		'recording.stop': () => whenEntered(participant => service.stopRecording(participant)),
		'recording.agree': () =>
			whenEntered(participant => {
				service.agreeToRecording(participant)
				return ok(null)
			}),
	}
	handleSocketCalls<PresenceCalls>({ socket, inputs: presenceInputs, handlers, rateLimit, log })

	socket.on('disconnect', () => {
		sockets.delete(socket.id)
		if (named && unconfirmed.has(named.ticket)) return void undoEntry()
		releaseConnection()
		if (participant) service.drop(participant)
	})
}
