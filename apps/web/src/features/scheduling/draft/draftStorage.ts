import type { Attendees } from '@parley/api'
import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'
import type { Recurrence } from '../../meeting/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { pickEditSearch } from './draft.ts'
import {
	type Draft,
	type DraftFieldName,
	type DraftHost,
	DraftSchema,
	type EditSearch,
	noAttendees,
} from './draftFields.ts'

/** Which of the two forms a draft belongs to. */
export type DraftKind = 'create' | 'edit'

/** By the `from` of a query: anything that is not `create` belongs to the edit form (REC-05). */
export const parseDraftKind = (from: string | undefined): DraftKind => (from === 'create' ? 'create' : 'edit')

/** A draft in the storage of the tab, where it survives a reload and the picker screens (STORE-08). */
export interface StoredDraft {
	/** The query the edit form was opened with. */
	search?: EditSearch | undefined
	/** The saved meeting; of a new one, the defaults. */
	before: Partial<Draft>
	/** Changes made by the user. */
	changes: Partial<Draft>
	/** The history entry of the form; missing until a form has restored the draft. */
	entry?: string | undefined
	/** The session had ended when it was to be sent: it waits for the same person to sign in (CREATE-26). */
	isUnsent?: boolean | undefined
}

const StoredFields = v.pipe(
	v.partial(DraftSchema),
	v.transform(
		(fields): Partial<Draft> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
	),
)
const StoredDraftSchema = v.object({
	/** Person and company. */
	of: v.string(),
	entry: v.optional(v.string()),
	isUnsent: v.optional(v.boolean()),
	search: v.optional(v.record(v.string(), v.string())),
	before: StoredFields,
	changes: StoredFields,
})

const storageKey = (kind: DraftKind) => `meetingDraft.${kind}`

function readStored(kind: DraftKind) {
	const found = readTabValue(storageKey(kind), StoredDraftSchema)
	return found && { ...found, search: found.search && pickEditSearch(found.search) }
}

/** The stored draft of the current person and company; undefined if none exists, or a damaged one. */
export function loadDraft(kind: DraftKind): StoredDraft | undefined {
	const stored = readStored(kind)
	if (stored?.of !== getPersonScope()) return undefined
	const { of: _, ...draft } = stored
	return draft
}

export const saveDraft = (kind: DraftKind, draft: StoredDraft, owner = getPersonScope()): void =>
	storage.writeTabText(storageKey(kind), JSON.stringify({ of: owner, ...draft }))

/** The session has ended: the draft stays stored while the person signs in. */
export function markDraftUnsent(kind: DraftKind): void {
	const stored = readStored(kind)
	if (stored) saveDraft(kind, { ...stored, isUnsent: true }, stored.of)
}

export const isDraftUnsent = (kind: DraftKind): boolean => readStored(kind)?.isUnsent === true

export const clearDraft = (kind: DraftKind): void => storage.writeTabText(storageKey(kind), undefined)

export const hasStoredDraft = (kind: DraftKind): boolean => loadDraft(kind) !== undefined

/** The form a picker screen returns to (REC-05). */
export const draftFormLink = (kind: DraftKind) =>
	kind === 'create'
		? ({ to: '/MeetingList/CreateMeeting' } as const)
		: ({ to: '/MeetingList/EditMeeting', search: loadDraft('edit')?.search ?? {} } as const)

/** The current value of a field in the form: as changed, else as saved. */
export function getDraftField<F extends DraftFieldName>(kind: DraftKind, field: F): Draft[F] | undefined {
	const stored = loadDraft(kind)
	return stored?.changes[field] ?? stored?.before[field]
}

function saveDraftFields(kind: DraftKind, fields: Partial<Draft>): void {
	const { changes, ...stored } = loadDraft(kind) ?? { before: {}, changes: {} }
	saveDraft(kind, { ...stored, changes: { ...changes, ...fields } })
}

/** Empty for the whole company. */
export const getDraftAttendees = (kind: DraftKind): Attendees => getDraftField(kind, 'attendees') ?? noAttendees
export const saveDraftAttendees = (kind: DraftKind, attendees: Attendees): void => saveDraftFields(kind, { attendees })

/** Undefined for the person who schedules. */
export const getDraftHost = (kind: DraftKind): DraftHost | undefined => getDraftField(kind, 'host')
export const saveDraftHost = (kind: DraftKind, host: DraftHost): void => saveDraftFields(kind, { host })

/** HTML; empty if none exists. */
export const getDraftIntroduction = (kind: DraftKind): string => getDraftField(kind, 'introduction') ?? ''
export const saveDraftIntroduction = (kind: DraftKind, introduction: string): void =>
	saveDraftFields(kind, { introduction })

/** Path of an uploaded picture; empty if none exists. */
export const getDraftBackground = (kind: DraftKind): string => getDraftField(kind, 'liveBackground') ?? ''
export const saveDraftBackground = (kind: DraftKind, liveBackground: string): void =>
	saveDraftFields(kind, { liveBackground })

export const getDraftRecurrence = (kind: DraftKind): Recurrence => getDraftField(kind, 'recurrence') ?? { every: 'day' }
export const saveDraftRecurrence = (kind: DraftKind, recurrence: Recurrence): void =>
	saveDraftFields(kind, { recurrence })
