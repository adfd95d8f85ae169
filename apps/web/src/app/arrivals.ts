import { useSite } from '../features/site/index.ts'
import { m, onLanguage } from '../locales/index.ts'
import { type router as appRouter, currentTitle } from './router.tsx'

/** What happens whenever a screen stands: the tab gets its title, and its heading the focus, but not on first load. */
export function arrivals(router: Pick<typeof appRouter, 'subscribe'>) {
	router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
		showTitle()
		if (fromLocation && pathChanged) focusHeading()
	})
	onLanguage(showTitle)
}

function showTitle() {
	const screen = currentTitle()
	const name = m.app_name()
	// OP-103: a neutral site goes by what its screens say.
	if (useSite.getState().copyright?.neutral) document.title = screen && screen !== name ? screen : m.landing_title()
	else document.title = screen && screen !== name ? `${screen} · ${name}` : name
}

/** Tells a screen reader where it is, and lets the keyboard go on from the top of the screen. */
export function focusHeading(within: ParentNode = document) {
	const heading = within.querySelector<HTMLElement>('#root h1')
	if (!heading || heading.contains(document.activeElement)) return
	if (document.activeElement instanceof HTMLInputElement) return
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
}
