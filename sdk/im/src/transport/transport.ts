import type { Envelope } from '@parley/im'

/** `server`: the other end closed on purpose. `network`: it broke, was never made, or fell silent. */
export type CloseCause = 'server' | 'network'

export interface TransportEvents {
	onOpen(): void
	/** Whatever came in, unread. */
	onMessage(value: unknown): void
	/** Once at the end, unless it was closed from here. */
	onClose(cause: CloseCause, reason: string): void
}

/**
 * One connection: it opens by itself, and never again after it was closed. It closes itself when nothing came in for the
 * time of the heartbeat (`imLimits.heartbeat`).
 */
export interface Transport {
	send(envelope: Envelope): void
	/** After what was sent is on its way. No event follows. */
	close(): void
}

export type OpenTransport = (server: { url: string; path: string }, events: TransportEvents) => Transport
