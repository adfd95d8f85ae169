import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownDeviceLifetimeMs } from '../modules/account/index.ts'

/** Names the people who have signed in on a device; see `account/knownDevices.ts`. */
export const deviceCookie = 'parley_device'

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
	reply.setCookie(deviceCookie, value, {
		httpOnly: true,
		sameSite: 'lax',
		secure: request.protocol === 'https',
		path: '/',
		maxAge: knownDeviceLifetimeMs / 1000,
	})
}
