import { MediaSource, ParticipantId } from '@parley/room'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

const issuer = 'parley'

/** Same shape as LiveKit's video grant, so that tokens of both engines look alike. */
const Claims = v.object({
	sub: ParticipantId,
	video: v.object({
		room: v.string(),
		epoch: v.string(),
		roomJoin: v.literal(true),
		canPublish: v.boolean(),
		canPublishSources: v.array(MediaSource),
		canSubscribe: v.literal(true),
	}),
})

export interface GrantClaims {
	roomId: string
	participantId: ParticipantId
	sources: MediaSource[]
	/** Identifies one opening of the room and one stay of the participant. */
	epoch: string
}

export function signGrantToken(granted: GrantClaims, key: Uint8Array, expiresAtMs: number): Promise<string> {
	const { roomId, participantId, sources, epoch } = granted
	const canPublish = sources.length > 0
	const video = { room: roomId, epoch, roomJoin: true, canPublish, canPublishSources: sources, canSubscribe: true }
	return new SignJWT({ video })
		.setProtectedHeader({ alg: 'HS256' })
		.setIssuer(issuer)
		.setSubject(participantId)
		.setExpirationTime(Math.floor(expiresAtMs / 1000))
		.sign(key)
}

/** Returns the claims of a token; undefined if it is forged, expired or from another issuer. */
export async function verifyGrantToken(
	token: string,
	key: Uint8Array,
	nowMs: number,
): Promise<GrantClaims | undefined> {
	try {
		const { payload } = await jwtVerify(token, key, { issuer, algorithms: ['HS256'], currentDate: new Date(nowMs) })
		const { sub, video } = v.parse(Claims, payload)
		const sources = video.canPublish ? video.canPublishSources : []
		return { roomId: video.room, participantId: sub, sources, epoch: video.epoch }
	} catch {
		return undefined
	}
}
