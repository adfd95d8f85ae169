/** A call or an event of a socket. */
export type Handler = (...input: never[]) => unknown

/** The end of a socket at a server, as the gateway uses it. */
export interface ServerSocket {
	readonly id: string
	readonly conn: object
	readonly handshake: { auth: unknown }
	connected: boolean
	on(name: string, handler: Handler): void
	emit(name: string, ...payload: unknown[]): void
	deliver(name: string, payload: unknown[]): void
	disconnect(): void
}
