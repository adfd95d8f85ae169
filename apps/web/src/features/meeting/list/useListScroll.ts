import { delays, limits } from '@parley/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
	type Extent,
	edgePx,
	expandedCardScroll,
	findScrollTarget,
	openingScroll,
	type ScrollTarget,
} from './scrollTargets.ts'
import type { MeetingListState } from './useMeetingList.ts'

const scrollBehavior = () =>
	window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'auto' : ('smooth' as const)

export function scrollToTop() {
	window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/** At once: what is shown now is another list. */
export function startAtTop() {
	window.scrollTo({ top: 0, behavior: 'instant' })
}

/** Scrolls to a place, at once and before it is seen, as soon as the list has something to show. */
export function useScrollOnceShown(list: MeetingListState, scrollPx: number | undefined, onDone: () => void) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each place, whoever is told
	useLayoutEffect(() => {
		if (scrollPx === undefined || list.status === 'loading') return
		window.scrollTo({ top: scrollPx, behavior: 'instant' })
		onDone()
	}, [list.status, scrollPx])
}

/** Returns whether the list is scrolled by more than a screen; looked at once a second (LIST-14, PAGE-22). */
export function useIsScrolledDown(): boolean {
	const [isScrolledDown, setScrolledDown] = useState(false)
	useEffect(() => {
		const timer = setInterval(() => setScrolledDown(window.scrollY > window.innerHeight), delays.scrollCheckMs)
		return () => clearInterval(timer)
	}, [])
	return isScrolledDown
}

/** Lists that were scrolled, for each cache: going back to one does not scroll it again. */
const scrolledLists = new WeakMap<object, Set<string>>()

/**
 * Scrolls to the current time when the list of a day is first loaded, unless it was scrolled before. Further pages are
 * loaded where the current time may be on them.
 * @param listKey identifies the list, its day, and its entry in the history: who opens it anew sees the current time
 */
export function useInitialScroll(list: MeetingListState, now: number, listKey: string, loadMore: () => void) {
	const cache = useQueryClient()
	const extraPages = useRef(0)
	useEffect(() => {
		const scrolled = scrolledLists.get(cache) ?? new Set()
		if (scrolled.has(listKey)) return
		if (list.status !== 'loaded' || list.error || list.tail === 'loading') return
		const { meetings, tail } = list
		const target = findScrollTarget({ meetings, isComplete: tail === 'end', extraPages: extraPages.current }, now)
		if (window.scrollY === 0 && target.to === 'nextPage' && tail === 'more') {
			extraPages.current++
			loadMore()
			return
		}
		scrolledLists.set(cache, scrolled.add(listKey))
		scrollToTarget(target)
	}, [cache, list, now, listKey, loadMore])
}

function scrollToTarget(target: ScrollTarget) {
	if (target.to === 'top' || target.to === 'nextPage') return
	requestAnimationFrame(() => {
		const entry = document.querySelector(`[data-entry="${target.index}"]`)
		const element = target.to === 'nowLine' ? entry?.previousElementSibling : entry
		if (!element || window.scrollY > 0) return
		const cards = Array.from(document.querySelectorAll('[data-entry]'), extentOf)
		const room = { coveredPx: getCovered(), viewportPx: window.innerHeight }
		const top = openingScroll({ ...extentOf(element), cards, ...room })
		if (top > 0) window.scrollBy({ top, behavior: scrollBehavior() })
	})
}

function extentOf(element: Element): Extent {
	const { top: topPx, bottom: bottomPx } = element.getBoundingClientRect()
	return { topPx, bottomPx }
}

/** Marks what sticks above the list (`DayView`). */
export const dayHeadMark = 'data-day-head'

/** Measures how much of the window the sticky head covers above the list: now, and once it sticks. */
function getCovered(): { now: number; later: number } {
	const head = document.querySelector<HTMLElement>(`[${dayHeadMark}]`)
	if (!head) return { now: 0, later: 0 }
	const { position, top } = getComputedStyle(head)
	const later = position === 'sticky' ? (Number.parseFloat(top) || 0) + head.offsetHeight : 0
	return { now: Math.max(0, head.getBoundingClientRect().bottom), later }
}

/** Duration of the transition of an expanding card. */
const expandingMs = 200

/** Scrolls until an expanded card is visible, once it has its height (LIST-17). */
export function useScrollToExpandedCard(entry: RefObject<HTMLElement | null>, isExpanded: boolean) {
	useEffect(() => {
		if (!isExpanded) return
		const timer = setTimeout(() => {
			const card = entry.current?.querySelector('article')
			const head = card?.firstElementChild?.getBoundingClientRect()
			if (!card || !head) return
			const cardBottomPx = card.getBoundingClientRect().bottom + edgePx
			const position = { headTopPx: head.top - edgePx, headBottomPx: head.bottom, cardBottomPx }
			const room = { coveredPx: getCovered().later, viewportPx: window.innerHeight }
			const top = expandedCardScroll({ ...position, ...room }, limits.expandedCardPx)
			if (top > 0) window.scrollBy({ top, behavior: scrollBehavior() })
		}, expandingMs)
		return () => clearTimeout(timer)
	}, [entry, isExpanded])
}
