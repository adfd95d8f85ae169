import { createServer } from 'node:http'
import { argv, exit, stdin } from 'node:process'
import { attachImGateway, broadcast } from '../../apps/server/src/modules/messaging/adapters/gateway/index.ts'
import { openRedisNodeBus } from '../../apps/server/src/modules/messaging/adapters/gateway/redisNodeBus.ts'
import { createMessagingAlone } from '../../apps/server/src/modules/messaging/adapters/gateway/testing/messagingAlone.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabaseAsIs } from '../../apps/server/src/platform/database.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'

/** Settings of the program, as JSON. */
export interface NodeSetup {
	port: number
	databaseUrl: string
	redisUrl: string
	/** Folder of the database keys. */
	folder: string
	/** Key of the tokens, base64url. */
	key: string
}

/** Program: messaging alone, one of several nodes on one database. Every person has an account. Prints a line once it listens. */
const { port, databaseUrl, redisUrl, folder, key } = JSON.parse(argv[2] ?? '') as NodeSetup
const log = { warn() {}, error: (fields: object) => console.error(fields) }
const messaging = createMessagingAlone({
	db: openDatabaseAsIs({ url: databaseUrl, keyFolder: folder }).db,
	key: Buffer.from(key, 'base64url'),
	nodeBus: openRedisNodeBus({ url: redisUrl, node: `${port}`, log }),
	broadcast,
	log,
})
const server = createServer()
attachImGateway({
	server,
	connect: messaging.connect,
	createRateLimit: createUnlimitedRateLimit,
	addressOf: () => '127.0.0.1',
	originOf: () => `http://127.0.0.1:${port}`,
	ownOriginOf: async () => `http://127.0.0.1:${port}`,
	clock: systemClock,
})
server.listen(port, '127.0.0.1', () => console.log('listening'))
// Its parent has ended.
stdin.resume().on('end', () => exit())
