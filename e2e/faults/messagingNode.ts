import { createServer } from 'node:http'
import { argv, exit, stdin } from 'node:process'
import { attachImGateway, broadcast } from '../../apps/server/src/im/index.ts'
import { openRedisHints } from '../../apps/server/src/im/redisHints.ts'
import {
	createImTokens,
	createMessaging,
	createSqlMessagingStore,
} from '../../apps/server/src/modules/messaging/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabaseAsIs } from '../../apps/server/src/platform/database.ts'
import { randomIds } from '../../apps/server/src/platform/ids.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'

/** What the program is told, as JSON. */
export interface NodeSetup {
	port: number
	databaseUrl: string
	redisUrl: string
	/** Where the keys of the database are. */
	folder: string
	/** Of the tokens, base64url. */
	key: string
}

/** A program: messaging alone, one of several nodes on one database. Everybody has an account. Prints a line once it listens. */
const { port, databaseUrl, redisUrl, folder, key } = JSON.parse(argv[2] ?? '') as NodeSetup
const log = { warn() {}, error: (fields: object) => console.error(fields) }
const keyBytes = Buffer.from(key, 'base64url')
const messaging = createMessaging({
	store: createSqlMessagingStore(openDatabaseAsIs({ url: databaseUrl, keyFolder: folder }).db),
	timers: {
		now: Date.now,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	},
	ids: randomIds,
	tokens: createImTokens(keyBytes),
	signIns: {
		findExisting: async ids => [...ids],
		findAccount: async (_, uid) => ({ uid, nickName: uid, imgUrl: '' }),
	},
	words: { refuses: () => false },
	accounts: { find: async (_, uids) => uids.map(uid => ({ uid, nickName: uid, imgUrl: '' })) },
	chatsNeedFriendship: async () => false,
	publicUrl: undefined,
	qrCodeKey: keyBytes,
	hints: openRedisHints({ url: redisUrl, node: `${port}`, log }),
	broadcast,
	createRateLimit: createUnlimitedRateLimit,
	log,
})
const server = createServer()
attachImGateway({
	server,
	connect: messaging.connect,
	createRateLimit: createUnlimitedRateLimit,
	addressOf: () => '127.0.0.1',
	originOf: () => `http://127.0.0.1:${port}`,
	clock: systemClock,
})
server.listen(port, '127.0.0.1', () => console.log('listening'))
// Whoever started it is gone.
stdin.resume().on('end', () => exit())
