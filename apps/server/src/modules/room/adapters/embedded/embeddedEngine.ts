import { randomBytes, randomUUID } from 'node:crypto'
import { ok, type Result, refused } from '@parley/core'
import { type HelloRefusal, type IceServer, type MediaGrant, ParticipantId, type PrepareRefusal } from '@parley/room'
import * as v from 'valibot'
import type { Config } from '../../../../platform/config.ts'
import type { EngineEvent, EngineHealth, EngineStats, GrantRequest, MediaEngine } from '../../mediaEngine.ts'
import type { TappableRooms, TappedBatch } from '../../roomTap.ts'
import type { ParticipantCommand, SendToParticipant, Signalling, SignallingConnection } from '../../signalling.ts'
import { turnServerOf } from '../../turnCredentials.ts'
import { type GrantClaims, signGrantToken, verifyGrantToken } from './grantToken.ts'
import { type EngineCommand, type NetworkConfig, preparedRoomId } from './ipc.ts'
import { type EngineLog, EngineUnavailableError, SfuChild, type SfuChildSetup } from './sfuChild.ts'

export interface EmbeddedConfig {
	network: NetworkConfig
	/** ICE servers sent to every browser: TURN for networks that block UDP. */
	iceServers: IceServer[]
	/** TURN servers for which each grant has credentials of its own. */
	turn?: Config['media']['turn']
	maxParticipants: number
}

export interface EmbeddedEngineSetup {
	config: EmbeddedConfig
	log: EngineLog
	now: () => number
	childEnv?: Record<string, string>
	/** Starts the process with the media; replaced in simulations. */
	startChild?: (setup: SfuChildSetup) => EngineChild
}

export type EngineChild = Pick<SfuChild, 'up' | 'pid' | 'command' | 'query' | 'stopRestarting' | 'stop'>

export interface EmbeddedEngine extends MediaEngine {
	readonly tapRoom: TappableRooms['tapRoom']
	readonly signalling: Signalling
	stats(): Promise<EngineStats>
	/** The child's process id, for tests that kill it. */
	readonly childPid: number | undefined
	beginStop(): void
}

/** An open room; the epoch invalidates grants of an earlier one. */
interface EngineRoom {
	epoch: string
	maxParticipants: number
	/** Number of removals per participant: earlier grants are invalid. */
	removals: Map<string, number>
}

/** Limits the native connections that pages without a grant hold (ROOM-82). */
const maxPrepared = 100

interface Address {
	roomId: string
	participantId: ParticipantId
}

/** A connection without a grant. Its address changes when `hello` admits it, so that no answer of its page is lost. */
interface Prepared {
	send: SendToParticipant
	/** Address until the connection is admitted. */
	readonly preparedAddress: Address
	address: Address
}

const epochOf = (room: EngineRoom, participantId: string): string =>
	`${room.epoch}.${room.removals.get(participantId) ?? 0}`

const participantKey = (roomId: string, participantId: string): string => `${roomId}/${participantId}`

/** The engine that is part of the server: our own SFU in a child process. */
export function createEmbeddedEngine({
	config,
	log,
	now,
	childEnv,
	startChild = setup => new SfuChild(setup),
}: EmbeddedEngineSetup): EmbeddedEngine {
	// Grants are valid for the life of this process: after a restart participants enter again and get new ones.
	const key = randomBytes(32)
	const rooms = new Map<string, EngineRoom>()
	const sockets = new Map<string, SendToParticipant>()
	/** By connection id. */
	const prepared = new Map<string, Prepared>()
	let preparing = 0
	const listeners = new Set<(event: EngineEvent) => void>()
	const taps = new Map<string, Set<(batch: TappedBatch) => void>>()

	const emit = (event: EngineEvent) => {
		for (const listener of listeners) listener(event)
	}
	const sendToAll = (event: 'lost') => {
		for (const send of sockets.values()) send(event)
	}

	const child = startChild({
		config: { network: config.network },
		log,
		...(childEnv ? { env: childEnv } : {}),
		onMessage(message) {
			if (message.kind === 'event') return emit(message.event)
			if (message.kind === 'tapped') {
				for (const listener of taps.get(message.roomId) ?? []) listener(message.batch)
				return
			}
			// Event and payload were paired by the child; the pairing cannot be seen through the channel's type.
			const send = sockets.get(participantKey(message.roomId, message.participantId)) as
				| ((event: string, ...payload: unknown[]) => void)
				| undefined
			send?.(message.event, ...message.payload)
		},
		onUp() {
			for (const roomId of taps.keys()) child.command({ kind: 'tap', roomId })
			emit({ type: 'available' })
		},
		onDown() {
			prepared.clear()
			emit({ type: 'unavailable' })
			sendToAll('lost')
		},
	})

	/** Returns the room of a valid grant. */
	function grantedRoom(granted: GrantClaims | undefined): EngineRoom | undefined {
		const room = granted && rooms.get(granted.roomId)
		return room && granted && granted.epoch === epochOf(room, granted.participantId) ? room : undefined
	}

	async function hello(
		token: string,
		connectionId: string | null,
		send: SendToParticipant,
	): Promise<Result<SignallingConnection, HelloRefusal>> {
		const granted = await verifyGrantToken(token, key, now())
		const room = grantedRoom(granted)
		if (!granted || !room) return refused('grant.invalid')
		const address = participantKey(granted.roomId, granted.participantId)
		const found = connectionId === null ? undefined : prepared.get(connectionId)
		// A prepared connection belongs to the socket that prepared it.
		const own = found?.send === send ? found : undefined
		if (own) own.address = { roomId: granted.roomId, participantId: granted.participantId }
		// Its own function: a socket that says `hello` again must not end the later connection with the earlier one.
		const deliver: SendToParticipant = (event, ...payload) => send(event, ...payload)
		sockets.set(address, deliver)
		const answer = await requestConnection(granted, found && !own ? null : connectionId, room.maxParticipants)
		if (!answer.ok) {
			if (own) own.address = own.preparedAddress
			if (sockets.get(address) === deliver) sockets.delete(address)
			return answer
		}
		if (own && answer.value.connectionId === connectionId) {
			prepared.delete(connectionId)
			// Another concurrent `hello` may have changed `own.address`.
			sockets.delete(participantKey(own.preparedAddress.roomId, own.preparedAddress.participantId))
		}
		return ok(joined(granted, answer.value.connectionId, deliver))
	}

	async function prepare(send: SendToParticipant): Promise<Result<SignallingConnection, PrepareRefusal>> {
		if (!child.up) return refused('engine.unavailable')
		if (prepared.size + preparing >= maxPrepared) return refused('engine.full')
		const address = { roomId: preparedRoomId, participantId: v.parse(ParticipantId, `p_${randomUUID()}`) }
		const key = participantKey(address.roomId, address.participantId)
		sockets.set(key, send)
		preparing++
		try {
			const { connectionId } = await child.query({ kind: 'prepare', participantId: address.participantId })
			prepared.set(connectionId, { send, preparedAddress: address, address })
			return ok({
				connectionId,
				send(command) {
					const current = prepared.get(connectionId)
					if (current && isNegotiation(command))
						child.command({ ...command, ...current.address } satisfies EngineCommand)
				},
				disconnect() {
					sockets.delete(key)
					if (prepared.delete(connectionId)) child.command({ kind: 'remove', ...address })
				},
			})
		} catch (error) {
			sockets.delete(key)
			if (error instanceof EngineUnavailableError) return refused('engine.unavailable')
			throw error
		} finally {
			preparing--
		}
	}

	async function requestConnection(
		{ roomId, participantId, sources }: GrantClaims,
		connectionId: string | null,
		maxParticipants: number,
	): Promise<Result<{ connectionId: string }, HelloRefusal>> {
		try {
			const answer = await child.query({ kind: 'hello', roomId, participantId, sources, connectionId, maxParticipants })
			if (!answer) return refused('engine.unavailable')
			return 'refused' in answer ? refused(answer.refused) : ok(answer)
		} catch (error) {
			if (error instanceof EngineUnavailableError) return refused('engine.unavailable')
			throw error
		}
	}

	function joined(
		{ roomId, participantId }: GrantClaims,
		connectionId: string,
		send: SendToParticipant,
	): SignallingConnection {
		const address = participantKey(roomId, participantId)
		const isCurrent = () => sockets.get(address) === send
		return {
			connectionId,
			send(command) {
				if (isCurrent()) child.command({ ...command, roomId, participantId } satisfies EngineCommand)
			},
			disconnect() {
				if (isCurrent()) sockets.delete(address)
			},
		}
	}

	const iceServersFor = (participantId: ParticipantId): IceServer[] => [
		...config.iceServers,
		...(config.turn ? [turnServerOf(config.turn, participantId, now())] : []),
	]

	async function grant(request: GrantRequest): Promise<Result<MediaGrant, 'engine.unavailable'>> {
		if (!child.up) return refused('engine.unavailable')
		const { roomId, participantId, sources } = request
		const room = rooms.get(roomId)
		if (!room) throw new Error(`room ${roomId} was not opened`)
		const expiresAt = now() + request.ttlSec * 1000
		const token = await signGrantToken(
			{ roomId, participantId, sources, epoch: epochOf(room, participantId) },
			key,
			expiresAt,
		)
		return ok({
			engine: 'embedded',
			url: '',
			token,
			roomId,
			participantId,
			iceServers: iceServersFor(participantId),
			expiresAt,
		})
	}

	async function health(): Promise<EngineHealth> {
		try {
			const { rooms, peers } = await child.query({ kind: 'stats' })
			return { ok: true, detail: `${rooms} rooms, ${peers} participants` }
		} catch (error) {
			return { ok: false, detail: error instanceof Error ? error.message : String(error) }
		}
	}

	return {
		name: 'embedded',
		maxParticipants: config.maxParticipants,
		async ensureRoom(roomId, { maxParticipants }) {
			const limit = Math.min(maxParticipants, config.maxParticipants)
			const room = rooms.get(roomId)
			if (room) room.maxParticipants = limit
			else rooms.set(roomId, { epoch: randomUUID(), maxParticipants: limit, removals: new Map() })
		},
		grant,
		async removeParticipant(roomId, participantId) {
			const address = participantKey(roomId, participantId)
			const room = rooms.get(roomId)
			room?.removals.set(participantId, (room.removals.get(participantId) ?? 0) + 1)
			sockets.delete(address)
			child.command({ kind: 'remove', roomId, participantId })
		},
		async mute(roomId, participantId, source) {
			child.command({ kind: 'mute', roomId, participantId, source })
		},
		async endRoom(roomId) {
			rooms.delete(roomId)
			for (const address of sockets.keys()) if (address.startsWith(`${roomId}/`)) sockets.delete(address)
			child.command({ kind: 'end', roomId })
		},
		list: roomId => child.query({ kind: 'list', roomId }),
		onEvent(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		tapRoom(roomId, onBatch) {
			const listeners = taps.get(roomId) ?? new Set()
			// One tap of the child serves all listeners; each may be the same function.
			const listener = (batch: TappedBatch) => onBatch(batch)
			if (listeners.size === 0) child.command({ kind: 'tap', roomId })
			taps.set(roomId, listeners.add(listener))
			return {
				requestKeyFrame: () => child.command({ kind: 'requestTapKeyFrame', roomId }),
				close() {
					if (!listeners.delete(listener) || listeners.size > 0) return
					taps.delete(roomId)
					child.command({ kind: 'untap', roomId })
				},
			}
		},
		health,
		signalling: { hello, prepare },
		stats: () => child.query({ kind: 'stats' }),
		get childPid() {
			return child.pid
		},
		beginStop: () => child.stopRestarting(),
		stop: () => child.stop(),
	}
}

/** A page without a grant may only negotiate: nothing of that reaches anybody else. */
const isNegotiation = (command: ParticipantCommand) => command.kind === 'answer' || command.kind === 'candidate'
