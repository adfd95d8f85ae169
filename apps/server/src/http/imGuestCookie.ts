import type { FastifyReply, FastifyRequest } from 'fastify'
import { guestLifetimeMs } from '../modules/messaging/index.ts'
import { isCrossSite, isSecure } from '../platform/http/headers.ts'

/** Identifies the messaging guest of a browser; see `messaging/guestCookie.ts`. */
export const imGuestCookie = 'parley_im_guest'

/**
 * Set for every path: lives read it too, so that a guest removed from a discussion can no longer watch. For a page of
 * another site it is partitioned by that site, which browsers allow over HTTPS only.
 */
export function setImGuestCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
	const place = isCrossSite(request)
		? ({ sameSite: 'none', secure: true, partitioned: true } as const)
		: ({ sameSite: 'lax', secure: isSecure(request) } as const)
	reply.setCookie(imGuestCookie, value, { ...place, httpOnly: true, path: '/', maxAge: guestLifetimeMs / 1000 })
}
