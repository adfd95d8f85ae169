import type { MeetingId } from '@parley/core'
import type { TestClient, TestServer } from './testServer.ts'

let sockets = 0

/**
 * Joins a meeting and enters its room, as a page does.
 * @param fields of the call that joins, in place of the usual ones
 */
export async function enterRoom(
	{ nouns }: Pick<TestServer, 'nouns'>,
	client: TestClient,
	meetingId: MeetingId,
	fields: object = {},
) {
	const reply = await client.send('POST /meeting/joinMeeting', {
		meetingId,
		display_name: 'Somebody',
		action: 'webJoin',
		language: 'zh',
		openAudio: 0,
		openVideo: 0,
		...fields,
	})
	const ticket = String(reply.data?.rtc_join_url).split('#ticket=')[1]
	if (ticket === undefined) throw new Error(reply.text)
	const connection = `socket-${++sockets}`
	const entered = await nouns.room.rooms.enter({ kind: 'ticket', ticket }, connection)
	if (!entered.ok) throw new Error(entered.failure)
	return { entered: entered.value, who: { meetingId, participantId: entered.value.self, connection } }
}
