import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, flag, integer, optional, shape } from './codec.ts'

export const RecordingId = v.pipe(v.string(), v.regex(/^rec_[\w-]{16}$/), v.brand('RecordingId'))
export type RecordingId = v.InferOutput<typeof RecordingId>

/** A recording of a meeting, running or finished. */
export const MeetingRecording = shape({
	id: field('id', RecordingId),
	/** In ms since 1970. */
	startedAt: field('time', integer),
	/** Missing while it is running, or is being finished. */
	durationMs: optional('duration_ms', integer),
	bytes: optional('bytes', integer),
	/** The meeting is being recorded now; without it, a recording without a duration is being finished. */
	isRunning: optional('running', flag),
})
export type MeetingRecording = ReturnType<typeof MeetingRecording.decode>

/** Everything of one recording is below it: `playlist.m3u8` for players, `recording.mp4` to keep. */
export const recordingMediaPath = (id: RecordingId): string => `/meeting/recordings/${id}/media`

const OfRecording = shape({ id: field('id', RecordingId) })

export const recording = {
	list: call({
		route: 'GET /meeting/meetings/:id/recordings',
		summary:
			'The recordings of a meeting, newest first, for its owner and for members of its company who were there; nothing for others.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ id: field('id', MeetingId) }),
		output: shape({
			recordings: field('data', array(MeetingRecording)),
			/** The caller may delete them. */
			mayDelete: field('may_delete', flag),
		}),
		refusals: {},
	}),
	open: call({
		route: 'POST /meeting/recordings/:id/open',
		summary:
			'Lets this browser play and download a recording for twelve hours, by a cookie of its path. 404: there is none that the caller may see.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: OfRecording,
		output: shape({
			/** Path of this server. */
			playlist: field('playlist', v.string()),
			download: field('download', v.string()),
		}),
		refusals: {},
	}),
	remove: call({
		route: 'DELETE /meeting/recordings/:id',
		summary: 'Deletes a recording, which the owner of its meeting may.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: OfRecording,
		output: empty,
		/** It is still running: stop it first. */
		refusals: { running: { http: 409, code: 409 } },
	}),
}
