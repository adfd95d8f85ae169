import { useContext, useEffect, useRef } from 'react'
import { AnswersContext } from '../../../answers/index.ts'
import type { MeetingListState } from './meetingList.ts'

/** The list that was opened last in this visit; it opens on now but once. */
const opened = new WeakMap<object, string>()

/** Where a list opens comes while it is asked for; without a network it opens on its beginning. */
const bringOpening = () => import('./initialScroll.ts').catch(() => undefined)

/** Brings now into sight when the list of a day is first there, unless somebody has scrolled before. */
export function useInitialScroll(list: MeetingListState, now: number, day: string, loadMore: () => void) {
	const visit = useContext(AnswersContext)
	const extraPages = useRef(0)
	useEffect(() => {
		if (opened.get(visit) === day) return
		let here = true
		void bringOpening().then(parts => here && open(parts))
		return () => {
			here = false
		}

		function open(parts: Awaited<ReturnType<typeof bringOpening>>) {
			if (!parts || list.at !== 'shown' || list.trouble || list.tail === 'loading') return
			const isWhole = list.tail === 'end'
			const opening = parts.findScrollTarget({ meetings: list.meetings, isWhole, extraPages: extraPages.current }, now)
			if (window.scrollY === 0 && opening.at === 'more' && list.tail === 'more') {
				extraPages.current++
				return loadMore()
			}
			opened.set(visit, day)
			parts.scrollToTarget(opening)
		}
	}, [visit, list, now, day, loadMore])
}
