import { cleanText, isDisplayName } from '@parley/core'
import { storage } from '../../../storage/index.ts'

/** Default name of a guest: `visitor` and six digits, the same on this device from then on (CHAT-11). */
export function visitorName(random: () => number = Math.random): string {
	const kept = storage.read('visitorName')
	if (kept && /^visitor\d{6}$/.test(kept)) return kept
	const name = `visitor${String(Math.floor(random() * 1_000_000)).padStart(6, '0')}`
	storage.write('visitorName', name)
	return name
}

export interface GuestName {
	name: string
	/** The guest chose it, here or through the address, and is not asked for one before writing. */
	isChosen: boolean
}

/** The name in the address if valid (CHAT-12), else the one chosen on this device, else `visitor`. */
export function guestName(displayName: string | undefined): GuestName {
	const chosen = [displayName, storage.read('guestName')].map(name => cleanText(name ?? '')).find(isDisplayName)
	return chosen === undefined ? { name: visitorName(), isChosen: false } : { name: chosen, isChosen: true }
}

/** Sets the guest's name on this device; undefined makes the page ask again. */
export const keepGuestName = (name: string | undefined): void => storage.write('guestName', name)
