import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useHistoryEntry } from '../../../ui/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { getChangedFields, mergeSavedFields } from './draft.ts'
import type { DraftErrorKey, DraftRequirements } from './draftErrors.ts'
import type { Draft, DraftFieldName, EditSearch } from './draftFields.ts'
import { useClearDraftOnLeave } from './draftNavigation.ts'
import { type DraftKind, loadDraft, markDraftUnsent, type StoredDraft, saveDraft } from './draftStorage.ts'
import { draftSchema } from './validateDraft.ts'

/** The state of the form of a meeting, for the component that shows it. */
export interface DraftFormState {
	form: UseFormReturn<Draft, unknown, Draft>
	/** The draft could not be sent before its person signed in again, and is restored. */
	isRestored: boolean
	requirements: DraftRequirements
	/** The person has changed something. */
	isChanged: boolean
	/** Discards what the person has changed. */
	startOver(): void
}

interface DraftFormOptions {
	kind: DraftKind
	/** Initial values of the form if nothing is stored. */
	initialDraft: () => Draft
	requirements: DraftRequirements
	/** The query of the edit form; a stored draft of another meeting is ignored. */
	search?: EditSearch | undefined
}

/**
 * The form of a meeting. Its draft survives a reload and the picker screens (STORE-08); opened in any other way the form
 * is fresh (CREATE-02), unless a draft waits to be sent (CREATE-26).
 */
export function useDraftForm({ kind, initialDraft, requirements, search }: DraftFormOptions) {
	const entry = useHistoryEntry()
	const [owner] = useState(getPersonScope)
	const [stored] = useState(() => findStoredDraft(kind, search, entry))
	const [isRestored, setIsRestored] = useState(
		() => stored?.isUnsent === true && Object.keys(stored.changes).length > 0,
	)
	const [first] = useState((): Draft => ({ ...initialDraft(), ...stored?.before }))
	// Changes only together with the values of the form, whose change renders again.
	const saved = useRef(first)
	const form = useForm<Draft, unknown, Draft>({
		defaultValues: { ...first, ...stored?.changes },
		resolver: valibotResolver(draftSchema(requirements)),
	})
	const draft = form.watch()

	const content = JSON.stringify([saved.current, draft])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the draft is compared by its content
	useEffect(() => {
		const { password: _, hostPassword: __, livePassword: ___, ...withoutPasswords } = saved.current
		// The passwords of a saved meeting stay on the server; those of a new one are nowhere else.
		const before = kind === 'edit' ? withoutPasswords : saved.current
		saveDraft(kind, { search, before, changes: getChangedFields(draft, saved.current), entry }, owner)
	}, [kind, search, content, entry, owner])
	useClearDraftOnLeave(kind)

	return {
		draftForm: {
			form,
			requirements,
			isRestored,
			isChanged: Object.keys(getChangedFields(draft, saved.current)).length > 0,
			startOver() {
				setIsRestored(false)
				if (kind === 'create') saved.current = initialDraft()
				form.reset(saved.current)
			},
		} satisfies DraftFormState,
		saved,
		/** Values of the saved meeting became known; they replace what the person has not changed. */
		setSavedFields(fields: Partial<Draft>) {
			const merged = mergeSavedFields({ saved: saved.current, draft: form.getValues() }, fields)
			saved.current = merged.saved
			form.reset(merged.draft, { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true })
		},
		/** The server refused the value of a field. */
		setFieldError: (field: DraftFieldName, message: DraftErrorKey) =>
			form.setError(field, { type: 'server', message }, { shouldFocus: true }),
		/** The session has ended: nothing is sent before the person has signed in again. */
		markUnsent: () => markDraftUnsent(kind),
	}
}

function findStoredDraft(
	kind: DraftKind,
	search: EditSearch | undefined,
	entry: string | undefined,
): StoredDraft | undefined {
	const stored = loadDraft(kind)
	if (!stored || stored.search?.meeting_id !== search?.meeting_id) return undefined
	// A picker screen that was opened at its address has stored it without an entry.
	const isOfThisPage = stored.entry === undefined || stored.entry === entry
	return isOfThisPage || stored.isUnsent ? stored : undefined
}
