import type { Envelope } from '@parley/im'

/** `server`: the other end closed on purpose. `network`: it broke, was never established, or fell silent. */
export type CloseCause = 'server' | 'network'

export interface TransportEvents {
	onOpen(): void
	/** Called with every incoming value, unparsed. */
	onMessage(value: unknown): void
	/** Called once at the end, unless it was closed from here. */
	onClose(cause: CloseCause, reason: string): void
}

/**
 * One connection: it opens automatically, and never again after it was closed. It closes itself when nothing has
 * arrived for the heartbeat period (`imLimits.heartbeat`).
 */
export interface Transport {
	send(envelope: Envelope): void
	/** Closes once sent packets have been handed over. No event follows. */
	close(): void
}

export type OpenTransport = (server: { url: string; path: string }, events: TransportEvents) => Transport
