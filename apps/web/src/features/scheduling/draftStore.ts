import type { Attendees } from '@parley/api'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import { readTabValue, storage } from '../../storage/index.ts'
import type { Recurrence } from '../meeting/index.ts'
import { getPersonScope } from '../session/index.ts'
import { ChosenHost, nobody } from './chosen.ts'
import type { Draft } from './draft.ts'
import { type EditSearch, searchOf } from './editSearch.ts'

/** Which of the two forms a screen one visits belongs to. */
export type DraftOf = 'create' | 'edit'

/** By the `from` of a query: anything that is not `create` belongs to the edit form (REC-05). */
export const draftFrom = (from: string | undefined): DraftOf => (from === 'create' ? 'create' : 'edit')

/** What is kept of a meeting being written while one visits other screens, and over a reload (STORE-08). */
export interface KeptDraft {
	/** The query the edit form was opened with. */
	search?: EditSearch | undefined
	/** What the meeting was like before; a new one was like nothing. */
	before: Partial<Draft>
	/** What somebody has written. */
	changes: Partial<Draft>
	/** The page of the history its form is; nothing until a form has taken it on. */
	entry?: string | undefined
	/** The session had ended when it was to be sent: it waits for the same person to sign in (CREATE-26). */
	isUnsent?: boolean | undefined
}

const Person = v.object({ id: UserId, name: v.optional(v.string()) })
const Department = v.object({ number: v.string(), name: v.optional(v.string()) })
export const Recurring = v.variant('every', [
	v.object({ every: v.picklist(['day', 'no-fixed-time']) }),
	v.object({ every: v.literal('week'), weekday: v.number() }),
	v.object({ every: v.literal('month'), day: v.number() }),
])
const Parts = v.partial(
	v.object({
		topic: v.string(),
		start: v.string(),
		durationS: v.number(),
		isRecurring: v.boolean(),
		recurrence: Recurring,
		host: ChosenHost,
		attendees: v.object({ people: v.array(Person), departments: v.array(Department) }),
		isPrivate: v.boolean(),
		hostMustOpen: v.boolean(),
		password: v.string(),
		hostPassword: v.string(),
	}),
)
const Kept = v.object({
	of: v.string(),
	entry: v.optional(v.string()),
	isUnsent: v.optional(v.boolean()),
	search: v.optional(v.record(v.string(), v.string())),
	before: Parts,
	changes: Parts,
})

const keyOf = (from: DraftOf) => `meetingDraft.${from}`

function read(from: DraftOf): (KeptDraft & { of: string }) | undefined {
	const found = readTabValue(keyOf(from), Kept)
	return found && ({ ...found, search: found.search && searchOf(found.search) } as KeptDraft & { of: string })
}

/** What whoever is here has kept; nothing where that is nothing, somebody else's, or damaged. */
export function keptDraft(from: DraftOf): KeptDraft | undefined {
	const { of, ...kept } = read(from) ?? {}
	return of === getPersonScope() ? (kept as KeptDraft) : undefined
}

export const keepDraft = (from: DraftOf, kept: KeptDraft, of = getPersonScope()): void =>
	storage.writeTabText(keyOf(from), JSON.stringify({ of, ...kept }))

/** It could not be sent, because the session had ended: it outlives that one goes to sign in. */
export function keepUnsent(from: DraftOf): void {
	const { of, ...kept } = read(from) ?? {}
	if (of !== undefined) keepDraft(from, { ...(kept as KeptDraft), isUnsent: true }, of)
}

export const isUnsent = (from: DraftOf): boolean => read(from)?.isUnsent === true

export const forgetDraft = (from: DraftOf): void => storage.writeTabText(keyOf(from), undefined)

/** Whether a form has kept its draft here. */
export const isDraftKept = (from: DraftOf): boolean => keptDraft(from) !== undefined

/** Where a screen that was visited returns to (REC-05). */
export const draftAddress = (from: DraftOf) =>
	from === 'create'
		? ({ to: '/MeetingList/CreateMeeting' } as const)
		: ({ to: '/MeetingList/EditMeeting', search: keptDraft('edit')?.search ?? {} } as const)

/** What the form stands on now: what was written, else what the meeting was like. */
export function partOf<K extends keyof Draft>(from: DraftOf, field: K): Draft[K] | undefined {
	const kept = keptDraft(from)
	return kept?.changes[field] ?? kept?.before[field]
}

function keepPart(from: DraftOf, part: Partial<Draft>): void {
	const { changes, ...kept } = keptDraft(from) ?? { before: {}, changes: {} }
	keepDraft(from, { ...kept, changes: { ...changes, ...part } })
}

/** Who is invited; nobody means the whole company. */
export const attendeesOf = (from: DraftOf): Attendees => partOf(from, 'attendees') ?? nobody
export const keepAttendees = (from: DraftOf, attendees: Attendees): void => keepPart(from, { attendees })

/** Who is to host, where that is somebody else than who writes. */
export const hostOf = (from: DraftOf): ChosenHost | undefined => partOf(from, 'host')
export const keepHost = (from: DraftOf, host: ChosenHost): void => keepPart(from, { host })

export const recurrenceKept = (from: DraftOf): Recurrence => partOf(from, 'recurrence') ?? { every: 'day' }
export const keepRecurrence = (from: DraftOf, recurrence: Recurrence): void => keepPart(from, { recurrence })
