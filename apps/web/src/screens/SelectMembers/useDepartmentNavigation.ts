import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type DraftKind, draftFormLink, hasStoredDraft } from '../../features/scheduling/index.ts'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** Number of history entries of parent departments before this one. */
		levels?: number
	}
}

/**
 * Navigation between the levels of the tree. Each level is a history entry, so that going back leads up; the breadcrumb
 * goes back through the entries, and leaving goes back past all of them.
 */
export function useDepartmentNavigation(draftKind: DraftKind, path: readonly string[]) {
	const router = useRouter()
	const { levels = 0, __TSR_index: index } = useRouterState({ select: ({ location }) => location.state })

	// Only the form starts a draft: if there was one on arrival, the form is the entry before these.
	const [cameFromForm] = useState(() => hasStoredDraft(draftKind))

	function leave() {
		if (cameFromForm && index > levels) return router.history.go(-levels - 1)
		void router.navigate({ ...draftFormLink(draftKind), replace: true })
	}

	return {
		/** The history state of a link to a department below. */
		below: { levels: levels + 1 },
		/** To an ancestor, by its index in the path; 0 is the whole directory. */
		up(index: number) {
			const steps = path.length - index
			if (steps <= levels) return router.history.go(-steps)
			void router.navigate({
				to: '/selectMembers',
				search: search => ({ ...search, department: path[index - 1] }),
				state: { levels },
				replace: true,
			})
		},
		back: () => (levels > 0 ? router.history.back() : leave()),
		leave,
	}
}
