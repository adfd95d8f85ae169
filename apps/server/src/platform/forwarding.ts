import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createProxyServer, proxyUpgrade } from 'httpxy'
import * as v from 'valibot'
import type { Clock } from './clock.ts'
import { createSignedHeader } from './signedHeader.ts'

/** Header and secret are called `relay`, and older servers beside this one know them by that name. */
export const forwardedHeader = 'x-parley-relay'
/** Nodes answer each other within this time. */
const answerTimeoutMs = 5_000
/** A request may upload a large part over a slow line. */
const requestTimeoutMs = 60_000

const ForwardedClient = v.object({ address: v.string(), host: v.string(), origin: v.string() })

/** Facts about the client of a request that is passed on, which the next node cannot see. */
export type ForwardedClient = v.InferOutput<typeof ForwardedClient>

export interface ForwardingDeps {
	/** The same on every node; signs what they say about requests. */
	secret: string
	clock: Clock
	/** Returns the facts about the client of a request that came to this node first. */
	describe(request: IncomingMessage): ForwardedClient
}

/** Passes WebSockets and requests on to the node that has what they are for. */
export function createForwarding({ secret, clock, describe }: ForwardingDeps) {
	const known = new WeakMap<IncomingMessage, { forwarded: ForwardedClient | undefined }>()
	const open = new Set<Duplex>()
	const header = createSignedHeader(ForwardedClient, { secret, clock })
	const proxy = createProxyServer()
	/** Returns the signed facts about the client of a request. */
	const headerFor = (request: IncomingMessage): string => header.sign(describe(request))

	return {
		headerFor,
		/** Returns the value of `forwardedHeader` for a client that came to this node without HTTP. */
		sign: (forwarded: ForwardedClient): string => header.sign(forwarded),
		/** Returns what another node says about a request that it has passed on; undefined for the request of a client. */
		read(request: IncomingMessage): ForwardedClient | undefined {
			const said = request.headers[forwardedHeader]
			if (said === undefined) return undefined
			const found = known.get(request) ?? { forwarded: header.read(said) }
			known.set(request, found)
			return found.forwarded
		},
		/**
		 * Passes the upgrade of a WebSocket on to the node at `url`. The end of one side ends the other.
		 * @throws if the node does not answer, or refuses; the client's socket is then closed
		 */
		async passOn(url: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
			open.add(socket)
			socket.once('close', () => open.delete(socket))
			const headers = { [forwardedHeader]: headerFor(request) }
			const upstream = await proxyUpgrade(url, request, socket, head, {
				headers,
				xfwd: false,
				upgradeTimeout: answerTimeoutMs,
			})
			endWith(socket, upstream)
			endWith(upstream, socket)
		},
		/**
		 * Passes a request on to the node at `url`, and its answer back, without keeping either in memory.
		 * @throws if the node cannot be reached, or breaks off
		 */
		async passRequestOn(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
			const headers = { [forwardedHeader]: headerFor(request) }
			await proxy.web(request, response, { target: url, headers, xfwd: false, proxyTimeout: requestTimeoutMs })
		},
		/** Ends everything that is being passed on; pages connect again. */
		close(): void {
			for (const socket of open) socket.destroy()
		},
	}
}
/** No connection that is passed on is used with one direction closed. */
export function endWith(one: Duplex, other: Duplex): void {
	one.once('end', () => other.end(() => other.destroy()))
	one.once('close', () => other.destroy())
}
export type Forwarding = ReturnType<typeof createForwarding>
