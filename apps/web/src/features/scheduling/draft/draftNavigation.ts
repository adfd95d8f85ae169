import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
	clearDraft,
	type DraftKind,
	draftFormLink,
	hasStoredDraft,
	isDraftUnsent,
	parseDraftKind,
} from './draftStorage.ts'

const formPaths = { create: '/MeetingList/CreateMeeting', edit: '/MeetingList/EditMeeting' } as const
const pickerPaths = [
	'/frequency',
	'/selectMembers',
	'/searchMembers',
	'/members',
	'/searchHost',
	'/EditLiveDetails',
	'/liveBackground',
]

/** Fields chosen on a screen of their own. */
export type DraftPicker = 'frequency' | 'host' | 'members' | 'introduction' | 'background'

/** From the form of a meeting to the screens that pick its recurrence, host, attendees and what a live shows (STORE-08). */
export function useOpenDraftPicker(from: DraftKind, isOa: boolean): (picker: DraftPicker) => void {
	const navigate = useNavigate()
	const search = { from, isOA: String(isOa) }
	return picker => {
		switch (picker) {
			case 'frequency':
				return void navigate({ to: '/frequency', search: { from } })
			case 'introduction':
				return void navigate({ to: '/EditLiveDetails', search: { from } })
			case 'background':
				return void navigate({ to: '/liveBackground', search: { from } })
			case 'host':
				return void navigate({ to: '/searchHost', search })
			case 'members':
				return void navigate({ to: '/selectMembers', search })
		}
	}
}

/** Back from a picker screen to the form of the meeting, whatever was chosen (REC-05). */
export function useReturnToDraft(kind: DraftKind): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	// Only the form starts a draft: if there was one on arrival, the previous page is that form.
	const [cameFromForm] = useState(() => hasStoredDraft(kind))
	return () =>
		canGoBack && cameFromForm ? router.history.back() : void router.navigate({ ...draftFormLink(kind), replace: true })
}

/** Returns whether the draft stays on a screen: its form, the picker screens of it, and the sign-in where it is unsent. */
export function isDraftKeptAt(kind: DraftKind, { pathname, search }: { pathname: string; search: string }): boolean {
	if (pathname === formPaths[kind]) return true
	if (pathname === '/Login') return isDraftUnsent(kind)
	return pickerPaths.includes(pathname) && parseDraftKind(new URLSearchParams(search).get('from') ?? undefined) === kind
}

/**
 * Deletes the draft when the form and its picker screens are left for any other screen (CREATE-02, STORE-08), unless it
 * is unsent and the person goes to sign in.
 */
export function useClearDraftOnLeave(kind: DraftKind): void {
	const router = useRouter()
	useEffect(
		() => () => {
			const { pathname, searchStr: search } = router.state.location
			if (!isDraftKeptAt(kind, { pathname, search })) clearDraft(kind)
		},
		[router, kind],
	)
}
