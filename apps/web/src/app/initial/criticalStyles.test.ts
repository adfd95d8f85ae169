import { afterEach, expect, test, vi } from 'vitest'
import { prefetchStyleSheet, replaceCriticalStyles } from './criticalStyles.ts'

afterEach(() => {
	document.head.innerHTML = ''
	document.body.innerHTML = ''
})

const critical = '<style data-href="/assets/style-1.css">b{}</style>'
const prefetched = () => document.querySelector<HTMLLinkElement>('link[rel=prefetch]')?.getAttribute('href')
const hasCriticalStyles = () => document.querySelector('style[data-href]') !== null

const settings = (window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } })
	.happyDOM.settings
afterEach(() => {
	settings.handleDisabledFileLoadingAsSuccess = false
	vi.restoreAllMocks()
})

/** Adds a link as Vite does. Nothing is loaded: the link gets the event of a load or of a failure. */
async function addLink(href: string, { isLoaded = true, rel = 'stylesheet' } = {}) {
	settings.handleDisabledFileLoadingAsSuccess = isLoaded
	const link = Object.assign(document.createElement('link'), { rel, href })
	const settled = new Promise(resolve => {
		for (const event of ['load', 'error']) link.addEventListener(event, resolve)
	})
	document.head.append(link)
	if (rel === 'stylesheet') await settled
	return link
}

test('after critical styles in the HTML, the whole style sheet is loaded into the cache', () => {
	document.body.innerHTML = critical
	prefetchStyleSheet()
	expect(prefetched()).toBe('/assets/style-1.css')
})

test('a style sheet that the HTML links is not loaded again', () => {
	document.head.innerHTML = '<style>a{}</style>'
	prefetchStyleSheet()
	expect(prefetched()).toBeUndefined()
})

test('the whole style sheet replaces the critical styles, another one does not', async () => {
	document.body.innerHTML = critical
	replaceCriticalStyles()
	await addLink('/assets/other-1.css')
	const prefetch = await addLink('/assets/style-1.css', { rel: 'prefetch' })
	prefetch.dispatchEvent(new Event('load'))
	expect(hasCriticalStyles()).toBe(true)
	await addLink('/assets/style-1.css')
	expect(hasCriticalStyles()).toBe(false)
})

test('a whole style sheet that failed is removed, so that it is requested again', async () => {
	vi.spyOn(console, 'error').mockReturnValue(undefined)
	document.body.innerHTML = critical
	replaceCriticalStyles()
	const other = await addLink('/assets/other-1.css', { isLoaded: false })
	const link = await addLink('/assets/style-1.css', { isLoaded: false })
	expect([other.isConnected, link.isConnected]).toEqual([true, false])
	expect(hasCriticalStyles()).toBe(true)
	await addLink('/assets/style-1.css')
	expect(hasCriticalStyles()).toBe(false)
})
