import * as v from 'valibot'
import { KeptSegment } from './segmentJournal.ts'

/** The persistent data of a stream, apart from its media. */
export const StreamIndex = v.object({
	secret: v.string(),
	endedAt: v.nullable(v.number()),
	isRecorded: v.boolean(),
	source: v.object({
		partTarget: v.number(),
		segments: v.array(KeptSegment),
	}),
})
export type StreamIndex = v.InferOutput<typeof StreamIndex>
