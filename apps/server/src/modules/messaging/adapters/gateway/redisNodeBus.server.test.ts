import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, openDatabaseAsIs } from '../../../../platform/database.ts'
import { freePort } from '../../../../platform/testing/freePort.ts'
import { createPostgresDatabase } from '../../../../platform/testing/postgres.ts'
import { askRedis, type RedisServer, redisUrl, startRedis } from '../../../../platform/testing/redisServer.ts'
import { createImTokens, type Messaging } from '../../index.ts'
import { createFakeConnection } from '../../testing/fakeConnection.ts'
import { openRedisNodeBus } from './redisNodeBus.ts'
import { createMessagingAlone } from './testing/messagingAlone.ts'

const redisProgram = env.PARLEY_TEST_REDIS
const databaseServer = env.PARLEY_TEST_DATABASE_URL
const canTest = redisProgram !== undefined && databaseServer !== undefined
if (!canTest)
	console.warn('!!! two nodes of messaging: NOT TESTED, PARLEY_TEST_REDIS or PARLEY_TEST_DATABASE_URL is missing !!!')

const appId = v.parse(ImAppId, 'app')
const uidOf = (name: string) => v.parse(ImUserId, name)
const key = new Uint8Array(32).fill(7)
const tokens = createImTokens(key)
const closers: (() => unknown)[] = []
let redis: RedisServer | undefined
let redisPort: number
let folder: string

const startTestRedis = () => startRedis(redisProgram ?? '', { port: redisPort, folder })

async function createTestDatabase(): Promise<string> {
	const { url, drop } = await createPostgresDatabase(databaseServer ?? '')
	closers.unshift(drop)
	await (await openDatabase({ url, keyFolder: folder })).close()
	return url
}

/** One node of messaging: its own connections to the database and to Redis. */
function openNode(url: string, name: string): Messaging {
	const database = openDatabaseAsIs({ url, keyFolder: folder })
	const problems: unknown[] = []
	const nodeBus = openRedisNodeBus({
		url: redisUrl(redisPort),
		node: name,
		log: { warn() {} },
	})
	const messaging = createMessagingAlone({
		db: database.db,
		key,
		nodeBus,
		broadcast(connections, envelopes) {
			for (const connection of connections) connection.send(envelopes)
		},
		log: { warn: fields => void problems.push(fields), error: fields => void problems.push(fields) },
	})
	closers.push(async () => {
		await messaging.stop()
		await nodeBus.close()
		await database.close()
		expect(problems).toEqual([])
	})
	return messaging
}

async function logIn(node: Messaging, name: string, deviceId = `device-${name}`) {
	const client = createFakeConnection(node, { id: `${name} ${deviceId}`, address: '192.0.2.1' })
	const now = Date.now()
	const token = await tokens.sign({
		uid: uidOf(name),
		appId,
		isGuest: false,
		nickName: name,
		sessionId: null,
		issuedAt: now,
		expiresAt: now + 3_600_000,
	})
	const ask = (call: Parameters<typeof client.send>[0], data: object) => {
		const id = client.send(call, data)
		return expect.poll(() => client.answerOf(id), { timeout: 15_000, interval: 5 }).toMatchObject({ code: 0 })
	}
	await ask('login', { uid: uidOf(name), appId, token, deviceId })
	const batches = () => client.pushes('messagesReceived')
	return {
		client,
		ask,
		contents: () => batches().flatMap(({ list }) => list.map(({ content }) => content)),
		/** First and last position of each batch. */
		ranges: () => batches().map(({ from, to }) => [from, to] as const),
	}
}

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-redis-'))
	redisPort = await freePort()
	if (canTest) redis = await startTestRedis()
})
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
	await redis?.kill()
	rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!canTest)('two nodes of messaging on one PostgreSQL, with node messages over Redis', () => {
	test('Redis killed, flushed and restarted: nothing is lost or duplicated, and the other node is notified at once again', async () => {
		const url = await createTestDatabase()
		const nodes = [openNode(url, 'a'), openNode(url, 'b')] as const
		const [ann, bob] = [await logIn(nodes[0], 'ann'), await logIn(nodes[1], 'bob')]
		const readers = [await logIn(nodes[0], 'cho'), await logIn(nodes[1], 'dan')]
		const everybody = [ann, bob, ...readers]
		await ann.ask('groupCreate', { name: 'G', userIds: ['bob', 'cho', 'dan'].map(uidOf) })
		await expect
			.poll(() => everybody.map(({ client }) => client.pushes('groupListUpdated').length > 0), { timeout: 15_000 })
			.toEqual([true, true, true, true])
		const gid = bob.client.pushes('groupListUpdated')[0]?.gid ?? ''

		const sent: string[] = []
		const send = async (from: typeof ann, content: string) => {
			await from.ask('groupSend', { gid, content, cmid: content })
			sent.push(content)
		}
		/** Sooner than heads are compared, several times in a row, so node messages must have arrived. */
		async function expectHints(name: string): Promise<void> {
			for (let count = 0; count < 8; count++) {
				await send(ann, `${name}-${count}`)
				await expect.poll(() => bob.contents().at(-1), { timeout: 1_500, interval: 10 }).toBe(`${name}-${count}`)
				await delay(200)
			}
		}
		async function write(name: string, forMs: number): Promise<void> {
			const until = Date.now() + forMs
			for (let count = 0; Date.now() < until; count++) {
				await Promise.all([send(ann, `${name}-ann-${count}`), send(bob, `${name}-bob-${count}`)])
				await delay(50)
			}
		}
		const findOnline = () => nodes[0].findOnline(appId, ['ann', 'bob', 'nobody'].map(uidOf))
		await expectHints('before')
		expect(await findOnline()).toEqual(['ann', 'bob'])
		const writing = write('meanwhile', 6_000)
		await delay(1_000)
		await askRedis(redisPort, client => client.flushAll())
		await delay(500)
		await redis?.kill()
		await delay(3_000)
		expect(await findOnline()).toEqual(['ann'])
		redis = await startTestRedis()
		await writing
		// The client waits up to two seconds between two attempts.
		await delay(3_000)
		await expectHints('after')
		expect(await findOnline()).toEqual(['ann', 'bob'])

		for (const { contents, ranges } of everybody) {
			await expect.poll(() => contents().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(sent.length)
			expect(contents().toSorted()).toEqual(sent.toSorted())
			const gaps = ranges().filter(([from], index, all) => index > 0 && from !== (all[index - 1]?.[1] ?? 0) + 1)
			expect(gaps).toEqual([])
		}
		for (const reader of everybody.slice(1)) expect(reader.contents()).toEqual(ann.contents())
	}, 90_000)

	test('[NODE-20] without Redis at the start, and with one that hangs, messages arrive within seconds; the newest login stays', async () => {
		await redis?.kill()
		const url = await createTestDatabase()
		const nodes = [openNode(url, 'a'), openNode(url, 'b')] as const
		const [ann, bob] = [await logIn(nodes[0], 'ann'), await logIn(nodes[1], 'bob')]
		let count = 0
		async function expectArrival(withinMs: number): Promise<void> {
			const content = `m${++count}`
			await ann.ask('chatSend', { userId: uidOf('bob'), content, cmid: content })
			const heads = () => JSON.stringify(bob.client.pushes('heads').at(-1)?.heads ?? {})
			const has = () => bob.contents().includes(content) || heads().includes(`:${count}`)
			await expect.poll(has, { timeout: withinMs, interval: 20 }).toBe(true)
		}
		await expectArrival(12_000)
		const phone = await logIn(nodes[0], 'eve', 'phone')
		await delay(20)
		const desk = await logIn(nodes[1], 'eve', 'desk')
		expect([phone.client.isClosed(), desk.client.isClosed()]).toEqual([false, false])
		redis = await startTestRedis()
		await expect.poll(() => phone.client.isClosed(), { timeout: 12_000 }).toBe(true)
		expect(desk.client.isClosed()).toBe(false)
		for (let times = 0; times < 5; times++) await expectArrival(1_500)
		redis.freeze()
		for (let times = 0; times < 3; times++) await expectArrival(12_000)
		redis.wake()
		// Nothing is left that waits for the one that hung.
		await delay(3_000)
		for (let times = 0; times < 5; times++) await expectArrival(1_500)
		expect(desk.client.isClosed()).toBe(false)
	}, 90_000)
})
