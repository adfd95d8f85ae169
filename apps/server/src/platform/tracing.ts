import type { FastifyInstance } from 'fastify'
import type { IsTrustedProxy } from './clientAddress.ts'

/** A statement of the database that has ended. */
export interface EndedQuery {
	/** With placeholders: its values are elsewhere. */
	text: string
	ms: number
	hasFailed: boolean
}

export interface Tracing {
	/** Traces the requests of an app that has no routes yet. */
	attach(app: FastifyInstance, isTrusted: IsTrustedProxy): void
	onQuery(query: EndedQuery): void
	/** Sends what is left, for two seconds at most. */
	stop(): Promise<void>
}
