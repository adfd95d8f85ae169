import { useEffectEvent, useLayoutEffect } from 'react'
import { backEntryMark, isBackEntry, listenBeforeRouter } from './backEntry.ts'

/** If our own traversal is never reported, navigation resumes after this time; a busy phone needs most of a second. */
const traversalMs = 5_000

/** The part of `Window` that is needed. */
export interface HistoryWindow {
	history: History
	location: Pick<Location, 'pathname'>
	/** The listener is called before the router's. */
	onTraversal(listen: (event: Event) => void): void
}

export interface BackHandlers {
	/**
	 * Calls `onBack` when the person goes back, instead of leaving the screen; of several handlers the last one is called.
	 * Returns a function that removes it.
	 */
	add(onBack: () => void): () => void
	/** Removes the entry that a screen left behind, as on a reload with an open sheet. */
	settle(): void
}

/**
 * Handles back by the browser, a swipe, the app or the device. While a screen has handlers, one entry of the history is
 * above its own, with the same address and the same state for the router. Going back removes that entry and calls the
 * handler, and nothing is left: not even where the screen before is of another site. It is pushed again as long as there
 * are handlers; without any it is removed. The router does not know of it: what it pushes takes the place of that entry,
 * and what it replaces is the entry of the screen.
 */
export function createBackHandlers({ history, location, onTraversal }: HistoryWindow): BackHandlers {
	const native: History = Object.getPrototypeOf(history)
	const handlers: { place: string; onBack: () => void }[] = []
	/** Actions of the router during one of our own traversals. */
	let postponed: (() => void)[] | undefined
	/** The place whose extra entry is the current one. */
	let coveredPlace: string | undefined
	let isSyncScheduled = false
	let isInstalled = false

	const isCovered = (): boolean => isBackEntry(history.state)
	/** The screen: the router's index stays when an address is replaced. */
	const place = () => `${history.state?.__TSR_index} ${location.pathname}`
	const handlersHere = () => handlers.filter(handler => handler.place === place())

	function scheduleSync() {
		if (isSyncScheduled) return
		isSyncScheduled = true
		// In the next task: a dialog that follows a sheet needs no other entry, and a navigation that follows takes it.
		setTimeout(() => {
			isSyncScheduled = false
			if (!postponed) sync()
		})
	}

	function sync() {
		if (handlersHere().length > 0) cover()
		else if (isCovered()) uncover([])
	}

	function cover() {
		if (!isCovered()) native.pushState.call(history, { ...history.state, [backEntryMark]: true }, '')
		coveredPlace = place()
	}

	/** Goes back to the entry of the screen, and then does the rest. */
	function uncover(then: (() => void)[]) {
		postponed = then
		coveredPlace = undefined
		native.go.call(history, -1)
		setTimeout(() => postponed === then && finishTraversal(), traversalMs)
	}

	function finishTraversal() {
		const acts = postponed ?? []
		postponed = undefined
		for (const act of acts) act()
		scheduleSync()
	}

	function onPop(event: Event) {
		if (postponed) {
			event.stopImmediatePropagation()
			return finishTraversal()
		}
		// Forward, to an entry that was left ahead: nothing ever follows one, so it is never returned to.
		if (isCovered()) {
			event.stopImmediatePropagation()
			return sync()
		}
		const wasCovered = coveredPlace === place()
		coveredPlace = undefined
		if (wasCovered) {
			event.stopImmediatePropagation()
			handlersHere().at(-1)?.onBack()
		}
		scheduleSync()
	}

	function install() {
		isInstalled = true
		onTraversal(onPop)
		const { pushState, replaceState } = history

		history.pushState = (state, unused, url) => {
			if (postponed) postponed.push(() => native.pushState.call(history, state, unused, url))
			else (isCovered() ? replaceState : pushState).call(history, state, unused, url)
			coveredPlace = undefined
			scheduleSync()
		}
		history.replaceState = (state, unused, url) => {
			const { [backEntryMark]: _, ...unmarked } = state ?? {}
			const act = () => native.replaceState.call(history, unmarked, unused, url)
			if (postponed) postponed.push(act)
			else if (isCovered()) uncover([act])
			else replaceState.call(history, unmarked, unused, url)
			scheduleSync()
		}
		history.go = (delta = 0) => {
			const act = () => native.go.call(history, isCovered() && delta < 0 ? delta - 1 : delta)
			postponed ? postponed.push(act) : act()
		}
		history.back = () => history.go(-1)
		history.forward = () => history.go(1)
	}

	return {
		add(onBack) {
			if (!isInstalled) install()
			const handler = { place: place(), onBack }
			handlers.push(handler)
			// At once: who sees the screen may go back before the next task.
			if (!postponed) cover()
			return () => {
				handlers.splice(handlers.indexOf(handler), 1)
				scheduleSync()
			}
		},
		settle() {
			if (!isInstalled) install()
			scheduleSync()
		},
	}
}

export const backHandlers: BackHandlers = createBackHandlers({
	history: window.history,
	location: window.location,
	onTraversal: listenBeforeRouter,
})

/** While `isActive`, back calls `onBack` instead of leaving the screen; the last one that became active is called. */
export function useBackHandler(isActive: boolean, onBack: () => void): void {
	const onBackPressed = useEffectEvent(onBack)
	useLayoutEffect(() => (isActive ? backHandlers.add(() => onBackPressed()) : undefined), [isActive])
}
