import { useSyncExternalStore } from 'react'
import { storage } from '../../storage/index.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
dark?.addEventListener?.('change', tell)

const chosen = (): Theme | undefined => {
	const kept = storage.read('theme')
	return kept === 'light' || kept === 'dark' ? kept : undefined
}

/** What is seen now: what somebody chose, else what the device says. */
export const theme = (): Theme => chosen() ?? (dark?.matches ? 'dark' : 'light')

export function chooseTheme(next: Theme) {
	storage.write('theme', next)
	showTheme()
	tell()
}

/** Puts a chosen theme on the page; without one the style sheet follows the device. */
export function showTheme() {
	const next = chosen()
	if (next) document.documentElement.dataset.theme = next
}

export const useTheme = (): Theme => useSyncExternalStore(onTheme, theme, () => 'light')

export function onTheme(changed: () => void) {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

function tell() {
	for (const listener of listeners) listener()
}
