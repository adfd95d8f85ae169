import { setTimeout as delay } from 'node:timers/promises'
import { type Envelope, encodePacket, encodePush, packetNumber } from '@parley/im'
import { content, crowd } from './people.ts'
import type { RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

/** CPU time of the server per message and member, and the latency for members. */
export interface Deliveries {
	cpuUs: number
	p99Ms: number
}

/** Push from the crowd's log. */
interface Log {
	from: number
	to: number
	list: { cmid: string }[]
}

/** Each sender waits for few answers. */
const writers = 10

/** Sends messages to all clients, and verifies that each client receives each message once and in order. */
export function createCrowd(server: ServerProcess, clients: readonly RawClient[]) {
	const reader = createPushReader()
	const positions = clients.map(() => 0)
	const sentAt = new Map<string, number>()
	let latencies: number[] = []
	let received = 0
	let sent = 0
	const begunAt = Date.now()
	let wake = () => {}
	for (const [index, client] of clients.entries()) {
		client.onEvent = text => {
			const push = reader(text)
			if (!push) return
			const before = positions[index] as number
			if (before !== 0 && push.from !== before + 1) throw new Error(`client ${index} got ${push.from} after ${before}`)
			positions[index] = push.to
			if (push.list.length !== push.to - push.from + 1) throw new Error('messages were skipped')
			for (const { cmid } of push.list) {
				received++
				latencies.push(performance.now() - (sentAt.get(cmid) ?? Number.NaN))
			}
			wake()
		}
	}

	function send(): void {
		const number = ++sent
		const cmid = `crowd-${begunAt}-${number}`
		sentAt.set(cmid, performance.now())
		const writer = clients[number % writers] as RawClient
		if (server.kind === 'ours')
			writer.send(encodePacket('groupSend', 20_000 + number, { gid: crowd, type: 0, content, cmid }))
		else writer.send(barePush(number, cmid))
	}

	async function untilReceived(expected: number): Promise<void> {
		while (received < expected) {
			await new Promise<void>((resolve, reject) => {
				const timer = setTimeout(() => reject(new Error(`${received} of ${expected} deliveries`)), 20_000)
				wake = () => {
					clearTimeout(timer)
					resolve()
				}
			})
		}
	}

	/** Sends a message every `everyMs`. `isAlone`: only once all clients have the previous one. */
	return async (options: { messages: number; everyMs: number; isAlone: boolean }): Promise<Deliveries> => {
		const { messages, everyMs, isAlone } = options
		latencies = []
		received = 0
		const before = await server.ask('cpu')
		const begun = performance.now()
		for (let n = 1; n <= messages; n++) {
			send()
			if (isAlone) await untilReceived(n * clients.length)
			await delay(Math.max(0, begun + n * everyMs - performance.now()))
		}
		await untilReceived(messages * clients.length)
		const cpu = (await server.ask('cpu')) - before
		latencies.sort((a, b) => a - b)
		return { cpuUs: cpu / received, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0 }
	}
}

/** All clients get the same text, so it is parsed once. */
function createPushReader() {
	let lastText = ''
	let last: Log | undefined
	return (text: string): Log | undefined => {
		if (text === lastText) return last
		const [, { messageId, messageType, jsonData }] = JSON.parse(text) as [string, Envelope]
		if (messageId !== 0 && (jsonData as { code?: number }).code !== 0) throw new Error(text)
		if (messageType !== packetNumber('messagesReceived')) return undefined
		lastText = text
		last = jsonData as unknown as Log
		return last
	}
}

/** A push as messaging would send it. */
function barePush(position: number, cmid: string): Envelope {
	const message = {
		type: 0,
		content,
		sendUserName: 'Person 0',
		imgUrl: '',
		role: 1,
		cmid,
		hisId: position,
		ts: Date.now(),
		userId: 'bench-0',
	}
	return encodePush('messagesReceived', {
		gid: crowd,
		epoch: 'mehx2q3k',
		from: position,
		to: position,
		list: [message],
	})
}
