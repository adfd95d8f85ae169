import type { FastifyInstance } from 'fastify'

/**
 * One line for each answer, with nothing in it but ids, names of ours and numbers: the route as a pattern, because what is
 * in an address may be a secret or somebody's. Sockets are not in it.
 */
export function logAccess(app: FastifyInstance) {
	app.addHook('onResponse', (request, reply, done) => {
		const { callOutcome } = request
		request.log.info(
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
