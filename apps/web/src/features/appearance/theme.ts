import { useSyncExternalStore } from 'react'
import { storage } from '../../storage/index.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
dark?.addEventListener?.('change', notifyListeners)

/** Undefined means that the page follows the device. */
export const getChosenTheme = (): Theme | undefined => {
	const stored = storage.read('theme')
	return stored === 'light' || stored === 'dark' ? stored : undefined
}

/** The chosen theme, else that of the device. */
export const getTheme = (): Theme => getChosenTheme() ?? (dark?.matches ? 'dark' : 'light')

/** @param next undefined to follow the device again */
export function chooseTheme(next: Theme | undefined) {
	storage.write('theme', next)
	applyTheme()
	notifyListeners()
}

/** Sets `data-theme`; with an empty one the style sheet follows the device. */
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
