import { useEffect, useState } from 'react'
import type { Draft, DraftField } from './draft.ts'
import { type Demands, type DraftFault, faultsOf, tidied } from './draftRules.ts'
import { type DraftOf, type KeptDraft, keepDraft, keptDraft } from './draftStore.ts'
import { changesOf } from './edit.ts'
import type { EditSearch } from './editSearch.ts'
import { useDraftStay } from './useDraftStay.ts'
import { begun, faulted, learned, type Writing, written } from './writing.ts'

/** The form of a meeting being written, for whoever shows it. */
export interface DraftAtHand {
	writing: Writing
	write(part: Partial<Draft>): void
	/** The draft as it may be sent; otherwise what is wrong with it shows. */
	checked(): Draft | undefined
}

interface Opened {
	from: DraftOf
	/** What the form stands on where nothing is kept. */
	start: () => Draft
	demands: Demands
	/** The query of the edit form; what is kept of another meeting does not count. */
	search?: EditSearch | undefined
}

/** The form of a meeting being written. It outlives a reload and the screens one visits from it (STORE-08, CREATE-02). */
export function useDraft({ from, start, demands, search }: Opened) {
	const [writing, setWriting] = useState(() => {
		const kept = keptOf(from, search)
		return begun({ ...start(), ...kept?.before }, kept?.changes)
	})
	const { before, draft } = writing

	useEffect(() => {
		const { password: _, hostPassword: __, ...open } = before
		// Passwords that exist are the server's to tell; only new ones have to be kept here.
		keepDraft(from, { search, before: from === 'edit' ? open : before, changes: changesOf(draft, before) })
	}, [from, search, before, draft])
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
	}
	return {
		atHand,
		learn: (part: Partial<Draft>) => setWriting(writing => learned(writing, part)),
		/** The server found something wrong with a field. */
		fault: (field: DraftField, fault: DraftFault) => setWriting(writing => faulted(writing, { [field]: fault })),
	}
}

function keptOf(from: DraftOf, search: EditSearch | undefined): KeptDraft | undefined {
	const kept = keptDraft(from)
	return kept?.search?.meeting_id === search?.meeting_id ? kept : undefined
}
