import { imPaths, packetNumber } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import type { Client } from './attack.ts'

/** Application of the demo. */
const appId = 'demo'

export interface Messaging {
	uid: string
	// biome-ignore lint/suspicious/noExplicitAny: data from the wire
	call(name: Parameters<typeof packetNumber>[0], data: object): Promise<any>
	close(): void
}

/** Logs a client in to messaging, as the member or as a new guest. */
export async function openMessaging(
	url: string,
	headers: Record<string, string> = {},
	member?: Client,
): Promise<Messaging> {
	const query = new URLSearchParams({ imAppId: appId, nickName: 'Guest' })
	const authorization = member?.accessToken ? { authorization: `Bearer ${member.accessToken}` } : {}
	const given = await fetch(`${url}${imPaths.token}?${query}`, { headers: { ...headers, ...authorization } })
	const { data } = (await given.json()) as { data: { imToken: string; imUserId: string } }
	const socket: Socket = io(url, {
		path: imPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		extraHeaders: headers,
	})
	const waiting = new Map<number, (answer: unknown) => void>()
	socket.on('message', ({ messageId, jsonData }) => {
		waiting.get(messageId)?.(jsonData)
		waiting.delete(messageId)
	})
	await new Promise<void>((resolve, reject) => {
		socket.on('connect', () => resolve())
		socket.on('connect_error', reject)
	})
	// Calls without an answer end with the connection.
	socket.on('disconnect', () => {
		for (const resolve of waiting.values()) resolve({ code: -1 })
		waiting.clear()
	})
	let last = 10_000
	const messaging: Messaging = {
		uid: data.imUserId,
		call(name, jsonData) {
			const messageId = last++
			return new Promise(resolve => {
				waiting.set(messageId, resolve)
				socket.emit('message', { messageId, messageType: packetNumber(name), jsonData })
			})
		},
		close: () => void socket.disconnect(),
	}
	const { code } = await messaging.call('login', { uid: data.imUserId, appId, token: data.imToken })
	if (code !== 0) throw new Error(`the login failed: ${code}`)
	return messaging
}
