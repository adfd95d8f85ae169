import * as v from 'valibot'

/** Nine random digits, never sequential; typed ids of other servers may have up to twelve (OP-004). */
export const MeetingId = v.pipe(v.string(), v.regex(/^\d{9,12}$/), v.brand('MeetingId'))
export type MeetingId = v.InferOutput<typeof MeetingId>

const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/))

export const UserId = v.pipe(key, v.brand('UserId'))
export type UserId = v.InferOutput<typeof UserId>

export const CompanyId = v.pipe(key, v.brand('CompanyId'))
export type CompanyId = v.InferOutput<typeof CompanyId>

export const SiteId = v.pipe(key, v.brand('SiteId'))
export type SiteId = v.InferOutput<typeof SiteId>
