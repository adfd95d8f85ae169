import { type Result, refused } from '@parley/core'
import type { PresenceCalls, PresenceEvents } from '@parley/room'
import type { PresenceSocket } from './roomSockets.ts'

const callTimeoutMs = 10_000

type InputOf<K extends keyof PresenceCalls> = Parameters<PresenceCalls[K]>[0]
type ResultOf<K extends keyof PresenceCalls> = Parameters<Parameters<PresenceCalls[K]>[1]>[0]

/** The server did not answer: no connection, or none any more. */
export type NotSent = Result<never, 'net.offline'>

/** The room's own socket: calls that are answered, news, and whether there is a connection. */
export interface PresenceConnection {
	call<K extends keyof PresenceCalls>(name: K, input: InputOf<K>): Promise<ResultOf<K> | NotSent>
	on<E extends keyof PresenceEvents>(event: E, listener: PresenceEvents[E]): void
	/** Tells of every connection made and lost. After each one made, whoever was inside has to enter again. */
	onConnectionChange(listener: (up: boolean) => void): void
	connect(): void
}

export function createPresenceConnection(socket: PresenceSocket): PresenceConnection {
	return {
		async call(name, input) {
			// The library would keep it for later and send it before we have entered again.
			if (!socket.connected) return refused('net.offline')
			try {
				// The library types each event apart; a generic name is beyond it. Input and answer are tied by our signature.
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
			socket.on('connect', () => listener(true))
			socket.on('disconnect', reason => {
				listener(false)
				// The library does not come back by itself when it was the server that hung up; after `room.closed` we do not
				// want to either, and by then the whole socket has been closed.
				if (reason === 'io server disconnect') socket.connect()
			})
		},
		connect: () => void socket.connect(),
	}
}
