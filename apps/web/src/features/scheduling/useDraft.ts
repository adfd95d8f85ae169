import { useEffect, useState } from 'react'
import { getPersonScope } from '../session/index.ts'
import type { Draft, DraftField } from './draft.ts'
import { type Demands, type DraftFault, faultsOf, tidied } from './draftRules.ts'
import { type DraftOf, type KeptDraft, keepDraft, keepUnsent, keptDraft } from './draftStore.ts'
import { changesOf } from './edit.ts'
import type { EditSearch } from './editSearch.ts'
import { useDraftStay } from './useDraftStay.ts'
import { useEntry } from './useEntry.ts'
import { begun, faulted, learned, type Writing, written } from './writing.ts'

/** The form of a meeting being written, for whoever shows it. */
export interface DraftAtHand {
	writing: Writing
	write(part: Partial<Draft>): void
	/** The draft as it may be sent; otherwise what is wrong with it shows. */
	checked(): Draft | undefined
	/** It could not be sent before somebody signed in again, and is back. */
	isBack: boolean
	beginAnew(): void
}

interface Opened {
	from: DraftOf
	/** What the form stands on where nothing is kept. */
	start: () => Draft
	demands: Demands
	/** The query of the edit form; what is kept of another meeting does not count. */
	search?: EditSearch | undefined
}

/**
 * The form of a meeting being written. It outlives a reload and the screens one visits from it (STORE-08); come to in any
 * other way it is fresh (CREATE-02), unless what was written before waits to be sent (CREATE-26).
 */
export function useDraft({ from, start, demands, search }: Opened) {
	const entry = useEntry()
	const [of] = useState(() => getPersonScope())
	const [kept] = useState(() => keptHere(from, search, entry))
	const [isBack, setBack] = useState(() => kept?.isUnsent === true && Object.keys(kept.changes).length > 0)
	const [writing, setWriting] = useState(() => begun({ ...start(), ...kept?.before }, kept?.changes))
	const { before, draft } = writing

	useEffect(() => {
		const { password: _, hostPassword: __, ...open } = before
		// Passwords that exist are the server's to tell; only new ones have to be kept here.
		const known = from === 'edit' ? open : before
		keepDraft(from, { search, before: known, changes: changesOf(draft, before), entry }, of)
	}, [from, search, before, draft, entry, of])
	useDraftStay(from)

	function checked(): Draft | undefined {
		const faults = faultsOf(draft, demands)
		if (!faults) return tidied(draft)
		setWriting(faulted(writing, faults))
		return undefined
	}

	const atHand: DraftAtHand = {
		writing,
		write: part => setWriting(writing => written(writing, part, demands)),
		checked,
		isBack,
		beginAnew() {
			setBack(false)
			setWriting(begun(from === 'edit' ? before : start()))
		},
	}
	return {
		atHand,
		learn: (part: Partial<Draft>) => setWriting(writing => learned(writing, part)),
		/** Nothing is sent before somebody signs in again. */
		keepUnsent: () => keepUnsent(from),
		/** The server found something wrong with a field. */
		fault: (field: DraftField, fault: DraftFault) => setWriting(writing => faulted(writing, { [field]: fault })),
	}
}

function keptHere(from: DraftOf, search: EditSearch | undefined, entry: string | undefined): KeptDraft | undefined {
	const kept = keptDraft(from)
	if (!kept || kept.search?.meeting_id !== search?.meeting_id) return undefined
	// What a screen one visited began itself is of no page yet.
	const isOfHere = kept.entry === undefined || kept.entry === entry
	return isOfHere || kept.isUnsent ? kept : undefined
}
