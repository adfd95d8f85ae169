import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Tracing } from './tracing.ts'

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
