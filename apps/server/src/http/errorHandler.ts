import { busyRefusal, commonRefusals } from '@parley/api'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { SiteService } from '../modules/site/index.ts'
import { isDatabaseUnavailable } from '../platform/databaseUnavailable.ts'
import { UnknownHostError } from '../platform/http/siteOf.ts'
import { isNodeUnavailable } from '../platform/nodeCalls.ts'
import { replyUnknownHost } from './unknownHost.ts'

const named: Record<number, string> = { 400: 'malformed', 413: 'tooLarge', 415: 'notJson', 404: 'missing' }

/** Catches everything thrown and logs it once; the response reveals nothing about the cause. */
export function handleErrors(app: FastifyInstance, sites: Pick<SiteService, 'languageAt'>) {
	app.setErrorHandler((error: FastifyError, request, reply) => {
		if (error instanceof UnknownHostError) return replyUnknownHost(request, reply, sites)
		const unavailable = isDatabaseUnavailable(error) ? 'database' : isNodeUnavailable(error) ? 'node' : undefined
		if (unavailable) {
			request.log.warn({ reqId: request.id, err: error, route: request.routeOptions.url }, `${unavailable} unavailable`)
			const { http, code } = busyRefusal
			return reply
				.code(http)
				.header('retry-after', retryBusyAfterS)
				.send({ code, message: 'busy', requestId: request.id })
		}
		const status = error.statusCode ?? 500
		if (status < 500) return reply.code(status).send({ code: status, message: named[status] ?? 'malformed' })
		request.log.error({ reqId: request.id, err: error, route: request.routeOptions.url }, 'request failed')
		return reply.code(500).send({ ...commonBody, requestId: request.id })
	})
}

const retryBusyAfterS = '5'

const commonBody = { code: commonRefusals.broken.code, message: 'broken' }
