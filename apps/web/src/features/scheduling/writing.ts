import type { Draft, DraftField } from './draft.ts'
import { type Demands, type DraftFaults, faultsOf } from './draftRules.ts'
import { changesOf } from './edit.ts'

/** A form as it stands: what the meeting was like, what somebody makes of it, and what is wrong with that. */
export interface Writing {
	before: Draft
	draft: Draft
	faults: DraftFaults
	/** Once it was to be sent, what is wrong goes as soon as it is put right. */
	isTried: boolean
	/** Counts up when faults come to be shown, for the first of them to take the focus. */
	shown: number
}

export const begun = (before: Draft, changes: Partial<Draft> = {}): Writing => ({
	before,
	draft: { ...before, ...changes },
	faults: {},
	isTried: false,
	shown: 0,
})

/** Somebody wrote something. */
export function written(writing: Writing, part: Partial<Draft>, demands: Demands): Writing {
	const draft = { ...writing.draft, ...part }
	if (!writing.isTried) return { ...writing, draft }
	const faults = { ...writing.faults }
	const found = faultsOf(draft, demands) ?? {}
	for (const field of Object.keys(part) as DraftField[]) {
		if (found[field]) faults[field] = found[field]
		else delete faults[field]
	}
	return { ...writing, draft, faults }
}

/** Something became known of what the meeting was like: it shows where nobody has written anything else. */
export function learned(writing: Writing, part: Partial<Draft>): Writing {
	const before = { ...writing.before, ...part }
	return { ...writing, before, draft: { ...before, ...changesOf(writing.draft, writing.before) } }
}

/** It was to be sent, and this is wrong with it. */
export const faulted = (writing: Writing, faults: DraftFaults): Writing => ({
	...writing,
	faults,
	isTried: true,
	shown: writing.shown + 1,
})
