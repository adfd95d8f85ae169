import { type Result, refused } from '@parley/core'
import type { PresenceCalls, PresenceEvents } from '@parley/room'
import type { Socket } from 'socket.io-client'

export type PresenceSocket = Socket<PresenceEvents, PresenceCalls>

const callTimeoutMs = 10_000
/** A busy server may answer late. */
const answerTimeout = { roundTrips: 2, minMs: 250 }
/** Assumed while none is measured. */
const assumedRoundTripMs = 250

type PresenceInput<K extends keyof PresenceCalls> = Parameters<PresenceCalls[K]>[0]
type PresenceOutput<K extends keyof PresenceCalls> = Parameters<Parameters<PresenceCalls[K]>[1]>[0]

/** No connection, or no acknowledgement in time. */
export type NotSent = Result<never, 'net.offline'>

/** The `/room` namespace: acknowledged calls, events, and the state of the connection. */
export interface PresenceConnection {
	/** The id of the connected socket, by which the server knows it; undefined while there is no connection. */
	getId(): string | undefined
	call<K extends keyof PresenceCalls>(name: K, input: PresenceInput<K>): Promise<PresenceOutput<K> | NotSent>
	/** The first listeners also hear of the events that came before them, in order. */
	on<E extends keyof PresenceEvents>(event: E, listener: PresenceEvents[E]): void
	/** After each connection `enter` has to be called again. The listener also hears of a socket that is connected already. */
	onConnectionChange(listener: (up: boolean) => void): void
	connect(): void
	/**
	 * Replaces the socket if the server does not answer on it within two round trips, and resolves to whether it did: a device
	 * that has another address would notice only after many seconds (ROOM-94).
	 */
	replaceIfDead(): Promise<boolean>
}

export function createPresenceConnection(socket: PresenceSocket): PresenceConnection {
	const onConnect: ((up: true) => void)[] = []
	/** The events that a room entered ahead has sent before its screen listens (ROOM-89). */
	let early: [event: string, ...payload: unknown[]][] | undefined = []
	let hasListeners = false
	/** As of the last call. */
	let roundTripMs = assumedRoundTripMs
	const keep = (...received: [string, ...unknown[]]) => void early?.push(received)
	socket.onAny(keep)

	/** Once all listeners of the same task are there. */
	function replay() {
		socket.offAny(keep)
		const received = early ?? []
		early = undefined
		for (const [event, ...payload] of received)
			for (const listener of socket.listeners(event as never)) (listener as (...payload: unknown[]) => void)(...payload)
	}

	return {
		getId: () => (socket.connected ? socket.id : undefined),
		async call(name, input) {
			// Socket.IO would buffer the call and send it before `enter`.
			if (!socket.connected) return refused('net.offline')
			try {
				// Socket.IO has one type per event and none for a generic name; our signature ties input to result.
				const timed = socket.timeout(callTimeoutMs) as unknown as {
					emitWithAck(name: string, input: unknown): Promise<never>
				}
				const calledAt = Date.now()
				const answer = await timed.emitWithAck(name, input)
				roundTripMs = Date.now() - calledAt
				return answer
			} catch {
				return refused('net.offline')
			}
		},
		on(event, listener) {
			if (!hasListeners) queueMicrotask(replay)
			hasListeners = true
			socket.on(event as keyof PresenceEvents, listener as never)
		},
		onConnectionChange(listener) {
			onConnect.push(listener)
			socket.on('connect', () => listener(true))
			socket.on('disconnect', reason => {
				listener(false)
				// Socket.IO does not reconnect after a disconnect by the server. After `room.closed` that is right, but then
				// the whole socket has been closed.
				if (reason === 'io server disconnect') socket.connect()
			})
		},
		async replaceIfDead() {
			if (!socket.connected) return false
			try {
				const timeoutMs = Math.max(answerTimeout.minMs, answerTimeout.roundTrips * roundTripMs)
				await socket.timeout(timeoutMs).emitWithAck('socket.check', null)
				return false
			} catch {
				replaceSocket(socket.io)
				return true
			}
		},
		connect() {
			if (socket.connected) for (const listener of onConnect) listener(true)
			// One that is connecting would be connected, and entered, twice.
			else if (!socket.active) socket.connect()
		},
	}
}

/** Closes a socket that does not reach the room. The library connects again, here without its pause, which is for servers that restart. */
export function replaceSocket(manager: PresenceSocket['io']): void {
	const pauseMs = manager.reconnectionDelay()
	manager.reconnectionDelay(0)
	manager.engine.close()
	manager.reconnectionDelay(pauseMs)
}
