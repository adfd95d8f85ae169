import type { Attendees } from '@parley/api'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'
import type { Recurrence } from '../../meeting/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { type EditSearch, pickEditSearch } from '../submit/editSearch.ts'
import type { Draft } from './draft.ts'
import { ChosenHost, noAttendees } from './host.ts'

/** Which of the two forms a screen one visits belongs to. */
export type DraftKind = 'create' | 'edit'

/** By the `from` of a query: anything that is not `create` belongs to the edit form (REC-05). */
export const parseDraftKind = (from: string | undefined): DraftKind => (from === 'create' ? 'create' : 'edit')

/** What is kept of a meeting being written while one visits other screens, and over a reload (STORE-08). */
export interface StoredDraft {
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
export const RecurrenceSchema = v.variant('every', [
	v.object({ every: v.picklist(['day', 'no-fixed-time']) }),
	v.object({ every: v.literal('week'), weekday: v.number() }),
	v.object({ every: v.literal('month'), day: v.number() }),
])
const StoredFields = v.partial(
	v.object({
		topic: v.string(),
		start: v.string(),
		durationS: v.number(),
		isRecurring: v.boolean(),
		recurrence: RecurrenceSchema,
		host: ChosenHost,
		attendees: v.object({ people: v.array(Person), departments: v.array(Department) }),
		isPrivate: v.boolean(),
		hostMustOpen: v.boolean(),
		password: v.string(),
		hostPassword: v.string(),
	}),
)
const StoredDraftSchema = v.object({
	of: v.string(),
	entry: v.optional(v.string()),
	isUnsent: v.optional(v.boolean()),
	search: v.optional(v.record(v.string(), v.string())),
	before: StoredFields,
	changes: StoredFields,
})

const storageKey = (from: DraftKind) => `meetingDraft.${from}`

function readStored(from: DraftKind): (StoredDraft & { of: string }) | undefined {
	const found = readTabValue(storageKey(from), StoredDraftSchema)
	return found && ({ ...found, search: found.search && pickEditSearch(found.search) } as StoredDraft & { of: string })
}

/** What whoever is here has kept; nothing where that is nothing, somebody else's, or damaged. */
export function loadDraft(from: DraftKind): StoredDraft | undefined {
	const { of, ...kept } = readStored(from) ?? {}
	return of === getPersonScope() ? (kept as StoredDraft) : undefined
}

export const saveDraft = (from: DraftKind, kept: StoredDraft, of = getPersonScope()): void =>
	storage.writeTabText(storageKey(from), JSON.stringify({ of, ...kept }))

/** It could not be sent, because the session had ended: it outlives that one goes to sign in. */
export function markDraftUnsent(from: DraftKind): void {
	const { of, ...kept } = readStored(from) ?? {}
	if (of !== undefined) saveDraft(from, { ...(kept as StoredDraft), isUnsent: true }, of)
}

export const isUnsent = (from: DraftKind): boolean => readStored(from)?.isUnsent === true

export const clearDraft = (from: DraftKind): void => storage.writeTabText(storageKey(from), undefined)

/** Whether a form has kept its draft here. */
export const hasStoredDraft = (from: DraftKind): boolean => loadDraft(from) !== undefined

/** Where a screen that was visited returns to (REC-05). */
export const draftFormLink = (from: DraftKind) =>
	from === 'create'
		? ({ to: '/MeetingList/CreateMeeting' } as const)
		: ({ to: '/MeetingList/EditMeeting', search: loadDraft('edit')?.search ?? {} } as const)

/** What the form stands on now: what was written, else what the meeting was like. */
export function getDraftField<K extends keyof Draft>(from: DraftKind, field: K): Draft[K] | undefined {
	const kept = loadDraft(from)
	return kept?.changes[field] ?? kept?.before[field]
}

function saveDraftFields(from: DraftKind, part: Partial<Draft>): void {
	const { changes, ...kept } = loadDraft(from) ?? { before: {}, changes: {} }
	saveDraft(from, { ...kept, changes: { ...changes, ...part } })
}

/** Who is invited; nobody means the whole company. */
export const getDraftAttendees = (from: DraftKind): Attendees => getDraftField(from, 'attendees') ?? noAttendees
export const saveDraftAttendees = (from: DraftKind, attendees: Attendees): void => saveDraftFields(from, { attendees })

/** Who is to host, where that is somebody else than who writes. */
export const getDraftHost = (from: DraftKind): ChosenHost | undefined => getDraftField(from, 'host')
export const saveDraftHost = (from: DraftKind, host: ChosenHost): void => saveDraftFields(from, { host })

export const getDraftRecurrence = (from: DraftKind): Recurrence => getDraftField(from, 'recurrence') ?? { every: 'day' }
export const saveDraftRecurrence = (from: DraftKind, recurrence: Recurrence): void =>
	saveDraftFields(from, { recurrence })
