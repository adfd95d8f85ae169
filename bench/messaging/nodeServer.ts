import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserId } from '@parley/core'
import { GroupId, groupTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import { attachImGateway, broadcast } from '../../apps/server/src/im/index.ts'
import { openRedisHints } from '../../apps/server/src/im/redisHints.ts'
import {
	createImTokens,
	createMessaging,
	createSqlMessagingStore,
	memberRow,
	singleNode,
} from '../../apps/server/src/modules/messaging/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { randomIds } from '../../apps/server/src/platform/ids.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import type { BenchPerson, BenchServer } from './benchServers.ts'
import { crowd, people } from './people.ts'

/** Where a node of messaging keeps and hears things. */
export interface NodeOptions {
	name: string
	databaseUrl: string
	keyFolder: string
	/** Without it the node is the only one. */
	redisUrl?: string
}

const key = new Uint8Array(32).fill(7)
const tokens = createImTokens(key)
const appId = v.parse(ImAppId, 'bench-site')
const personOf = (index: number) => v.parse(ImUserId, v.parse(UserId, `bench-${index}`))
const log = { warn: console.error, error: console.error }

/** Messaging alone, on PostgreSQL; the first node of a database makes the crowd. */
export async function startNode({ name, databaseUrl, keyFolder, redisUrl }: NodeOptions): Promise<BenchServer> {
	const database = await openDatabase({ url: databaseUrl, keyFolder })
	const store = createSqlMessagingStore(database.db)
	const redis = redisUrl === undefined ? undefined : openRedisHints({ url: redisUrl, node: name, log })
	const service = createMessaging({
		store,
		timers: {
			now: Date.now,
			after(ms, act) {
				const timer = setTimeout(act, ms)
				return () => clearTimeout(timer)
			},
		},
		ids: randomIds,
		tokens,
		signIns: {
			findExisting: async ids => [...ids],
			findAccount: async (_, uid) => ({ uid, nickName: uid, imgUrl: '' }),
		},
		words: { refuses: () => false },
		accounts: { find: async (_, uids) => uids.map(uid => ({ uid, nickName: uid, imgUrl: '' })) },
		chatsNeedFriendship: async () => false,
		publicUrl: undefined,
		qrCodeKey: key,
		hints: redis ?? singleNode,
		broadcast,
		createRateLimit: createUnlimitedRateLimit,
		log,
	})
	await createCrowdGroup(store)
	const server = createServer()
	const gateway = attachImGateway({
		server,
		connect: service.connect,
		createRateLimit: createUnlimitedRateLimit,
		addressOf: () => '127.0.0.1',
		originOf: () => 'http://127.0.0.1',
		clock: systemClock,
		limits: { open: 10_000, anonymous: 10_000, loginWithinMs: 60_000 },
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', 4_096, resolve))
	return {
		port: (server.address() as AddressInfo).port,
		people: await Promise.all(Array.from({ length: people }, (_, index) => personWithToken(index))),
		answer: async () => service.counters().gaps,
		async stop() {
			await service.stop()
			await gateway.stop()
			server.close()
			await redis?.close()
			await database.close()
		},
	}
}

async function personWithToken(index: number): Promise<BenchPerson> {
	const uid = personOf(index)
	const now = Date.now()
	const identity = { uid, appId, isGuest: false, nickName: uid, sessionId: null }
	return { uid, appId, token: await tokens.sign({ ...identity, issuedAt: now, expiresAt: now + 3_600_000 }) }
}

async function createCrowdGroup(store: ReturnType<typeof createSqlMessagingStore>): Promise<void> {
	const id = v.parse(GroupId, crowd)
	if (await store.findGroup(appId, id)) return
	const now = Date.now()
	const everybody = Array.from({ length: people }, (_, index) => personOf(index))
	const owner = personOf(0)
	const settings = {
		name: crowd,
		introduction: '',
		imgUrl: '',
		announcement: '',
		mucType: groupTypes.COMMON,
		owner,
		silenceAll: false,
		slowModeS: 0,
	}
	const members = everybody.map(uid => memberRow(uid, now, 0, uid === owner ? memberRoles.owner : memberRoles.common))
	const [result] = await store.commit([
		{ appId, now, conversation: { id, create: { group: settings }, events: [], members } },
	])
	if (result?.status !== 'committed') throw new Error(`the crowd was not made: ${result?.status}`)
}
