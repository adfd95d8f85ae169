import { useContext, useEffect, useRef } from 'react'
import { AnswersContext } from '../../answers/index.ts'
import type { MeetingList } from './list.ts'
import { isInSight, openingOf } from './opening.ts'

/** The list that was opened last in this visit; it opens on now but once. */
const opened = new WeakMap<object, string>()

/** Brings now into sight when the list of a day is first there, unless somebody has scrolled before. */
export function useOpening(list: MeetingList, now: number, day: string, loadMore: () => void) {
	const visit = useContext(AnswersContext)
	const pagesAsked = useRef(0)
	useEffect(() => {
		if (opened.get(visit) === day || list.at !== 'shown' || list.trouble || list.tail === 'loading') return
		const isWhole = list.tail === 'end'
		const opening = openingOf({ meetings: list.meetings, isWhole, pagesAsked: pagesAsked.current }, now)
		if (window.scrollY === 0 && opening.at === 'more' && list.tail === 'more') {
			pagesAsked.current++
			loadMore()
			return
		}
		opened.set(visit, day)
		if (opening.at !== 'top' && opening.at !== 'more') requestAnimationFrame(() => bringIntoSight(opening))
	}, [visit, list, now, day, loadMore])
}

function bringIntoSight({ at, index }: { at: 'entry' | 'line'; index: number }) {
	const entry = document.querySelector(`[data-entry="${index}"]`)
	const place = at === 'line' ? entry?.previousElementSibling : entry
	if (!place || window.scrollY > 0 || isInSight(place.getBoundingClientRect().top, window.innerHeight)) return
	const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
	place.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
}
