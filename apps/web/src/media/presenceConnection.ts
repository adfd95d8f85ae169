import { type Result, refused } from '@parley/core'
import type { PresenceCalls, PresenceEvents } from '@parley/room'
import type { PresenceSocket } from './roomSockets.ts'

const callTimeoutMs = 10_000

type PresenceInput<K extends keyof PresenceCalls> = Parameters<PresenceCalls[K]>[0]
type PresenceOutput<K extends keyof PresenceCalls> = Parameters<Parameters<PresenceCalls[K]>[1]>[0]

/** No connection, or no acknowledgement in time. */
export type NotSent = Result<never, 'net.offline'>

/** The `/room` namespace: acknowledged calls, events, and the state of the connection. */
export interface PresenceConnection {
	call<K extends keyof PresenceCalls>(name: K, input: PresenceInput<K>): Promise<PresenceOutput<K> | NotSent>
	on<E extends keyof PresenceEvents>(event: E, listener: PresenceEvents[E]): void
	/** After each connection `enter` has to be called again. The listener also hears of a socket that is connected already. */
	onConnectionChange(listener: (up: boolean) => void): void
	connect(): void
}

export function createPresenceConnection(socket: PresenceSocket): PresenceConnection {
	const onConnect: ((up: true) => void)[] = []

	return {
		async call(name, input) {
			// Socket.IO would buffer the call and send it before `enter`.
			if (!socket.connected) return refused('net.offline')
			try {
				// Socket.IO has one type per event and none for a generic name; our signature ties input to result.
				const timed = socket.timeout(callTimeoutMs) as unknown as {
					emitWithAck(name: string, input: unknown): Promise<never>
				}
				return await timed.emitWithAck(name, input)
			} catch {
				return refused('net.offline')
			}
		},
		on(event, listener) {
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
		connect() {
			if (socket.connected) for (const listener of onConnect) listener(true)
			else socket.connect()
		},
	}
}
