import { defaultLocale, type Locale, localeTags, parseLocale } from '@parley/core'
import { useSyncExternalStore } from 'react'
import { storage } from '../storage/index.ts'
import { overwriteGetLocale } from './generated/runtime.js'

export { m } from './generated/messages.js'

/** What the person chose here, else what the shell runs in, else the default (OP-128, I18N-02). */
export const resolveLocale = (chosen: string | undefined, shell: string | undefined): Locale =>
	parseLocale(chosen) ?? parseLocale(shell) ?? defaultLocale

/** On the pages of a live the language is that of the browser, whatever was chosen (LIVE-40). */
export const browserLocale = (tag: string): Locale => (tag.toLowerCase().includes('zh') ? 'zh' : 'en')

let viewingLocale: Locale | undefined
let shellLocale: string | undefined
let current = resolveLocale(storage.read('locale'), undefined)
/** Counts what makes screens render again: another language and, in development, other texts. */
let revision = 0
const listeners = new Set<() => void>()

overwriteGetLocale(() => current)
notify()
import.meta.hot?.on('vite:afterUpdate', notify)

export const language = (): Locale => current

/** Sets and stores the language a person chose (I18N-02, STORE-04). */
export function chooseLanguage(chosen: Locale) {
	storage.write('locale', chosen)
	update()
}

/** Sets the language of the shell, unless one was chosen here (OP-128, I18N-03). */
export function suggestLanguage(locale: string) {
	shellLocale = locale
	update()
}

/** On the pages of a live: the language of the browser, until the returned function is called. Nothing is stored (LIVE-40). */
export function followBrowserLanguage(): () => void {
	viewingLocale = browserLocale(navigator.language)
	update()
	return () => {
		viewingLocale = undefined
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
	const next = viewingLocale ?? resolveLocale(storage.read('locale'), shellLocale)
	if (next === current) return
	current = next
	notify()
}

function notify() {
	revision++
	if (typeof document !== 'undefined') document.documentElement.lang = localeTags[current]
	for (const listener of listeners) listener()
}
