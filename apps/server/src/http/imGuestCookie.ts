import type { FastifyReply, FastifyRequest } from 'fastify'
import { guestLifetimeMs } from '../modules/messaging/index.ts'
import { isCrossSite, isSecure } from '../platform/http/headers.ts'

/** Says which guest of messaging a browser is; see `messaging/guestCookie.ts`. */
export const imGuestCookie = 'parley_im_guest'

/**
 * Of every path: lives ask for it as well, so that who was removed from a discussion watches no more. For the page of
 * another site it is kept beside that site alone, which browsers allow over HTTPS only.
 */
export function setImGuestCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
	const place = isCrossSite(request)
		? ({ sameSite: 'none', secure: true, partitioned: true } as const)
		: ({ sameSite: 'lax', secure: isSecure(request) } as const)
	reply.setCookie(imGuestCookie, value, { ...place, httpOnly: true, path: '/', maxAge: guestLifetimeMs / 1000 })
}
