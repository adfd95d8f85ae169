import { useSyncExternalStore } from 'react'
import { storage } from '../../storage/index.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
dark?.addEventListener?.('change', notifyListeners)

/** What somebody chose; without a choice the page follows the device. */
export const getChosenTheme = (): Theme | undefined => {
	const kept = storage.read('theme')
	return kept === 'light' || kept === 'dark' ? kept : undefined
}

/** What is seen now: what somebody chose, else what the device says. */
export const getTheme = (): Theme => getChosenTheme() ?? (dark?.matches ? 'dark' : 'light')

/** Without a theme the page follows the device again. */
export function chooseTheme(next: Theme | undefined) {
	storage.write('theme', next)
	applyTheme()
	notifyListeners()
}

/** Puts a chosen theme on the page; with an empty one the style sheet follows the device. */
export function applyTheme() {
	document.documentElement.dataset.theme = getChosenTheme() ?? ''
}

export const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, getTheme, () => 'light')

export function subscribeToTheme(changed: () => void) {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

function notifyListeners() {
	for (const listener of listeners) listener()
}
