import { type Envelope, imLimits, pushName, readEnvelope } from '@parley/im'
import type { Environment } from '../core/environment.ts'
import type { Stats } from '../core/stats.ts'
import type { CloseCause, Transport } from '../transport/transport.ts'

export interface ConnectionEvents {
	onOpen(): void
	/** An answer or a push. @throws if it lacks data of its kind */
	onEnvelope(envelope: Envelope): void
	onClose(cause: CloseCause, reason: string): void
}

/** The current transport, if any; messages of older ones are ignored. */
export interface Connection {
	open(): void
	send(envelope: Envelope): void
	/** Without {@link ConnectionEvents.onClose}. */
	close(): void
}

export function createConnection(
	server: { url: string; path: string },
	{ env, stats }: { env: Environment; stats: Stats },
	events: ConnectionEvents,
): Connection {
	let current: Transport | undefined
	let stopTimeout: (() => void) | undefined

	function close() {
		stopTimeout?.()
		const transport = current
		current = undefined
		transport?.close()
	}
	function receive(value: unknown) {
		let reason: unknown
		const envelope = readEnvelope(value)
		try {
			if (envelope && (envelope.messageId !== 0 || pushName(envelope.messageType))) return events.onEnvelope(envelope)
		} catch (error) {
			// It lacks data of its kind. The next one may be complete.
			if (env.strict) throw error
			reason = error
		}
		stats.malformed++
		env.log('a packet could not be read', reason ?? value)
	}
	return {
		open() {
			close()
			stats.connects++
			const transport = env.openTransport(server, {
				onOpen() {
					if (current !== transport) return
					stopTimeout?.()
					events.onOpen()
				},
				onMessage(value) {
					if (current === transport) receive(value)
				},
				onClose(cause, reason) {
					if (current !== transport) return
					close()
					events.onClose(cause, reason)
				},
			})
			current = transport
			// IMC-13
			stopTimeout = env.after(imLimits.transport.timeout, () => {
				close()
				events.onClose('network', 'connect timeout')
			})
		},
		send: envelope => current?.send(envelope),
		close,
	}
}
