import { calling } from '@parley/api'
import { callApi } from '../../api/index.ts'

/** Says no on every device of the person. Where the network fails, theirs ring until the call ends by itself. */
export async function declineCall(meetingId: string): Promise<void> {
	await callApi(calling.decline, { meetingId: meetingId as never }, { quiet: true, handles401: true })
}
