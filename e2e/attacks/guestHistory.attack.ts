import { imPaths, packetNumber } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import { type Attack, behindProxy, Client, signIn, withServer } from './attack.ts'
import { costText, measureCost } from './residentMemory.ts'

const guests = 40
const callsOfEach = 400
const messages = 100
const seconds = 10
const attacker = '10.9.9.9'
const maxGrowthMiB = 300
const maxWaitMs = 1_000
/** Of the demo. */
const appId = 'demo'

export const attack: Attack = {
	tried: `${guests} guests of one address, each ${callsOfEach} times the history of a room with the longest messages, in ${seconds} s`,
	run: () =>
		withServer(behindProxy, async server => {
			const forwarded = (address: string) => ({ 'x-forwarded-for': address })
			const member = await signIn(await new Client(server.url, () => forwarded('10.1.1.1')).visit(), 'hanmei')
			const owner = await openMessaging(server.url, forwarded('10.1.1.1'), member)
			const { gid } = await owner.call('groupCreate', { name: 'A room', mucType: 5 })
			for (let sent = 0; sent < messages; sent++) {
				// Sixty in ten seconds are let through.
				if (sent % 50 === 49) await new Promise(resolve => setTimeout(resolve, 10_000))
				const { code } = await owner.call('groupSend', {
					gid,
					content: '.',
					custom: 'x'.repeat(4_000),
					cmid: `m${sent}`,
				})
				if (code !== 0) throw new Error(`a message was refused: ${code}`)
			}
			const sockets = await Promise.all(
				Array.from({ length: guests }, () => openMessaging(server.url, forwarded(attacker))),
			)
			let answered = 0
			let refused = 0
			let bytes = 0
			const waits: number[] = []
			const cost = await measureCost(server, async () => {
				const until = Date.now() + seconds * 1_000
				const asking = sockets.map(async socket => {
					for (let count = 0; count < callsOfEach && Date.now() < until; count += 40) {
						const answers = await Promise.all(
							Array.from({ length: 40 }, () => socket.call('groupHistory', { gid, count: 100 })),
						)
						for (const answer of answers) {
							if (answer.code !== 0) refused++
							else {
								answered++
								bytes += JSON.stringify(answer).length
							}
						}
					}
				})
				while (Date.now() < until) {
					const started = performance.now()
					await member.get('/meeting/meetings?page=1&pageSize=10&type=1')
					waits.push(performance.now() - started)
					await new Promise(resolve => setTimeout(resolve, 50))
				}
				await Promise.race([Promise.all(asking), new Promise(resolve => setTimeout(resolve, 5_000))])
			})
			for (const socket of [owner, ...sockets]) socket.close()
			waits.sort((a, b) => a - b)
			const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
			return {
				result: `${answered} were answered with ${(bytes / 2 ** 20).toFixed(0)} MiB, ${refused} refused; the list of a member p99 ${p99.toFixed(0)} ms; ${costText(cost)}`,
				holds: answered > 0 && p99 < maxWaitMs && cost.peak - cost.before < maxGrowthMiB,
			}
		}),
}

interface Messaging {
	// biome-ignore lint/suspicious/noExplicitAny: what came over the wire
	call(name: Parameters<typeof packetNumber>[0], data: object): Promise<any>
	close(): void
}

/** A client of messaging that is logged in: the member, or a new guest. */
async function openMessaging(url: string, headers: Record<string, string>, member?: Client): Promise<Messaging> {
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
	// What is not answered any more.
	socket.on('disconnect', () => {
		for (const resolve of waiting.values()) resolve({ code: -1 })
		waiting.clear()
	})
	let last = 10_000
	const messaging: Messaging = {
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
	if (code !== 0) throw new Error(`nobody is logged in: ${code}`)
	return messaging
}
