import type { ParticipantId } from '@parley/room'
import { MediaSource } from '@parley/room'
import type { Namespace } from 'socket.io'
import { createEmbeddedEngine } from '../../../apps/server/src/modules/room/adapters/embedded/embeddedEngine.ts'
import { createConnections } from '../../../apps/server/src/modules/room/adapters/gateway/connections.ts'
import { attachMedia } from '../../../apps/server/src/modules/room/adapters/gateway/mediaGateway.ts'
import { createUnlimitedRateLimit } from '../../../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import type { Chance, Scheduler } from '../scheduler.ts'
import type { MediaNetwork } from './connections.ts'
import { createMediaChild } from './mediaChild.ts'
import type { EnterAnswer } from './page.ts'
import type { ServerEnd, SocketServer } from './socket.ts'

export const roomId = '123456789'
/** Time for which a place is kept without a connection. */
const graceMs = 10_000

export const participantIdOf = (person: number): ParticipantId => `person-${person}-000000` as ParticipantId

export interface ServerDeps {
	scheduler: Scheduler
	chance: Chance
	network: MediaNetwork
	messageMs(): number
	problems: string[]
}

export type Server = ReturnType<typeof createServer>

/** The real engine and its gateway, with a room that only knows who is in it. */
export function createServer({ scheduler, chance, network, messageMs, problems }: ServerDeps) {
	const clock = { now: scheduler.now }
	const report = (fields: object, message: string) => void problems.push(`error: ${message} ${JSON.stringify(fields)}`)
	const log = { info() {}, warn() {}, error: report }
	let crash = () => {}
	const engine = createEmbeddedEngine({
		config: {
			network: { udpPorts: { from: 40_000, to: 40_010 }, udpMux: false, privateCandidates: false },
			iceServers: [],
			maxParticipants: 12,
		},
		log,
		now: scheduler.now,
		startChild(setup) {
			const started = createMediaChild({ scheduler, network, messageMs, between: chance.between }, setup)
			crash = started.crash
			return started.child
		},
	})
	const connections = createConnections(clock)
	let onSocket: (socket: ServerEnd) => void = () => {}
	const namespace = {
		on(_: 'connection', listener: typeof onSocket) {
			onSocket = listener
		},
	}
	attachMedia(namespace as unknown as Namespace, {
		signalling: engine.signalling,
		connections,
		createRateLimit: createUnlimitedRateLimit,
		log,
	})

	/** The socket of each person in the meeting, or since when they have none. */
	const places = new Map<number, ServerEnd | number>()
	const people = new Map<ServerEnd, number>()

	async function enter(end: ServerEnd, person: number): Promise<EnterAnswer> {
		const before = places.get(person)
		if (typeof before === 'object' && before !== end) {
			before.sendRoomEvent('elsewhere')
			before.disconnect()
		}
		await engine.ensureRoom(roomId, { maxParticipants: 12 })
		places.set(person, end)
		const granted = await grant(person)
		if (!end.connected) closed(end)
		if (!granted.ok) return { grant: null }
		return {
			grant: granted.value,
			admittedConnectionId: await connections.admitPrepared(end.conn as never, granted.value.token),
		}
	}

	const grant = (person: number) =>
		engine.grant({ roomId, participantId: participantIdOf(person), sources: MediaSource.options, ttlSec: 300 })

	function remove(person: number): void {
		if (!places.delete(person)) return
		void engine.removeParticipant(roomId, participantIdOf(person))
		if (places.size === 0) void engine.endRoom(roomId)
	}

	/** The place is kept for a while. */
	function closed(end: ServerEnd): void {
		for (const [person, place] of places) {
			if (place !== end) continue
			const since = scheduler.now()
			places.set(person, since)
			scheduler.after(graceMs, () => {
				if (places.get(person) === since) remove(person)
			})
		}
	}

	engine.onEvent(event => {
		if (event.type !== 'available') return
		for (const place of places.values()) if (typeof place === 'object') place.sendRoomEvent('available')
	})

	const server: SocketServer = {
		accept(end) {
			connections.add(end.conn as never, '198.51.100.7')
			connections.prepare(end.conn as never)
			onSocket(end)
		},
		call(end, name, answered) {
			const person = people.get(end)
			if (person === undefined) return
			const isIn = places.get(person) === end
			const fail = (error: unknown) => problems.push(`thrown: ${error instanceof Error ? error.stack : error}`)
			if (name === 'enter') enter(end, person).then(answered, fail)
			if (name === 'grant') {
				if (isIn) grant(person).then(answered, fail)
				else answered({ ok: false, failure: 'not.entered' })
			}
			if (name === 'leave' && isIn) remove(person)
		},
		closed,
	}
	return {
		/** The server, for the sockets of a person. */
		serverFor: (person: number): SocketServer => ({
			...server,
			accept(end) {
				people.set(end, person)
				server.accept(end)
			},
		}),
		engine,
		crash: () => crash(),
	}
}
