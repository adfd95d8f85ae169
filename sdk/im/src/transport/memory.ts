import type { Envelope } from '@parley/im'
import type { CloseCause, OpenTransport } from './transport.ts'

/** Server end of a connection in memory. */
export interface ServerEnd {
	/** Sends to the client, which receives it a moment later, in order. */
	send(value: unknown): void
	/** `server`: closed on purpose · `network`: broken. */
	close(cause: CloseCause): void
	onMessage(envelope: Envelope): void
	/** The client closed it. */
	onClose(): void
}

export interface MemoryNetwork {
	/** Latency of one direction, in milliseconds. */
	delayMs?: number
	/** Called when a client connects; false refuses it, `hangs` never answers. */
	accept(end: ServerEnd, address: { url: string; path: string }): boolean | 'hangs'
}

interface Timers {
	/** Calls once after `ms`; returns a function that cancels. */
	after(ms: number, act: () => void): () => void
}

/** Connections without a network, for tests and simulations. Data is copied, as by a network. */
export function memoryTransport(env: Timers, network: MemoryNetwork): OpenTransport {
	return (address, events) => {
		const delayMs = network.delayMs ?? 1
		let isOpen = true
		const later = (act: () => void) => env.after(delayMs, () => isOpen && act())
		const end: ServerEnd = {
			send(value) {
				const text = JSON.stringify(value)
				later(() => events.onMessage(text === undefined ? undefined : JSON.parse(text)))
			},
			close(cause) {
				later(() => {
					isOpen = false
					events.onClose(cause, cause === 'server' ? 'io server disconnect' : 'transport close')
				})
			},
			onMessage() {},
			onClose() {},
		}
		later(() => {
			const accepted = network.accept(end, address)
			if (accepted === true) events.onOpen()
			else if (accepted === false) {
				isOpen = false
				events.onClose('network', 'refused')
			}
		})
		return {
			send(envelope) {
				const text = JSON.stringify(envelope)
				env.after(delayMs, () => end.onMessage(JSON.parse(text)))
			},
			close() {
				if (!isOpen) return
				isOpen = false
				env.after(delayMs, () => end.onClose())
			},
		}
	}
}
