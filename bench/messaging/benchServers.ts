import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { UserId } from '@parley/core'
import { GroupId, groupTypes, ImAppId, ImUserId, imLimits, imPaths, memberRoles } from '@parley/im'
import { sql } from 'kysely'
import { Server, type Socket } from 'socket.io'
import * as v from 'valibot'
import { WebSocketServer } from 'ws'
import { encodeFrames } from '../../apps/server/src/modules/messaging/adapters/gateway/encoded.ts'
import { createImTokens, newGroupSettings } from '../../apps/server/src/modules/messaging/index.ts'
import { site } from '../meetings.ts'
import { createTestInstance, secrets } from '../testInstance.ts'
import { listen, listenWithoutLimits } from './listenWithoutLimits.ts'
import { crowd, missedPerRoom, missedRoom, missedRooms, people, roomOf, senders, smallGroups } from './people.ts'
import { connectPacket } from './rawClient.ts'
import { createBareStore, messageOf, storeCommits } from './storeCommits.ts'

/** Credentials of a person. */
export interface BenchPerson {
	uid: string
	appId: string
	token: string
}

/** Queries to a server process, with their answers. */
export interface Questions {
	/** Processor time used so far, in microseconds. */
	cpu: number
	/** Bytes in use after a garbage collection. */
	memory: number
	/** Number of connections found to read slowly. */
	lagging: number
	/** Median microseconds per message for storing it, in transactions of the given sizes. */
	commit: number
}

export interface BenchServer {
	port: number
	people: BenchPerson[]
	answer(question: Exclude<keyof Questions, 'cpu' | 'memory'>, value: number): Promise<number>
	stop(): Promise<void>
}

/** Bare Socket.IO with one room for everyone. Sends an envelope to all, or with type 0 only back to its sender. */
export async function startBareServer(): Promise<BenchServer> {
	const server = createServer()
	const io = new Server(server, {
		path: imPaths.socket,
		transports: ['websocket'],
		serveClient: false,
		perMessageDeflate: false,
		...imLimits.heartbeat,
	})
	io.on('connection', (socket: Socket) => {
		// Its documentation advises this where memory counts.
		;(socket.conn as { request: unknown }).request = null
		void socket.join('room')
		socket.on('message', (value: { messageType: number }) => {
			if (value.messageType === 0) socket.emit('message', value)
			else io.to('room').emit('message', value)
		})
	})
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const store = createBareStore(folder)
	return {
		port: await listen(server),
		people: [],
		answer: async (question, value) => (question === 'commit' ? store.measure(value) : 0),
		async stop() {
			await io.close()
			store.close()
			await rm(folder, { recursive: true })
		},
	}
}

/** WebSocket frames, each encoded once and written to all TCP connections: the lower bound for a Node server. */
export async function startWritingServer(): Promise<BenchServer> {
	const server = createServer()
	const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
	const streams = new Set<Duplex>()
	server.on('upgrade', (request, stream, head) => {
		webSockets.handleUpgrade(request, stream, head, webSocket => {
			const write = (text: string) => stream.write(encodeFrames([text]))
			write('0{}')
			streams.add(stream)
			webSocket.on('close', () => streams.delete(stream))
			webSocket.on('message', data => {
				const text = data.toString()
				if (text === connectPacket) return write(`${connectPacket}{}`)
				const frame = encodeFrames([text])
				for (const other of streams) other.write(frame)
			})
		})
	})
	return {
		port: await listen(server),
		people: [],
		answer: async () => 0,
		async stop() {
			for (const client of webSockets.clients) client.terminate()
			server.close()
		},
	}
}

/** Starts the server's messaging on its own database, without rate limits. */
export async function startMessagingServer(): Promise<BenchServer> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const { database, nouns } = await createTestInstance({ folder })
	const { service, store, words } = nouns.messaging
	const logins = await createPeople({ database, nouns })
	await createConversations(store)
	// Sites are cached for some seconds from here on; that of the benchmark already exists.
	await words.start()
	const listener = await listenWithoutLimits(service.connect)
	return {
		port: listener.port,
		people: logins,
		answer: async (question, value) =>
			question === 'commit' ? storeCommits(store, v.parse(ImAppId, site), value) : service.counters().lagging,
		async stop() {
			await service.stop()
			await listener.stop()
			words.stop()
			await database.close()
			await rm(folder, { recursive: true })
		},
	}
}

type Instance = Awaited<ReturnType<typeof createTestInstance>>
const uidOf = (index: number) => `bench-${index}`

async function createPeople({ database, nouns }: Instance): Promise<BenchPerson[]> {
	const tokens = createImTokens(Buffer.from(secrets.imTokens, 'base64url'))
	const now = Date.now()
	await sql`insert into sites (id, host, is_default, name, settings, created_at) values (${site}, 'localhost', 1, 'bench', '{}', 0)`.execute(
		database.db,
	)
	const logins: BenchPerson[] = []
	for (let index = 0; index < people; index++) {
		const uid = uidOf(index)
		await sql`insert into users (id, site_id, name, name_key, display_name, created_at) values (${uid}, ${site}, ${uid}, ${uid}, ${`Person ${index}`}, 0)`.execute(
			database.db,
		)
		await nouns.session.sessions.createSession(v.parse(UserId, uid), site, true)
		const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${uid}`.execute(database.db)
		const token = await tokens.sign({
			uid: v.parse(ImUserId, uid),
			appId: v.parse(ImAppId, site),
			isGuest: false,
			nickName: `Person ${index}`,
			sessionId: rows[0]?.id ?? null,
			issuedAt: now,
			expiresAt: now + 3_600_000,
		})
		logins.push({ uid, appId: site, token })
	}
	return logins
}

async function createConversations(store: Instance['nouns']['messaging']['store']): Promise<void> {
	const everybody = Array.from({ length: people }, (_, index) => uidOf(index))
	const create = async (id: string, mucType: 0 | 5, members: string[], events: string[] = []) => {
		const [owner = ''] = members
		const settings = newGroupSettings({
			name: id,
			mucType,
			owner: v.parse(ImUserId, owner),
		})
		const commit = {
			appId: v.parse(ImAppId, site),
			now: Date.now(),
			conversation: {
				id: v.parse(GroupId, id),
				create: { group: settings },
				events: events.map(cmid => messageOf(owner, cmid)),
				members: members.map(uid => ({
					uid: v.parse(ImUserId, uid),
					nickName: null,
					role: uid === owner ? memberRoles.owner : memberRoles.common,
					silencedUntil: null,
					banned: false,
					hasLeft: false,
					receiveState: 0 as const,
					start: 0,
					read: 0,
					joinedAt: Date.now(),
					isPutIn: false,
				})),
			},
		}
		const [result] = await store.commit([commit])
		if (result?.status !== 'committed') throw new Error(`${id} was not created: ${result?.status}`)
	}
	await create(crowd, groupTypes.COMMON, everybody)
	for (const id of smallGroups) await create(id, groupTypes.COMMON, everybody, [`${id}-first`])
	for (let sender = 0; sender < senders; sender++) await create(roomOf(sender), groupTypes.CHATROOM, [uidOf(sender)])
	const cmids = Array.from({ length: missedPerRoom }, (_, index) => `missed-${index}`)
	for (let index = 0; index < missedRooms; index++)
		await create(missedRoom(index), groupTypes.CHATROOM, [uidOf(0)], cmids)
}
