import * as v from 'valibot'

/** One person in one meeting, the same after every reconnect; never reused. */
export const ParticipantId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/), v.brand('ParticipantId'))
export type ParticipantId = v.InferOutput<typeof ParticipantId>
