import { calling } from '@parley/api'
import { callApi } from '../../api/index.ts'

/** Declines on every device of the person. If the request fails, their other devices keep ringing until the call times out. */
export async function declineCall(meetingId: string): Promise<void> {
	await callApi(calling.decline, { meetingId: meetingId as never }, { quiet: true, handles401: true })
}
