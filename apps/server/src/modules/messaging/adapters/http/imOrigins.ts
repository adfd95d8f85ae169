import cors from '@fastify/cors'
import { commonRefusals } from '@parley/api'
import { apiHeaders, imPaths } from '@parley/im'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAllowedOrigin } from '../../../../platform/allowedOrigin.ts'
import { siteOf } from '../../../../platform/http/siteOf.ts'
import { isImOrigin, type SiteService } from '../../../site/index.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** True if a page of another origin sent it, and the site allows that. */
		isOfKnownPage?: boolean
	}
}

/** Paths the SDK calls, including from pages of other sites. */
const sharedPaths = [imPaths.token, imPaths.tokenByImId, imPaths.userOnline, imPaths.device, imPaths.flow]
/** Time after which a browser repeats the preflight. */
const preflightLifetimeS = 600

const whatPagesMay = {
	methods: ['GET', 'POST'],
	allowedHeaders: ['authorization', 'content-type', ...Object.values(apiHeaders)],
	exposedHeaders: ['retry-after'],
	// The cookie of a guest; members are identified by their token only.
	credentials: true,
	maxAge: preflightLifetimeS,
}

export interface ImOriginsDeps {
	sites: Pick<SiteService, 'findByHost'>
	/** The public address, if set. */
	publicUrl: string | undefined
}

/**
 * Lets pages of the origins a site names (`imOrigins`) make the calls of messaging that are registered in this scope
 * afterwards. Pages of any other origin are refused; a request without an origin is not from a page.
 */
export async function allowImOrigins(scope: FastifyInstance, { sites, publicUrl }: ImOriginsDeps) {
	const ownOrigins = publicUrl === undefined ? [] : [publicUrl]
	scope.decorateRequest('isOfKnownPage', false)
	scope.addHook('onRequest', async (request, reply) => {
		const { origin } = request.headers
		if (origin === undefined || !isShared(request)) return
		if (isAllowedOrigin(origin, `${request.protocol}://${request.host}`, ownOrigins)) return
		const { settings } = await siteOf(sites, request)
		request.isOfKnownPage = isImOrigin(settings, origin)
		if (!request.isOfKnownPage) {
			const { http, code } = commonRefusals.forbidden
			return reply.code(http).header('vary', 'origin').send({ code, message: 'originUnknown' })
		}
	})
	await scope.register(cors, {
		delegator(request, decide) {
			const { origin } = request.headers
			decide(null, request.isOfKnownPage && origin ? { ...whatPagesMay, origin } : { origin: false })
		},
	})
}

const isShared = ({ url }: FastifyRequest): boolean => (sharedPaths as string[]).includes(url.split('?', 1)[0] ?? '')
