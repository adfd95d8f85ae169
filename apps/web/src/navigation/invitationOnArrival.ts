/** The meeting whose invitation is to be open when its room is entered next; taken once. */
let requested: string | undefined

export const invitationOnArrival = {
	request(meetingId: string) {
		requested = meetingId
	},
	take(meetingId: string): boolean {
		const isRequested = requested === meetingId
		if (isRequested) requested = undefined
		return isRequested
	},
}
