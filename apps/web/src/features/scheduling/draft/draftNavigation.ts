import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DraftKind, type DraftPicker, draftFormLink, hasStoredDraft } from '../index.ts'

/** Back from a picker screen to the form of the meeting, whatever was chosen (REC-05). */
export function useReturnToDraft(from: DraftKind): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	// Only the form starts a draft: if there was one on arrival, the previous page is that form.
	const [cameFromForm] = useState(() => hasStoredDraft(from))
	return () =>
		canGoBack && cameFromForm ? router.history.back() : void router.navigate({ ...draftFormLink(from), replace: true })
}

const pickerPaths = { host: '/searchHost', members: '/selectMembers' } as const

/** From the form of a meeting to the screens that pick its recurrence, host and attendees (STORE-08). */
export function useOpenDraftPicker(from: DraftKind, isOa: boolean): (visit: DraftPicker) => void {
	const navigate = useNavigate()
	return visit =>
		void (visit === 'frequency'
			? navigate({ to: '/frequency', search: { from } })
			: navigate({ to: pickerPaths[visit], search: { from, isOA: String(isOa) } }))
}
