import { storage } from '../../../storage/index.ts'

// A link visit is a visit that a short link or a scanned code began.

/** Leaving a link: the landing is an ordinary visit again. */
export const endLinkVisit = () => storage.write('publicScan', undefined)

/** Returns whether a link led here (OP-062). */
export const isLinkVisit = (): boolean => Boolean(storage.read('publicScan'))

const passwordKey = (meetingId: string) => `linkPassword.${meetingId}`

/** The password of a link, kept for the tab alone: in the address it would be visible and in the history. */
export const linkPassword = {
	save: (meetingId: string, password: string | undefined) => storage.writeTabText(passwordKey(meetingId), password),
	read: (meetingId: string): string | undefined => storage.readTabText(passwordKey(meetingId)),
}
