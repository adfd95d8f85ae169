import { imPaths } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import { malformedEnvelopes } from '../../apps/server/src/im/testing/malformedEnvelopes.ts'
import { type Attack, behindProxy, Client, withServer } from './attack.ts'

const total = 1_000_000
const atOnce = 20
/** Fewer than what ends a connection by their number alone. */
const each = 500
const different = 50_000

export const attack: Attack = {
	tried: `${total.toLocaleString('en')} malformed envelopes of messaging`,
	run: () =>
		withServer(behindProxy, async server => {
			const envelopes = malformedEnvelopes(different, 11)
			let sent = 0
			let connections = 0
			/** Another address each time, or the limits would answer. */
			async function attackOnce(): Promise<void> {
				const number = connections++
				const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
				const socket = await open(server.url, address)
				for (let count = 0; count < each; count++) socket.emit('message', envelopes[sent++ % different])
				// Answered in order: then everything before it was read.
				await answerOf(socket, { messageId: 1, messageType: 1002, jsonData: {} })
				socket.disconnect()
			}
			async function attackUntilDone(): Promise<void> {
				while (sent < total) await attackOnce()
			}
			await Promise.all(Array.from({ length: atOnce }, attackUntilDone))
			const { http } = await new Client(server.url, () => ({})).get('/readyz')
			return { result: `${sent} sent on ${connections} connections; ready afterwards: ${http}`, holds: http === 200 }
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

/** Resolves when it was answered, or the server has closed. */
const answerOf = (socket: Socket, envelope: object): Promise<void> =>
	new Promise(resolve => {
		socket.on('message', answer => answer.messageId === 1 && resolve())
		socket.on('disconnect', () => resolve())
		if (socket.connected) socket.emit('message', envelope)
		else resolve()
	})
