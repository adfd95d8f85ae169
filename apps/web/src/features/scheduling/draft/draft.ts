import type { Meeting, MeetingChanges, MeetingForm, NewMeeting, SiteManage } from '@parley/api'
import { type Instant, MeetingId } from '@parley/core'
import * as v from 'valibot'
import type { SessionState } from '../../session/index.ts'
import {
	type Draft,
	type DraftFieldName,
	type DraftHost,
	draftFieldNames,
	draftFields,
	type EditContext,
	type EditSearch,
	type NewDraftOptions,
} from './draftFields.ts'

const createDraft = (getValue: <F extends DraftFieldName>(field: F) => Draft[F]): Draft =>
	Object.assign({}, ...draftFieldNames.map(field => ({ [field]: getValue(field) })))

/** The initial draft of a new meeting (CREATE-04, CREATE-06 to CREATE-09). */
export const newDraft = (now: Instant, hostPassword: string, site?: NewDraftOptions['site']): Draft =>
	createDraft(field => draftFields[field].initial({ now, hostPassword, site }))

/** A saved meeting as a draft. */
export const draftFromMeeting = (meeting: MeetingForm): Draft =>
	createDraft(field => draftFields[field].fromMeeting(meeting))

/** The fields of a draft that differ from before. */
export const getChangedFields = (draft: Draft, before: Partial<Draft>): Partial<Draft> =>
	Object.assign({}, ...changedFieldNames(draft, before).map(field => ({ [field]: draft[field] })))

const changedFieldNames = (draft: Draft, before: Partial<Draft>): DraftFieldName[] =>
	draftFieldNames.filter(field => JSON.stringify(draft[field]) !== JSON.stringify(before[field]))

const toNewMeetingPart = <F extends DraftFieldName>(draft: Draft, field: F) =>
	draftFields[field].toNewMeeting(draft[field], draft)

/** The request for a new meeting. */
export const toNewMeeting = (draft: Draft): NewMeeting =>
	Object.assign({}, ...draftFieldNames.map(field => toNewMeetingPart(draft, field)))

function toChangesPart<F extends DraftFieldName>(draft: Draft, field: F, edit: EditContext) {
	const { toChanges, toNewMeeting } = draftFields[field]
	return toChanges ? toChanges(draft[field], draft, edit) : toNewMeeting(draft[field], draft)
}

/**
 * The request for an edit: only the changed fields. The server keeps the rest, so two people who edit at the same time
 * do not undo each other, and a start that has passed meanwhile is not sent again.
 */
export const toMeetingChanges = (draft: Draft, before: Partial<Draft>, edit: EditContext): Omit<MeetingChanges, 'id'> =>
	Object.assign({}, ...changedFieldNames(draft, before).map(field => toChangesPart(draft, field, edit)))

/**
 * The saved values, and a draft of them, after some saved values became known: they replace what the person has not
 * changed.
 */
export function mergeSavedFields(form: { saved: Draft; draft: Draft }, fields: Partial<Draft>) {
	const saved = { ...form.saved, ...fields }
	return { saved, draft: { ...saved, ...getChangedFields(form.draft, form.saved) } }
}

/** The query of `/MeetingList/EditMeeting` (EDIT-14). */
export const toEditSearch = (meeting: Meeting): EditSearch => ({
	meeting_id: meeting.meetingId,
	...Object.fromEntries(queryParameters.map(([name, format]) => [name, format(meeting)])),
})

const queryParameters = draftFieldNames.flatMap(field => Object.entries(draftFields[field].query ?? {}))

export const editSearchKeys = ['meeting_id', ...queryParameters.map(([name]) => name)]

/** The parameters of a query, or of something stored, that belong to the edit screen. */
export const pickEditSearch = (query: Record<string, unknown>): EditSearch =>
	Object.fromEntries(editSearchKeys.flatMap(key => (typeof query[key] === 'string' ? [[key, query[key]]] : [])))

/**
 * The fields that the query of the edit screen has (EDIT-14). It may be old, cut off or made up: invalid values are left
 * out, and none is ever sent, because the values of the server replace them before anything can be.
 */
export const parseEditSearch = (query: EditSearch): Partial<Draft> =>
	Object.assign(
		{},
		...draftFieldNames.map(field => {
			const value = draftFields[field].fromQuery?.(query)
			return value === undefined ? {} : { [field]: value }
		}),
	)

/** The meeting that a query is about; undefined where that is no id. */
export function parseMeetingId({ meeting_id }: EditSearch): MeetingId | undefined {
	const parsed = v.safeParse(MeetingId, meeting_id)
	return parsed.success ? parsed.output : undefined
}

/** Returns whether there is enough to show the form before the server has answered. */
export const canShowForm = ({ topic, start, durationS }: Partial<Draft>): boolean =>
	topic !== undefined && start !== undefined && durationS !== undefined

/** The person who schedules, as a host. */
export const personToHost = (person: SessionState): DraftHost | undefined =>
	person.kind === 'member'
		? { id: person.user.id, displayName: person.user.displayName, name: person.user.name }
		: undefined

/** Returns whether the notice that guests are not admitted has to be read before scheduling (CREATE-23). */
export const shouldShowNoGuestsNotice = (
	site: Pick<SiteManage, 'guestsAllowed'> | undefined,
	company: { isPersonal: boolean },
): boolean => site?.guestsAllowed === false && !company.isPersonal
