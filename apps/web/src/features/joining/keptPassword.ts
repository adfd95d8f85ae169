import { storage } from '../../storage/index.ts'

const placeOf = (meetingId: string) => `linkPassword.${meetingId}`

/** The password that came with a link, for this tab alone: in the address it would stay in sight and in history. */
export const keptPassword = {
	keep: (meetingId: string, password: string | undefined) => storage.writeTabText(placeOf(meetingId), password),
	of: (meetingId: string): string | undefined => storage.readTabText(placeOf(meetingId)),
}
