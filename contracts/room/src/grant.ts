import * as v from 'valibot'
import { ParticipantId } from './ids.ts'

/** What a participant can send. */
export const MediaSource = v.picklist(['microphone', 'camera', 'screen'])
export type MediaSource = v.InferOutput<typeof MediaSource>

/** Engines a grant can name; the page loads the matching adapter. */
export const EngineName = v.picklist(['embedded', 'livekit'])
export type EngineName = v.InferOutput<typeof EngineName>

const IceServer = v.object({
	urls: v.union([v.string(), v.array(v.string())]),
	username: v.exactOptional(v.string()),
	credential: v.exactOptional(v.string()),
})
export type IceServer = v.InferOutput<typeof IceServer>

/** Everything a browser needs to reach the media engine; short-lived, asked for again when the engine was away. */
export const MediaGrant = v.object({
	engine: EngineName,
	/** Empty for the embedded engine: it is where the page came from. */
	url: v.string(),
	token: v.string(),
	roomId: v.string(),
	participantId: ParticipantId,
	iceServers: v.array(IceServer),
	expiresAt: v.number(),
})
export type MediaGrant = v.InferOutput<typeof MediaGrant>
