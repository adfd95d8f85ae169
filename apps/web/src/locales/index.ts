import { useSyncExternalStore } from 'react'
import { storage } from '../storage/index.ts'
import { overwriteGetLocale } from './generated/runtime.js'
import { type Language, languageFrom } from './language.ts'

export { m } from './generated/messages.js'
export type { Language }

let fromShell: string | undefined
let current = languageFrom(storage.read('locale'), undefined)
const listeners = new Set<() => void>()

overwriteGetLocale(() => current)
tell()

export const language = (): Language => current

/** Somebody chose a language here; it stays chosen (I18N-02, STORE-04). */
export function chooseLanguage(chosen: Language) {
	storage.write('locale', chosen)
	settle()
}

/** The shell says which language it runs in; a choice made here comes first (OP-128, I18N-03). */
export function suggestLanguage(locale: string) {
	fromShell = locale
	settle()
}

/**
 * The language, and a new rendering when it changes. Screens get this from the route table; only a component behind
 * `memo` has to ask by itself.
 */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language, language)

export function onLanguage(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

function settle() {
	const next = languageFrom(storage.read('locale'), fromShell)
	if (next === current) return
	current = next
	tell()
}

function tell() {
	if (typeof document !== 'undefined') document.documentElement.lang = current === 'zh' ? 'zh-CN' : 'en'
	for (const listener of listeners) listener()
}
