/** The style element of a first visit has the styles of the screens that links open, and names the sheet with all of them. */
const findCriticalStyles = () => document.querySelector<HTMLStyleElement>('style[data-href]')

/**
 * Removes the critical styles once the whole style sheet is there. Vite adds it to the head, before them, so they would
 * win over the styles that they lack. A sheet that failed is removed, so that the next chunk that needs it tries again.
 */
export function replaceCriticalStyles() {
	const styles = findCriticalStyles()
	const href = styles?.dataset.href
	if (href === undefined) return
	function settle({ type, target }: Event) {
		if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
		if (new URL(target.href).pathname !== href) return
		if (type === 'error') target.remove()
		else {
			styles?.remove()
			for (const name of settled) document.removeEventListener(name, settle, true)
		}
	}
	// These events do not bubble.
	for (const name of settled) document.addEventListener(name, settle, true)
}

const settled = ['load', 'error'] as const

/** Loads the whole style sheet into the browser's cache: later screens need it, and the server links it on later visits. */
export function prefetchStyleSheet() {
	const href = findCriticalStyles()?.dataset.href
	if (href === undefined) return
	const link = document.createElement('link')
	Object.assign(link, { rel: 'prefetch', as: 'style', crossOrigin: '', href })
	document.head.append(link)
}
