import { type Envelope, encodePacket, packetNumber } from '@parley/im'
import type { CentrifugoProcess } from './centrifugo.ts'
import { logIn } from './clients.ts'
import { content, crowd, smallGroups } from './people.ts'
import { frameOf, openRawClient, openWebSocket, readFrames } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

/** Client of the crowd, for either server. */
export interface CrowdClient {
	/** Receives message ids in order. */
	onMessages: (ids: readonly string[]) => void
	/** Sends several messages in one publication, like an application that batches. */
	publish(ids: readonly string[]): void
	close(): void
}

/** One of the two compared servers, with the same groups and people. */
export interface CrowdServer {
	name: string
	pid: number
	/** Connects a person, logs them in, and subscribes them to four groups. */
	enter(index: number): Promise<CrowdClient>
	/** Same for a person who missed that many messages; resolves when they have received them. */
	comeBack(index: number): Promise<CrowdClient>
	/** Makes people who reconnect later miss the last `missed` messages. */
	setMissed(missed: number): Promise<void>
}

const groups = [crowd, ...smallGroups]
/** Maximum unanswered messages of a client: on a slow disk the server refuses more than 64. */
const sentAtOnce = 32
/** A message as messaging puts it on the wire. */
const messageOf = (cmid: string) => ({
	type: 0,
	content,
	sendUserName: 'Person 0',
	imgUrl: '',
	role: 1,
	cmid,
	ts: Date.now(),
	userId: 'bench-0',
})

/** All clients get the same text, so it is parsed once. */
function createReader(idsIn: (text: string) => string[]) {
	let lastText = ''
	let last: string[] = []
	return (text: string): readonly string[] => {
		if (text !== lastText) {
			last = idsIn(text)
			lastText = text
		}
		return last
	}
}

export function crowdOfMessaging(server: ServerProcess): CrowdServer {
	let messageId = 20_000
	let cursors: Record<string, string> = {}
	let missedCount = 0
	const pushedIds = createReader(text => {
		const [, { messageType, jsonData }] = JSON.parse(text) as [string, Envelope]
		if (messageType !== packetNumber('messagesReceived')) return []
		return (jsonData.list as { cmid: string }[]).map(({ cmid }) => cmid)
	})
	async function open() {
		const raw = await openRawClient(server.port)
		const waiting: string[] = []
		let inFlight = 0
		const sendOn = () => {
			for (; inFlight < sentAtOnce && waiting.length > 0; inFlight++) {
				const cmid = waiting.shift() ?? ''
				raw.send(encodePacket('groupSend', ++messageId, { gid: crowd, type: 0, content, cmid }))
			}
		}
		const client = {
			onMessages(_ids: readonly string[]) {},
			publish(ids: readonly string[]) {
				waiting.push(...ids)
				sendOn()
			},
			close: raw.close,
			/** Default number of messages. */
			answered(text: string) {
				if (!text.includes('"code":0')) throw new Error(`refused: ${text}`)
				inFlight--
				sendOn()
			},
		}
		return { client, raw }
	}
	type Opened = Awaited<ReturnType<typeof open>>
	function hear(raw: Opened['raw'], client: Opened['client']): void {
		raw.onEvent = text => {
			if (text.includes('"code":')) client.answered(text)
			const ids = text.includes('"list"') ? pushedIds(text) : []
			if (ids.length > 0) client.onMessages(ids)
		}
	}
	return {
		name: 'Parley',
		pid: server.pid,
		async enter(index) {
			const { client, raw } = await open()
			await logIn(raw, server, index)
			hear(raw, client)
			return client
		},
		async comeBack(index) {
			const { client, raw } = await open()
			await new Promise<void>((resolve, reject) => {
				raw.onEvent = text => {
					const [, { messageId: id, jsonData }] = JSON.parse(text) as [string, Envelope]
					if (id === 0) return
					if (jsonData.code !== 0) reject(new Error(text))
					if (id !== 2) return
					const pages = jsonData.conversations as { list: unknown[] }[]
					const count = pages.reduce((sum, { list }) => sum + list.length, 0)
					if (count === missedCount) resolve()
					else reject(new Error(`${count} of ${missedCount} missed messages arrived`))
				}
				const person = server.people[index % server.people.length]
				raw.send(encodePacket('login', 1, { ...person, deviceId: `device-${index}` }))
				raw.send(encodePacket('sync', 2, { option: 'group_chat', cursors }))
			})
			hear(raw, client)
			return client
		},
		async setMissed(missed) {
			const raw = await openRawClient(server.port)
			await logIn(raw, server, 0)
			const { conversations } = (await raw.call('sync', { option: 'group_chat' })) as unknown as {
				conversations: { gid: string; epoch: string; head: number }[]
			}
			raw.close()
			missedCount = missed
			cursors = Object.fromEntries(
				conversations
					.filter(({ gid }) => groups.includes(gid))
					.map(({ gid, epoch, head }) => [gid, `${epoch}.${head - (gid === crowd ? missed : 0)}`]),
			)
		},
	}
}

interface Position {
	epoch: string
	offset: number
}
interface CentrifugoReply {
	id?: number
	error?: object
	subscribe?: Partial<Position> & { recovered?: boolean; publications?: unknown[] }
	push?: { pub?: { data: { messages: { cmid: string }[] } } }
}

/** Centrifugo's own JSON protocol: several commands or replies per frame, one per line. */
export function crowdOfCentrifugo(server: CentrifugoProcess): CrowdServer {
	let commandId = 1_000
	let positions: Record<string, Position> = {}
	let missedCount = 0
	const tokens = new Map<number, string>()
	function tokenOf(index: number): string {
		const token = tokens.get(index) ?? server.tokenOf(`bench-${index}`)
		tokens.set(index, token)
		return token
	}
	const repliesIn = (text: string) =>
		text
			.split('\n')
			.filter(line => line !== '' && line !== '{}')
			.map(line => JSON.parse(line) as CentrifugoReply)
	const pushedIds = createReader(text =>
		repliesIn(text).flatMap(({ push, error }) => {
			if (error) throw new Error(text)
			return push?.pub?.data.messages.map(({ cmid }) => cmid) ?? []
		}),
	)
	async function open(index: number, from: Record<string, Position> | undefined) {
		const socket = await openWebSocket(server.port, '/connection/websocket')
		const write = (commands: readonly object[]) =>
			void socket.write(frameOf(commands.map(command => JSON.stringify(command)).join('\n')))
		const client: CrowdClient = {
			onMessages() {},
			publish: ids => write([{ id: ++commandId, publish: { channel: crowd, data: { messages: ids.map(messageOf) } } }]),
			close: () => void socket.destroy(),
		}
		const found: Record<string, Position> = {}
		let missed = 0
		await new Promise<void>((resolve, reject) => {
			let waiting = groups.length + 1
			const take = ({ id, error, subscribe }: CentrifugoReply) => {
				if (error) reject(new Error(JSON.stringify(error)))
				if (id === undefined) return
				const group = groups[id - 2]
				if (subscribe && group) found[group] = { epoch: subscribe.epoch ?? '', offset: subscribe.offset ?? 0 }
				if (from && subscribe && subscribe.recovered !== true) reject(new Error('not recovered'))
				missed += subscribe?.publications?.length ?? 0
				if (--waiting === 0) resolve()
			}
			const hear = (text: string) => {
				if (text.includes('{}')) for (const line of text.split('\n')) if (line === '{}') socket.write(frameOf('{}'))
				if (waiting > 0) return repliesIn(text).forEach(take)
				const ids = text.includes('"push"') ? pushedIds(text) : []
				if (ids.length > 0) client.onMessages(ids)
			}
			// It closes a connection that sends anything before it is upgraded.
			readFrames(socket, hear, () =>
				write([
					{ id: 1, connect: { token: tokenOf(index) } },
					...groups.map((channel, group) => ({
						id: group + 2,
						subscribe: { channel, ...(from && { recover: true, ...from[channel] }) },
					})),
				]),
			)
			socket.on('error', reject)
			socket.once('close', () => reject(new Error('Centrifugo closed the connection')))
		})
		if (from && missed !== missedCount) throw new Error(`${missed} of ${missedCount} missed messages arrived`)
		return { client, found }
	}
	return {
		name: 'Centrifugo',
		pid: server.pid,
		enter: async index => (await open(index, undefined)).client,
		comeBack: async index => (await open(index, positions)).client,
		async setMissed(missed) {
			const { client, found } = await open(0, undefined)
			client.close()
			missedCount = missed
			positions = found
			const head = found[crowd] as Position
			positions[crowd] = { ...head, offset: head.offset - missed }
		},
	}
}
