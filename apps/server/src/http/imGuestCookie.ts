import type { FastifyReply, FastifyRequest } from 'fastify'
import { guestLifetimeMs } from '../modules/messaging/index.ts'

/** Says which guest of messaging a browser is; see `messaging/guestCookie.ts`. */
export const imGuestCookie = 'parley_im_guest'

export function setImGuestCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
	reply.setCookie(imGuestCookie, value, {
		httpOnly: true,
		sameSite: 'lax',
		secure: request.protocol === 'https',
		path: '/im',
		maxAge: guestLifetimeMs / 1000,
	})
}
