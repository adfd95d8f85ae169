import * as v from 'valibot'

/** `YYYY-MM-DD HH:mm:ss`, read in the zone sent with it. */
export const WireTime = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/))

/** `YYYY-MM-DD`. */
export const WireDay = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))
