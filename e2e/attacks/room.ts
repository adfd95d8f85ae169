import { meetingQuery } from '@parley/core'
import { type EnterRequest, type EnterResult, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import type { ParleyServer } from '../fixtures/server.ts'
import type { Answer, Client } from './attack.ts'

/** Joins a meeting; returns the ticket of its room, or the refusal. */
export async function join(
	client: Client,
	meetingId: string,
	fields: { display_name: string; meeting_pwd?: string },
): Promise<{ ticket: string; answer?: never } | { answer: Answer; ticket?: never }> {
	const answer = await client.post('/meeting/joinMeeting', { meetingId, action: 'webJoin', ...fields })
	const { hash } = new URL(answer.data?.rtc_join_url ?? '#', 'http://room')
	const ticket = new URLSearchParams(hash.slice(1)).get('ticket')
	return ticket === null ? { answer } : { ticket }
}

/**
 * Opens a room socket as the browser of this client.
 * @param meetingId the meeting that the address names, so that another server with its room is reached
 */
export const openSocket = (server: ParleyServer, client: Client, meetingId?: string): Socket =>
	io(server.url + roomPaths.presence, {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		...(meetingId !== undefined && { query: { [meetingQuery]: meetingId } }),
		auth: roomHandshake,
		extraHeaders: { cookie: client.cookieHeader, origin: server.url },
	})

export const enter = (
	socket: Socket,
	request: EnterRequest,
): Promise<{ ok: true; value: EnterResult } | { ok: false; failure: string }> =>
	socket.timeout(10_000).emitWithAck('enter', request)
