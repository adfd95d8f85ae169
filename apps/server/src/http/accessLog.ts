import type { FastifyInstance } from 'fastify'
import type { ConnectionEnd } from '../platform/gatewayOptions.ts'
import type { Log } from '../platform/log.ts'

/**
 * One line for each answer, with nothing in it but ids, names of ours and numbers: the route as a pattern, because what is
 * in an address may be a secret or somebody's.
 * @param log need not look for secrets
 */
export function logAccess(app: FastifyInstance, log: Pick<Log, 'info'>) {
	app.addHook('onResponse', (request, reply, done) => {
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

/** One line for each connection of a room or of messaging, when it ends. */
export const connectionEndLog =
	(log: Pick<Log, 'info'>) =>
	(end: ConnectionEnd): void =>
		log.info(end, 'socket')
