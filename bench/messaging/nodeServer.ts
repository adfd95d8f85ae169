import { UserId } from '@parley/core'
import { GroupId, groupTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import { broadcast } from '../../apps/server/src/modules/messaging/adapters/gateway/index.ts'
import { openRedisNodeBus } from '../../apps/server/src/modules/messaging/adapters/gateway/redisNodeBus.ts'
import { createMessagingAlone } from '../../apps/server/src/modules/messaging/adapters/gateway/testing/messagingAlone.ts'
import {
	createImTokens,
	createSqlMessagingStore,
	memberRow,
	newGroupSettings,
	singleNode,
} from '../../apps/server/src/modules/messaging/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import type { BenchPerson, BenchServer } from './benchServers.ts'
import { listenWithoutLimits } from './listenWithoutLimits.ts'
import { crowd, people } from './people.ts'

/** Storage and node message bus of a messaging node. */
export interface NodeOptions {
	name: string
	databaseUrl: string
	keyFolder: string
	/** Redis; without it the node is the only one. */
	redisUrl?: string
}

const key = new Uint8Array(32).fill(7)
const tokens = createImTokens(key)
const appId = v.parse(ImAppId, 'bench-site')
const personOf = (index: number) => v.parse(ImUserId, v.parse(UserId, `bench-${index}`))
const log = { warn: console.error, error: console.error }

/** Messaging alone on PostgreSQL; the first node of a database creates the crowd. */
export async function startNode({ name, databaseUrl, keyFolder, redisUrl }: NodeOptions): Promise<BenchServer> {
	const database = await openDatabase({ url: databaseUrl, keyFolder })
	const store = createSqlMessagingStore(database.db)
	const redis = redisUrl === undefined ? undefined : openRedisNodeBus({ url: redisUrl, node: name, log })
	const service = createMessagingAlone({ db: database.db, key, nodeBus: redis ?? singleNode, broadcast, log })
	await createCrowdGroup(store)
	const listener = await listenWithoutLimits(service.connect)
	return {
		port: listener.port,
		people: await Promise.all(Array.from({ length: people }, (_, index) => personWithToken(index))),
		answer: async () => service.counters().gaps,
		async stop() {
			await service.stop()
			await listener.stop()
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
	const settings = newGroupSettings({
		name: crowd,
		mucType: groupTypes.COMMON,
		owner,
	})
	const members = everybody.map(uid => memberRow(uid, now, 0, uid === owner ? memberRoles.owner : memberRoles.common))
	const [result] = await store.commit([
		{ appId, now, conversation: { id, create: { group: settings }, events: [], members } },
	])
	if (result?.status !== 'committed') throw new Error(`the crowd was not created: ${result?.status}`)
}
