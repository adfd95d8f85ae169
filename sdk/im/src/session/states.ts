import type { Transition } from '../core/environment.ts'
import type { TransitionTable } from '../core/machine.ts'

/**
 * - `idle`: no user has logged in yet · `closed`: the session ended, by logout or by the server
 * - `reconnecting`: waits for the next attempt · `gaveUp`: waits for the network or the page to be back
 * - `syncing`: logged in, missed events are being read · `ready`: all of them were read
 */
export const sessionTable = {
	idle: ['connecting'],
	connecting: ['authenticating', 'reconnecting', 'closed'],
	authenticating: ['syncing', 'reconnecting', 'closed'],
	syncing: ['ready', 'reconnecting', 'closed'],
	ready: ['reconnecting', 'closed'],
	reconnecting: ['connecting', 'gaveUp', 'closed'],
	gaveUp: ['connecting', 'closed'],
	closed: ['connecting'],
} as const satisfies TransitionTable<string>

export type SessionState = keyof typeof sessionTable

/** The four states applications see (IMC-02). */
export type ConnectionState = 'disconnected' | 'connected' | 'reconnecting' | 'gaveUp'

const connectionStates: Partial<Record<SessionState, ConnectionState>> = {
	idle: 'disconnected',
	syncing: 'connected',
	ready: 'connected',
	gaveUp: 'gaveUp',
	closed: 'disconnected',
}
export const connectionStateOf = (state: SessionState): ConnectionState => connectionStates[state] ?? 'reconnecting'

export interface StateEvent extends Transition<SessionState> {
	connection: ConnectionState
	/** While it reconnects: number of the next attempt, and the delay in milliseconds. */
	attempt?: number
	retryInMs?: number
}
