import { defaultLocale, isViewerPath, type Locale, localeTags, parseLocale, viewerLocale } from '@parley/core'
import { useSyncExternalStore } from 'react'
import { storage } from '../storage/index.ts'
import { overwriteGetLocale } from './generated/runtime.js'

export { m } from './generated/messages.js'

/** Sources of the language, in order of precedence (OP-128, I18N-02). */
export interface LanguageSources {
	/** By the person, here. */
	chosen: string | undefined
	/** The browser's language, on the pages of viewers (LIVE-40). */
	viewer?: Locale | undefined
	/** The shell's language. */
	shell?: string | undefined
	/** The site's language. */
	site?: string | undefined
}
export const resolveLocale = ({ chosen, viewer, shell, site }: LanguageSources): Locale =>
	parseLocale(chosen) ?? viewer ?? parseLocale(shell) ?? parseLocale(site) ?? defaultLocale

/** The server has written it into the document. */
const site = typeof document === 'undefined' ? undefined : document.documentElement.dataset.language
const ofBrowser = (): Locale => viewerLocale(navigator.language)
// From the first paint on: the screen that says so is rendered later.
let viewer = typeof location !== 'undefined' && isViewerPath(location.pathname) ? ofBrowser() : undefined
let shell: string | undefined
const chosenBefore = parseLocale(storage.read('locale'))
// Cookies expire, and are younger than the choice of some.
if (chosenBefore) storage.saveLocale(chosenBefore)
const resolveNow = (): Locale => resolveLocale({ chosen: storage.read('locale'), viewer, shell, site })
let current = resolveNow()
/** Counts what makes screens render again: another language and, in development, other texts. */
let revision = 0
const listeners = new Set<() => void>()

overwriteGetLocale(() => current)
notify()
import.meta.hot?.on('vite:afterUpdate', notify)

/** A browser that installs the page reads its name from the manifest that is linked at that moment. */
function writeToDocument(locale: Locale) {
	document.documentElement.lang = localeTags[locale]
	document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${locale}.webmanifest`)
}

export const language = (): Locale => current

/** Sets and stores the language a person chose (I18N-02, STORE-04). */
export function chooseLanguage(chosen: Locale) {
	storage.saveLocale(chosen)
	update()
}

/** Sets the language of the shell, unless one was chosen here (OP-128, I18N-03). */
export function suggestLanguage(locale: string) {
	shell = locale
	update()
}

/** On the pages of viewers: the language of the browser, unless one was chosen, until the returned function is called (LIVE-40). */
export function followBrowserLanguage(): () => void {
	viewer = ofBrowser()
	update()
	return () => {
		viewer = undefined
		update()
	}
}

/** The current language. Screens are rendered again when it changes; only a component inside `memo` needs this hook. */
export function useLanguage(): Locale {
	useSyncExternalStore(onLanguage, getRevision, getRevision)
	return current
}

const getRevision = () => revision

export function onLanguage(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

function update() {
	const next = resolveNow()
	if (next === current) return
	current = next
	notify()
}

function notify() {
	revision++
	if (typeof document !== 'undefined') writeToDocument(current)
	for (const listener of listeners) listener()
}
