import { meetingQuery } from '@parley/core'
import { type EnterRequest, type EnterResult, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { ServerProcess } from '../platform/testing/serverProcess.ts'

export type EnterAnswer = { ok: true; value: EnterResult } | { ok: false; failure: string }

/** Connects the socket of a page, which does not connect again by itself and ends with the test. */
export async function connectPage(node: ServerProcess, meetingId?: string): Promise<Socket> {
	const query = meetingId && { [meetingQuery]: meetingId }
	const socket = io(node.url(roomPaths.presence), {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		auth: roomHandshake,
		...(query && { query }),
		extraHeaders: { origin: node.url('') },
	})
	onTestFinished(() => void socket.disconnect())
	await new Promise<void>((resolve, reject) => {
		socket.once('connect', resolve)
		socket.once('connect_error', reject)
	})
	return socket
}

export const enter = async (socket: Socket, request: EnterRequest): Promise<EnterAnswer> =>
	await socket.timeout(5_000).emitWithAck('enter', request)
