import type { Attendees } from '@parley/api'
import { UserId } from '@parley/core'
import * as v from 'valibot'

/** Who is to host, as far as a chooser knows them; `name` is the login name. */
export const ChosenHost = v.object({ id: UserId, displayName: v.string(), name: v.optional(v.string()) })
export type ChosenHost = v.InferOutput<typeof ChosenHost>

export const noAttendees: Attendees = { people: [], departments: [] }
