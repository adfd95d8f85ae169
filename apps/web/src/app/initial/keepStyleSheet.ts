/**
 * Loads the style sheet into the browser's cache where the HTML contained it: the server contains it once, and links it
 * for later visits.
 */
export function keepStyleSheet() {
	const href = document.querySelector<HTMLStyleElement>('style[data-href]')?.dataset.href
	if (href === undefined) return
	const link = document.createElement('link')
	Object.assign(link, { rel: 'prefetch', as: 'style', crossOrigin: '', href })
	document.head.append(link)
}
