import type { FastifyInstance } from 'fastify'
import type { ConnectionEnd } from '../platform/gatewayOptions.ts'
import type { Log } from '../platform/log.ts'
import { isHealthCheck } from './health.ts'

/**
 * Writes one log line per answer, with ids, our own names and numbers only: the route as a pattern, because an address
 * may contain a secret or personal data. Health checks that pass are not written, because each load balancer asks every
 * few seconds (OPS-09).
 * @param log without redaction
 */
export function logAccess(app: FastifyInstance, log: Pick<Log, 'info'>) {
	app.addHook('onResponse', (request, reply, done) => {
		if (isHealthCheck(request) && reply.statusCode === 200) {
			done()
			return
		}
		const { callOutcome } = request
		log.info(
			{
				reqId: request.id,
				method: request.method,
				route: request.routeOptions.url ?? 'page',
				status: reply.statusCode,
				ms: Math.round(reply.elapsedTime),
				...(callOutcome?.refusal !== undefined && { refusal: callOutcome.refusal }),
				...(callOutcome?.personId !== undefined && { personId: callOutcome.personId }),
			},
			'request',
		)
		done()
	})
}

/** Writes one log line when a connection of a room or of messaging ends. */
export const connectionEndLog =
	(log: Pick<Log, 'info'>) =>
	(end: ConnectionEnd): void =>
		log.info(end, 'socket')
