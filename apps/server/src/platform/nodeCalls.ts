import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Clock } from './clock.ts'
import { passedHeaders, requestIdHeader, requestIdOf } from './currentRequest.ts'
import type { Ids } from './ids.ts'
import { createSignedHeader, signatureLifetimeMs } from './signedHeader.ts'

/** The header with the signature of a call. */
export const callHeader = 'x-parley-node-call'
/** `POST` with the input as JSON; answered with `{ value }`. */
const pathOf = (call: string) => `/-/node-calls/${call}`
export const nodeCallRoute = pathOf(':call')
export const answerTimeoutMs = 3_000
const maxInputBytes = 64 * 1024

/** Another node, and where this one reaches it. */
export interface NodeAddress {
	id: string
	/** Null if its settings do not say. */
	url: string | null
}

/** A node did not answer a call: it may have done what was asked. */
export class NodeUnreachableError extends Error {
	/** Nothing listens at its address, so it has done nothing. */
	readonly isRefused: boolean

	constructor(node: NodeAddress, cause: unknown) {
		super(`node ${node.id} at ${node.url ?? 'an unknown address'} did not answer`, { cause })
		this.isRefused = isConnectionRefused(cause)
	}
}

/** This node must assume that others are about to take over what it has. */
export class NodeNotTrustedError extends Error {}

/** Returns whether a request failed because of nodes that do not reach each other or the database: it may soon succeed. */
export const isNodeUnavailable = (error: unknown): boolean =>
	error instanceof NodeUnreachableError || error instanceof NodeNotTrustedError

/** Returns whether nothing listens at the address of a request that failed. */
export function isConnectionRefused(error: unknown): boolean {
	const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
	return code === 'ECONNREFUSED' || (cause !== undefined && isConnectionRefused(cause))
}

/** Returns whether a call failed because the process of the node has ended, so that this node can do what was asked. */
export async function hasNodeEnded(error: unknown, removeIfEnded: () => Promise<boolean>): Promise<boolean> {
	return error instanceof NodeUnreachableError && error.isRefused && (await removeIfEnded())
}

/** Asks a node; the answer is what its handler returned. */
export type AskNode = (node: NodeAddress, call: string, input: unknown) => Promise<unknown>

/** A call of nodes to each other. */
export interface NodeCallHandler {
	input: v.GenericSchema<unknown, unknown>
	answer(input: never): unknown
}

export interface NodeCallsDeps {
	/** The same on every node; signs what they ask. */
	secret: string
	/** Id of this node. */
	id: string
	clock: Clock
	ids: Ids
	/** Sends requests to other nodes. */
	request?: typeof fetch
}

const Facts = v.object({ to: v.string(), call: v.string(), bodyHash: v.string(), nonce: v.string() })
const hashOf = (body: string) => createHash('sha256').update(body).digest('base64url')

/** Calls of the nodes of a database to each other. */
export function createNodeCalls({ secret, id, clock, ids, request = (...sent) => fetch(...sent) }: NodeCallsDeps) {
	const header = createSignedHeader(Facts, { secret, clock })
	const handlers = new Map<string, NodeCallHandler>()
	/** Nonces that were used, and when they can be forgotten. */
	const used = new Map<string, number>()

	/** @throws {NodeUnreachableError} if the node does not answer in time; another error if it rejects the call */
	async function ask(node: NodeAddress, call: string, input: unknown): Promise<unknown> {
		const body = JSON.stringify(input)
		const signed = header.sign({ to: node.id, call, bodyHash: hashOf(body), nonce: ids.secret() })
		const response = await send(
			node,
			call,
			{ 'content-type': 'application/json', ...passedHeaders(), [callHeader]: signed },
			body,
		)
		if (!response.ok) throw new Error(`node ${node.id} rejected ${call}: ${response.status}`)
		return ((await response.json()) as { value?: unknown }).value ?? undefined
	}

	async function send(node: NodeAddress, call: string, headers: Record<string, string>, body: string) {
		try {
			if (node.url === null) throw new Error('it has no address')
			const signal = AbortSignal.timeout(answerTimeoutMs)
			return await request(node.url + pathOf(call), { method: 'POST', headers, body, signal, redirect: 'error' })
		} catch (error) {
			throw new NodeUnreachableError(node, error)
		}
	}

	/** Returns whether another node has signed the call, for this one, and not before. */
	function isSigned(said: string | string[] | undefined, call: string, body: string): boolean {
		const facts = said === undefined ? undefined : header.read(said)
		if (facts?.to !== id || facts.call !== call || facts.bodyHash !== hashOf(body)) return false
		const now = clock.now()
		for (const [nonce, until] of used) if (until <= now) used.delete(nonce)
		if (used.has(facts.nonce)) return false
		// Signed up to one lifetime ahead of this clock, it is valid for two.
		used.set(facts.nonce, now + 2 * signatureLifetimeMs)
		return true
	}

	/** Answers a request for a call. @param signed its header with the signature */
	async function answer(
		call: string,
		signed: string | string[] | undefined,
		body: string,
	): Promise<{ status: 200 | 403 | 404; body: object }> {
		if (!isSigned(signed, call, body)) return { status: 403, body: {} }
		const handler = handlers.get(call)
		if (!handler) return { status: 404, body: {} }
		const value = await handler.answer(v.parse(handler.input, JSON.parse(body)) as never)
		return { status: 200, body: { value: value ?? null } }
	}

	return {
		ask,
		answer,
		/** Registers the handler of a call. */
		handle<Input>(call: string, input: v.GenericSchema<unknown, Input>, answer: (input: Input) => unknown): void {
			handlers.set(call, { input, answer })
		},
		/** Serves the calls of other nodes. */
		serve(app: FastifyInstance): void {
			app.register(async scope => {
				// The signature is of the text.
				scope.removeAllContentTypeParsers()
				scope.addContentTypeParser(
					'application/json',
					{ parseAs: 'string', bodyLimit: maxInputBytes },
					(_, body, done) => done(null, body),
				)
				scope.post<{ Params: { call: string }; Body: string | undefined }>(nodeCallRoute, async (request, reply) => {
					const { params, headers } = request
					const { status, body } = await answer(params.call, headers[callHeader], request.body ?? '')
					if (status !== 403) request.id = requestIdOf(headers[requestIdHeader]) ?? request.id
					return reply.code(status).send(body)
				})
			})
		},
	}
}
export type NodeCalls = ReturnType<typeof createNodeCalls>
