import { storage } from '../../../storage/index.ts'

const storageKey = (meetingId: string) => `linkPassword.${meetingId}`

/** The password that came with a link, for this tab alone: in the address it would stay in sight and in history. */
export const linkPassword = {
	save: (meetingId: string, password: string | undefined) => storage.writeTabText(storageKey(meetingId), password),
	read: (meetingId: string): string | undefined => storage.readTabText(storageKey(meetingId)),
}
