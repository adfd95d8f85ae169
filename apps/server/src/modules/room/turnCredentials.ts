import { createHmac } from 'node:crypto'
import type { IceServer, ParticipantId } from '@parley/room'
import type { Config } from '../../platform/config.ts'

/** A TURN server checks the time when a browser allocates a relay; one that is in use stays. */
const lifetimeS = 3600

/**
 * Credentials of a participant for the TURN servers that share a secret with this server (ROOM-105): the name ends at a time
 * and the password is its HMAC, as coturn expects with `use-auth-secret`.
 */
export function turnServerOf(
	{ urls, secret }: NonNullable<Config['media']['turn']>,
	participantId: ParticipantId,
	nowMs: number,
): IceServer {
	const username = `${Math.floor(nowMs / 1000) + lifetimeS}:${participantId}`
	return { urls, username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
