import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PathCookies } from '../platform/handlers.ts'
import { isSecure } from '../platform/http/headers.ts'
import { pathTokenCookie } from '../platform/pathTokenCookie.ts'

/** Opens playlists and media of one stream at an edge in front of this server; see `modules/live/passes.ts`. */
const livePassCookie = 'parley_live_pass'

const tokenLifetimeS = 12 * 3_600

/**
 * Lets a browser load media and files below one path without a token in any address: playlists are the same for every viewer,
 * and Safari's own player sends cookies too.
 */
export function setPathCookies(request: FastifyRequest, reply: FastifyReply, { path, token, pass }: PathCookies) {
	const place = { httpOnly: true, sameSite: 'lax', secure: isSecure(request), path } as const
	if (token !== undefined) reply.setCookie(pathTokenCookie, token, { ...place, maxAge: tokenLifetimeS })
	if (pass) reply.setCookie(livePassCookie, pass.value, { ...place, maxAge: Math.ceil(pass.forMs / 1000) })
}
