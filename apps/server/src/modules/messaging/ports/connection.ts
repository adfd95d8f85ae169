import type { Envelope } from '@parley/im'

/** Connection of one client, as passed by the socket edge. */
export interface Connection {
	id: string
	/** Address by which limits count, for guests in particular. */
	address: string
	/** Origin under which this client reached the server: `https://meet.example.org:8443`. */
	origin: string
	/** Sends envelopes in this order, in one write if possible. Never throws; a closed connection drops them. */
	send(envelopes: readonly Envelope[]): void
	/** Bytes waiting to be sent; many for a slow client. */
	pendingBytes(): number
	/** Closes once the last envelope is on its way. */
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

/** Sends the same envelopes to many connections: encoded and framed once, one write each. */
export type Broadcast = (connections: Iterable<Connection>, envelopes: readonly Envelope[]) => void
