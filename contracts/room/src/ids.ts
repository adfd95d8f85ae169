import * as v from 'valibot'

/** One person in one meeting, for as long as they keep coming back to it; never reused. */
export const ParticipantId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/), v.brand('ParticipantId'))
export type ParticipantId = v.InferOutput<typeof ParticipantId>
