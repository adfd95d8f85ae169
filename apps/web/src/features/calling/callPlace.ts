import { isInOverlay, isWriting } from './focus.ts'

/** `dialog` takes the focus · `notice` leaves it where it is · `none`: neither could be used now, so it waits. */
export type CallPlace = 'dialog' | 'notice' | 'none'

/** Where a call is shown: over no meeting and no broadcast, and never between somebody and what they write. */
export function callPlace(isBusy: boolean): CallPlace {
	if (isBusy) return 'notice'
	if (!isWriting()) return 'dialog'
	return isInOverlay() ? 'none' : 'notice'
}
