import { useSyncExternalStore } from 'react'
import { storage } from '../../storage/index.ts'

/** Scale of all text; app/initial/initialScript.ts has the same values. */
export const textSizes = ['1', '1.15', '1.3'] as const
export type TextSize = (typeof textSizes)[number]

const listeners = new Set<() => void>()

export const getTextSize = (): TextSize => textSizes.find(size => size === storage.read('textScale')) ?? '1'

/** Applies at once and is stored; sizes in CSS follow `--text-scale`. */
export function chooseTextSize(size: TextSize) {
	storage.write('textScale', size)
	document.documentElement.style.setProperty('--text-scale', size)
	for (const changed of listeners) changed()
}

export const useTextSize = (): TextSize => useSyncExternalStore(subscribeToTextSize, getTextSize, () => '1')

function subscribeToTextSize(changed: () => void) {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}
