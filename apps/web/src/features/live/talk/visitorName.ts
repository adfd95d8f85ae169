import { cleanText, isDisplayName } from '@parley/core'
import { storage } from '../../../storage/index.ts'

/** Of a guest who gave no name: `visitor` and six digits, the same on this device from then on (CHAT-11). */
export function visitorName(random: () => number = Math.random): string {
	const kept = storage.read('visitorName')
	if (kept && /^visitor\d{6}$/.test(kept)) return kept
	const name = `visitor${String(Math.floor(random() * 1_000_000)).padStart(6, '0')}`
	storage.write('visitorName', name)
	return name
}

/** The name in the address, where it is one, else the one of this device (CHAT-12). */
export function guestName(displayName: string | undefined): string {
	const given = cleanText(displayName ?? '')
	return isDisplayName(given) ? given : visitorName()
}
