import { imPaths, packetNumbers } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import { malformedEnvelopes } from '../../apps/server/src/modules/messaging/adapters/gateway/testing/malformedEnvelopes.ts'
import { type Attack, behindProxy, withServer } from './attack.ts'

const total = 1_000_000
const atOnce = 20
const logout = packetNumbers.logout
/** Fewer than would end a connection by their number alone. */
const each = 500
const different = 50_000
/** Heap of the server, which would overflow if 256 bytes of each were kept. */
const heapMiB = 256
/** Application of the demo, which admits guests. */
const appId = 'demo'

export const attack: Attack = {
	tried: `${total.toLocaleString('en')} malformed messaging envelopes`,
	run: () =>
		withServer({ ...behindProxy, NODE_OPTIONS: `--max-old-space-size=${heapMiB}` }, async server => {
			const envelopes = malformedEnvelopes(different, 11)
			let sent = 0
			let connections = 0
			/** A new address each time; otherwise the limits would answer. */
			async function attackOnce(): Promise<void> {
				const number = connections++
				const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
				const socket = await open(server.url, address)
				// Every other one with a login, to reach the calls themselves.
				if (number % 2 === 0) await logIn(server.url, socket, address)
				for (let count = 0; count < each; count++) socket.emit('message', envelopes[sent++ % different])
				// Answers come in order, so everything before it was read.
				await answerOf(socket, { messageId: 1, messageType: logout, jsonData: {} })
				socket.disconnect()
			}
			await Promise.all(
				Array.from({ length: atOnce }, async () => {
					while (sent < total) await attackOnce()
				}),
			)
			const { status } = await fetch(`${server.url}/readyz`)
			return {
				result: `${sent} sent on ${connections} connections to a server with ${heapMiB} MiB; ready afterwards: ${status}`,
				holds: status === 200,
			}
		}),
}

const open = (url: string, address: string): Promise<Socket> =>
	new Promise((resolve, reject) => {
		const socket = io(url, {
			path: imPaths.socket,
			transports: ['websocket'],
			forceNew: true,
			reconnection: false,
			extraHeaders: { 'x-forwarded-for': address },
		})
		socket.on('connect', () => resolve(socket))
		socket.on('connect_error', reject)
	})

/** Resolves when it is answered, or the server closes. */
const answerOf = (socket: Socket, envelope: object): Promise<void> =>
	new Promise(resolve => {
		socket.on('message', answer => answer.messageId === 1 && resolve())
		socket.on('disconnect', () => resolve())
		if (socket.connected) socket.emit('message', envelope)
		else resolve()
	})

async function logIn(url: string, socket: Socket, address: string): Promise<void> {
	const query = new URLSearchParams({ imAppId: appId, nickName: 'Guest' })
	const given = await fetch(`${url}${imPaths.token}?${query}`, { headers: { 'x-forwarded-for': address } })
	const { data } = (await given.json()) as { data: { imToken: string; imUserId: string } }
	await answerOf(socket, {
		messageId: 1,
		messageType: packetNumbers.login,
		jsonData: { uid: data.imUserId, appId, token: data.imToken },
	})
}
