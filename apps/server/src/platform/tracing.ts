import type { FastifyInstance } from 'fastify'
import type { IsTrustedProxy } from './clientAddress.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

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

/** Opens the traces of the settings; undefined without them, and then none of their packages is loaded. */
export async function openTracing(
	{ tracing }: Pick<Config, 'tracing'>,
	version: string,
	log: Log,
): Promise<Tracing | undefined> {
	if (tracing === undefined) return undefined
	const { createOtlpTracing } = await import('./otlpTracing.ts')
	return createOtlpTracing(tracing, version, log)
}
