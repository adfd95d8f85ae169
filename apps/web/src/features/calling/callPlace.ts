import { isInOverlay, isWriting } from './focus.ts'

/** `dialog` takes the focus · `notice` leaves it where it is · `none`: neither could be used now, so it waits. */
export type CallPlace = 'dialog' | 'notice' | 'none'

/** The position of a call: over no meeting and no broadcast, and never between a user and their input. */
export function callPlace(isBusy: boolean): CallPlace {
	if (isBusy) return 'notice'
	if (!isWriting()) return 'dialog'
	return isInOverlay() ? 'none' : 'notice'
}
