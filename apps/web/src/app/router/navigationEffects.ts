import { useSite } from '../../features/site/index.ts'
import { m, onLanguage } from '../../locales/index.ts'
import { detailPaneMark } from '../../navigation/panes.ts'
import { windowTitle } from '../../ui/index.ts'
import { type router as appRouter, currentScreenTitle } from './router.tsx'

/**
 * After every navigation the document gets the title of the screen, and (not on first load) its heading the focus. From
 * the first navigation, tap or key on, the focus stays on the heading when a screen replaces it.
 */
export function startNavigationEffects(router: Pick<typeof appRouter, 'subscribe'>) {
	let isFollowing = false
	const follow = () => {
		if (!isFollowing) followHeading()
		isFollowing = true
	}
	for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, follow, { once: true, capture: true })
	router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
		updateDocumentTitle()
		if (!fromLocation || !pathChanged) return
		focusHeading()
		follow()
	})
	onLanguage(updateDocumentTitle)
}

function updateDocumentTitle() {
	const screen = currentScreenTitle()
	const name = m.app_name()
	// OP-103: a neutral site shows no product name.
	if (useSite.getState().copyright?.neutral)
		windowTitle.setOfScreen(screen && screen !== name ? screen : m.landing_title())
	else windowTitle.setOfScreen(screen && screen !== name ? `${screen} · ${name}` : name)
}

/** Focuses the heading, so that screen readers announce the screen and the keyboard continues from its top. */
export function focusHeading() {
	const heading = findHeading()
	if (!heading || heading.contains(document.activeElement)) return
	if (document.activeElement instanceof HTMLInputElement) return
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
}

/** That of the right pane, where there are two. */
const findHeading = () =>
	document.querySelector<HTMLElement>(`[${detailPaneMark}] h1`) ?? document.querySelector<HTMLElement>('#root h1')

/**
 * Loaded content, entering a meeting and its end each bring a heading of their own, and the focus disappears with the
 * replaced content. It then moves to the new heading, and only then: never away from where the user put it.
 * @returns a function that stops it
 */
export function followHeading(): () => void {
	let heading = findHeading()
	const observer = new MutationObserver(() => {
		const current = findHeading()
		if (!current || current === heading) return
		heading = current
		if (!document.activeElement || document.activeElement === document.body) focusHeading()
	})
	observer.observe(document.body, { childList: true, subtree: true })
	return () => observer.disconnect()
}
