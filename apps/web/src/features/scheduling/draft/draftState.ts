import { getChangedFields } from '../submit/edit.ts'
import type { Draft, DraftField } from './draft.ts'
import { type DraftErrors, type DraftRequirements, validateDraft } from './validateDraft.ts'

/** A form as it stands: what the meeting was like, what somebody makes of it, and what is wrong with that. */
export interface DraftState {
	saved: Draft
	draft: Draft
	errors: DraftErrors
	/** Once it was to be sent, what is wrong goes as soon as it is put right. */
	isSubmitted: boolean
	/** Counts up when faults come to be shown, for the first of them to take the focus. */
	errorCount: number
}

export const initDraftState = (before: Draft, changes: Partial<Draft> = {}): DraftState => ({
	saved: before,
	draft: { ...before, ...changes },
	errors: {},
	isSubmitted: false,
	errorCount: 0,
})

/** Somebody wrote something. */
export function updateDraft(writing: DraftState, part: Partial<Draft>, demands: DraftRequirements): DraftState {
	const draft = { ...writing.draft, ...part }
	if (!writing.isSubmitted) return { ...writing, draft }
	const faults = { ...writing.errors }
	const found = validateDraft(draft, demands) ?? {}
	for (const field of Object.keys(part) as DraftField[]) {
		if (found[field]) faults[field] = found[field]
		else delete faults[field]
	}
	return { ...writing, draft, errors: faults }
}

/** Something became known of what the meeting was like: it shows where nobody has written anything else. */
export function mergeSavedFields(writing: DraftState, part: Partial<Draft>): DraftState {
	const before = { ...writing.saved, ...part }
	return { ...writing, saved: before, draft: { ...before, ...getChangedFields(writing.draft, writing.saved) } }
}

/** It was to be sent, and this is wrong with it. */
export const setDraftErrors = (writing: DraftState, faults: DraftErrors): DraftState => ({
	...writing,
	errors: faults,
	isSubmitted: true,
	errorCount: writing.errorCount + 1,
})
