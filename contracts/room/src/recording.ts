import * as v from 'valibot'

/** The running recording of a meeting, as one participant is told of it (ROOM-150). */
export const Recording = v.object({
	/** In ms by the clock of the server. */
	startedAt: v.number(),
	/** The name of the person who started it. */
	by: v.string(),
	/** The recipient has to agree to be recorded, or leave. Until then they are not recorded (ROOM-153). */
	asksConsent: v.boolean(),
})
export type Recording = v.InferOutput<typeof Recording>

/** The longest recording, and how long before its end those who can start another are told (ROOM-162). */
export const recordingLength = { maxMs: 12 * 3_600_000, warnedMs: 10 * 60_000 } as const

/**
 * Why a recording is over: a person stopped it, it is as long as it may be, the disk of the server is full, another server has
 * the media since the meeting has grown, or it could not be continued.
 */
export const RecordingEnd = v.picklist(['stopped', 'too-long', 'disk-full', 'media-elsewhere', 'failed'])
export type RecordingEnd = v.InferOutput<typeof RecordingEnd>

/** Why a recording cannot be started, besides the role of the caller. */
export type RecordingRefusal =
	| 'recording.running'
	| 'recording.finishing'
	/** The site keeps no recordings. */
	| 'recording.off'
	/** The media of meetings are on another server, which this one does not get them from. */
	| 'recording.media-elsewhere'
	| 'recording.no-ffmpeg'
	| 'recording.disk-full'
	/** The server already records as many meetings as it can. */
	| 'recording.too-many'
