import type { Envelope } from '@parley/im'

/** One client's connection, as the socket edge gives it. */
export interface Connection {
	id: string
	/** The address limits count by, for guests in particular. */
	address: string
	/** The server as this client named it: `https://meet.example.org:8443`. */
	origin: string
	/** Sends envelopes in this order, in one write if possible. Never throws; a closed connection drops them. */
	send(envelopes: readonly Envelope[]): void
	/** Bytes that are waiting to leave; a consumer that is slow has many. */
	pendingBytes(): number
	/** After the last envelope is on its way. */
	close(): void
}

/** Operations of an edge on a connection. */
export interface ConnectionHandler {
	/** Processes anything the client sent; never throws. */
	receive(value: unknown): void
	isLoggedIn(): boolean
	/** The person logged in on the connection. */
	personId(): string | undefined
	/** Call when the connection has closed. */
	closed(): void
}

/** The same envelopes to many connections: encoded once, framed once, one write each. */
export type Broadcast = (connections: Iterable<Connection>, envelopes: readonly Envelope[]) => void
