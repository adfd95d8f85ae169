import { useEffect, useState } from 'react'
import { getPersonScope } from '../../session/index.ts'
import { getChangedFields } from '../submit/edit.ts'
import type { EditSearch } from '../submit/editSearch.ts'
import type { Draft, DraftField } from './draft.ts'
import { type DraftState, initDraftState, mergeSavedFields, setDraftErrors, updateDraft } from './draftState.ts'
import { type DraftKind, loadDraft, markDraftUnsent, type StoredDraft, saveDraft } from './draftStorage.ts'
import { useClearDraftOnLeave } from './useClearDraftOnLeave.ts'
import { useHistoryEntry } from './useHistoryEntry.ts'
import { type DraftErrorKey, type DraftRequirements, normalizeDraft, validateDraft } from './validateDraft.ts'

/** The form of a meeting being written, for whoever shows it. */
export interface DraftFormState {
	state: DraftState
	update(part: Partial<Draft>): void
	/** The draft as it may be sent; otherwise what is wrong with it shows. */
	validate(): Draft | undefined
	/** It could not be sent before somebody signed in again, and is back. */
	isRestored: boolean
	startOver(): void
}

interface DraftFormOptions {
	kind: DraftKind
	/** What the form stands on where nothing is kept. */
	initialDraft: () => Draft
	requirements: DraftRequirements
	/** The query of the edit form; what is kept of another meeting does not count. */
	search?: EditSearch | undefined
}

/**
 * The form of a meeting being written. It outlives a reload and the screens one visits from it (STORE-08); come to in any
 * other way it is fresh (CREATE-02), unless what was written before waits to be sent (CREATE-26).
 */
export function useDraft({ kind, initialDraft, requirements, search }: DraftFormOptions) {
	const entry = useHistoryEntry()
	const [of] = useState(() => getPersonScope())
	const [kept] = useState(() => findStoredDraft(kind, search, entry))
	const [isBack, setBack] = useState(() => kept?.isUnsent === true && Object.keys(kept.changes).length > 0)
	const [writing, setWriting] = useState(() => initDraftState({ ...initialDraft(), ...kept?.before }, kept?.changes))
	const { saved, draft } = writing

	useEffect(() => {
		const { password: _, hostPassword: __, ...open } = saved
		// Passwords that exist are the server's to tell; only new ones have to be kept here.
		const known = kind === 'edit' ? open : saved
		saveDraft(kind, { search, before: known, changes: getChangedFields(draft, saved), entry }, of)
	}, [kind, search, saved, draft, entry, of])
	useClearDraftOnLeave(kind)

	function checked(): Draft | undefined {
		const faults = validateDraft(draft, requirements)
		if (!faults) return normalizeDraft(draft)
		setWriting(setDraftErrors(writing, faults))
		return undefined
	}

	const atHand: DraftFormState = {
		state: writing,
		update: part => setWriting(writing => updateDraft(writing, part, requirements)),
		validate: checked,
		isRestored: isBack,
		startOver() {
			setBack(false)
			setWriting(initDraftState(kind === 'edit' ? saved : initialDraft()))
		},
	}
	return {
		atHand,
		learn: (part: Partial<Draft>) => setWriting(writing => mergeSavedFields(writing, part)),
		/** Nothing is sent before somebody signs in again. */
		keepUnsent: () => markDraftUnsent(kind),
		/** The server found something wrong with a field. */
		fault: (field: DraftField, fault: DraftErrorKey) =>
			setWriting(writing => setDraftErrors(writing, { [field]: fault })),
	}
}

function findStoredDraft(
	from: DraftKind,
	search: EditSearch | undefined,
	entry: string | undefined,
): StoredDraft | undefined {
	const kept = loadDraft(from)
	if (!kept || kept.search?.meeting_id !== search?.meeting_id) return undefined
	// What a screen one visited began itself is of no page yet.
	const isOfHere = kept.entry === undefined || kept.entry === entry
	return isOfHere || kept.isUnsent ? kept : undefined
}
