import { useSite } from '../../features/site/index.ts'
import { m, onLanguage } from '../../locales/index.ts'
import { type router as appRouter, currentScreenTitle } from './router.tsx'

/** After every navigation the document gets the title of the screen, and (not on first load) its heading the focus. */
export function startNavigationEffects(router: Pick<typeof appRouter, 'subscribe'>) {
	router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
		updateDocumentTitle()
		if (fromLocation && pathChanged) focusHeading()
	})
	onLanguage(updateDocumentTitle)
}

function updateDocumentTitle() {
	const screen = currentScreenTitle()
	const name = m.app_name()
	// OP-103: a neutral site shows no product name.
	if (useSite.getState().copyright?.neutral) document.title = screen && screen !== name ? screen : m.landing_title()
	else document.title = screen && screen !== name ? `${screen} · ${name}` : name
}

/** Focuses the heading, so that screen readers announce the screen and the keyboard continues from its top. */
export function focusHeading(within: ParentNode = document) {
	const heading = within.querySelector<HTMLElement>('#root h1')
	if (!heading || heading.contains(document.activeElement)) return
	if (document.activeElement instanceof HTMLInputElement) return
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
}
