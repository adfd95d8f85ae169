import * as v from 'valibot'
import { ParticipantId } from './ids.ts'

/** Media a participant can publish; `screen-audio` is the sound of a shared tab or system. */
export const MediaSource = v.picklist(['microphone', 'camera', 'screen', 'screen-audio'])
export type MediaSource = v.InferOutput<typeof MediaSource>

/** Media of a device, which a host can mute; a presentation is ended with `screen.stop`. */
export const DeviceSource = v.picklist(['microphone', 'camera'])
export type DeviceSource = v.InferOutput<typeof DeviceSource>

/** Engines a grant can name; the page loads the matching adapter. */
export const EngineName = v.picklist(['embedded', 'livekit'])
export type EngineName = v.InferOutput<typeof EngineName>

const IceServer = v.object({
	urls: v.union([v.string(), v.array(v.string())]),
	username: v.exactOptional(v.string()),
	credential: v.exactOptional(v.string()),
})
export type IceServer = v.InferOutput<typeof IceServer>

/**
 * Data a browser needs to connect to the media engine. Short-lived: a new one is requested whenever the engine is lost.
 */
export const MediaGrant = v.object({
	engine: EngineName,
	/** Empty for the embedded engine, which shares the page's origin. */
	url: v.string(),
	token: v.string(),
	roomId: v.string(),
	participantId: ParticipantId,
	iceServers: v.array(IceServer),
	/** Names the place that the token leads to, where it can change while a page is connected: it then connects anew. */
	place: v.exactOptional(v.string()),
	expiresAt: v.number(),
})
export type MediaGrant = v.InferOutput<typeof MediaGrant>
