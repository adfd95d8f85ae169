import { type Locale, parseLocale } from '@parley/core'
import type { FastifyRequest } from 'fastify'
import type { SessionService } from '../modules/session/index.ts'
import type { Site, SiteService } from '../modules/site/index.ts'
import type { Caller } from '../platform/handlers.ts'
import { siteOf } from '../platform/http/siteOf.ts'
import { browserOf } from './csrf.ts'
import { deviceCookie } from './deviceCookie.ts'
import { imGuestCookie } from './imGuestCookie.ts'

/** A URL marked `unauth` carries neither company nor token, and both are ignored (HTTP-03, HTTP-04, OP-051). */
const isUnauth = (url: string) => /[/?&]unauth(?=[/?&=]|$)/.test(url)

export interface Authentication {
	caller: Caller
	/** A valid token with a company the person is not a member of. */
	isOtherCompany: boolean
	/** Profile data the signed-in person must complete before anything else (HTTP-10, HTTP-11). */
	incompleteProfile: 'profileNeeded' | 'phoneNeeded' | undefined
}

export function createAuthenticate(sites: SiteService, sessions: SessionService) {
	return async (request: FastifyRequest): Promise<Authentication> => {
		const site = await siteOf(sites, request)
		const token = isUnauth(request.url) ? undefined : bearer(request)
		const companyId = request.headers.corpid
		const { clientAddress: address, cookies } = request
		const authentication =
			token === undefined
				? ({ kind: 'guest' } as const)
				: await sessions.authenticate(
						token,
						site.id,
						typeof companyId === 'string' && companyId !== '' ? companyId : undefined,
						pageLanguage(request),
					)
		return {
			caller: {
				siteId: site.id,
				origin: request.linkOrigin,
				requestedOrigin: `${request.protocol}://${request.host}`,
				address,
				browser: browserOf(request),
				deviceCookie: cookies[deviceCookie],
				requestId: request.id,
				member: authentication.kind === 'member' ? authentication.member : undefined,
				token,
				imGuestCookie: request.cookies[imGuestCookie],
			},
			isOtherCompany:
				authentication.kind === 'noCompany' || (authentication.kind === 'member' && !authentication.isOwnCompany),
			incompleteProfile: authentication.kind === 'member' ? incompleteProfileOf(authentication, site) : undefined,
		}
	}
}

/** The page names its language in requests that change something; in others the browser names its own. */
const pageLanguage = ({ method, headers }: FastifyRequest): Locale | undefined =>
	method === 'GET' || method === 'DELETE' ? undefined : parseLocale(headers['accept-language'])

/** Private sites require a mobile number from every member (ROLE-09). */
function incompleteProfileOf(
	{ isComplete, hasMobile }: { isComplete: boolean; hasMobile: boolean },
	{ settings }: Site,
) {
	if (!isComplete) return 'profileNeeded'
	return settings.isPrivate && !hasMobile ? 'phoneNeeded' : undefined
}

function bearer({ headers }: FastifyRequest): string | undefined {
	const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '') ?? []
	return token
}
