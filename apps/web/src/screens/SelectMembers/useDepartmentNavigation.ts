import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type DraftKind, draftFormLink, hasStoredDraft } from '../../features/scheduling/index.ts'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** How many departments one has gone down through before this page, each a page of its own. */
		levels?: number
	}
}

/**
 * The departments one goes down through. Each is a page of the browser's history, so that going back leads up; going up
 * by the way shown goes back through them, and leaving goes back past all of them.
 */
export function useDepartmentNavigation(draft: DraftKind, line: readonly string[]) {
	const router = useRouter()
	const { levels = 0, __TSR_index: index } = useRouterState({ select: ({ location }) => location.state })

	// Only its form begins a draft: where there was one on coming here, it is behind these pages.
	const [cameFromForm] = useState(() => hasStoredDraft(draft))

	function leave() {
		if (cameFromForm && index > levels) return router.history.go(-levels - 1)
		void router.navigate({ ...draftFormLink(draft), replace: true })
	}

	return {
		/** What a link down carries along. */
		below: { levels: levels + 1 },
		/** To one of those above, by its place in the line; 0 is the whole directory. */
		up(place: number) {
			const steps = line.length - place
			if (steps <= levels) return router.history.go(-steps)
			void router.navigate({
				to: '/selectMembers',
				search: search => ({ ...search, department: line[place - 1] }),
				state: { levels },
				replace: true,
			})
		},
		back: () => (levels > 0 ? router.history.back() : leave()),
		leave,
	}
}
