import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { proxyUpgrade } from 'httpxy'
import * as v from 'valibot'
import type { Clock } from './clock.ts'
import { isEqualInConstantTime } from './constantTime.ts'

const relayHeader = 'x-parley-relay'
/** Nodes answer each other within this time. */
const answerTimeoutMs = 5_000
/** A header is used at once; the clocks of nodes may differ by this much. */
export const relayLifetimeMs = 300_000

const Relayed = v.object({ address: v.string(), host: v.string(), origin: v.string(), signedAt: v.number() })

/** Facts about the client of a request that is passed on, which the next node cannot see. */
export type Relayed = Omit<v.InferOutput<typeof Relayed>, 'signedAt'>

export interface RelayDeps {
	/** The same on every node; signs what they say about requests. */
	secret: string
	clock: Clock
	/** Returns the facts about the client of a request that came to this node first. */
	describe(request: IncomingMessage): Relayed
}

/** Passes WebSockets on to the node that has what they are for. */
export function createRelay({ secret, clock, describe }: RelayDeps) {
	const known = new WeakMap<IncomingMessage, { relayed: Relayed | undefined }>()
	const open = new Set<Duplex>()
	const signatureOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

	/** Returns the signed facts about the client of a request. */
	function headerFor(request: IncomingMessage): string {
		const text = Buffer.from(JSON.stringify({ ...describe(request), signedAt: clock.now() })).toString('base64url')
		return `${text}.${signatureOf(text)}`
	}

	/** A header that nobody who knows the secret has signed, or not lately, says nothing. */
	function readHeader(header: string | string[] | undefined): Relayed | undefined {
		const [text = '', signature = ''] = [header].flat().join().split('.')
		if (!isEqualInConstantTime(signature, signatureOf(text))) return undefined
		const { signedAt, ...relayed } = v.parse(Relayed, JSON.parse(Buffer.from(text, 'base64url').toString()))
		return Math.abs(clock.now() - signedAt) < relayLifetimeMs ? relayed : undefined
	}

	return {
		headerFor,
		/** Returns what another node says about a request that it has passed on; undefined for the request of a client. */
		read(request: IncomingMessage): Relayed | undefined {
			const header = request.headers[relayHeader]
			if (header === undefined) return undefined
			const found = known.get(request) ?? { relayed: readHeader(header) }
			known.set(request, found)
			return found.relayed
		},
		/**
		 * Passes the upgrade of a WebSocket on to the node at `url`. The end of one side ends the other.
		 * @throws if the node does not answer, or refuses; the client's socket is then closed
		 */
		async passOn(url: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
			open.add(socket)
			socket.once('close', () => open.delete(socket))
			const headers = { [relayHeader]: headerFor(request) }
			const upstream = await proxyUpgrade(url, request, socket, head, {
				headers,
				xfwd: false,
				upgradeTimeout: answerTimeoutMs,
			})
			endWith(socket, upstream)
			endWith(upstream, socket)
		},
		/** Ends everything that is being passed on; pages connect again. */
		close(): void {
			for (const socket of open) socket.destroy()
		},
	}
}
/** A WebSocket is not used with one direction closed. */
function endWith(one: Duplex, other: Duplex): void {
	one.once('end', () => other.end(() => other.destroy()))
	one.once('close', () => other.destroy())
}
export type Relay = ReturnType<typeof createRelay>
