import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import Fastify from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { CheckContext } from '../../platform/check.ts'
import { systemClock } from '../../platform/clock.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createNodeCalls } from '../../platform/nodeCalls.ts'
import { loadSecrets } from '../../platform/secrets.ts'
import { freePort } from '../../platform/testing/freePort.ts'
import { redisUrl, startRedis } from '../../platform/testing/redisServer.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { nodeChecks } from './checks.ts'
import { answerWhetherMarked } from './sameRedis.ts'
import { createSqlNodeStore } from './store.sql.ts'
import { trustedCall } from './trustedCall.ts'

let keyFolder: string
let database: OpenDatabase
let servers: ReturnType<typeof Fastify>[]
beforeEach(async () => {
	keyFolder = mkdtempSync(join(tmpdir(), 'parley-keys-'))
	database = await openDatabase({ memory: true })
	servers = []
})
afterEach(async () => {
	for (const server of servers) await server.close()
	await database.close()
	rmSync(keyFolder, { recursive: true, force: true })
})

interface Server {
	isTrusted?: boolean
	secret?: string
	id?: string
	named?: string
	redisUrl?: string
}

/** A server with a row, which says whether it reaches the database. */
async function start({ isTrusted = true, secret = '', id = 'one', named = '', redisUrl }: Server = {}) {
	const app = Fastify()
	const calls = createNodeCalls({
		secret: secret || loadSecrets(keyFolder).relay,
		id,
		clock: systemClock,
		ids: randomIds,
	})
	calls.handle(trustedCall, v.null(), () => isTrusted)
	answerWhetherMarked(calls, { redisUrl })
	calls.serve(app)
	await app.listen({ port: 0, host: '127.0.0.1' })
	servers.push(app)
	const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
	return await addRow(named || id, url)
}
async function addRow(id: string, url: string) {
	await createSqlNodeStore(database.db).insert(aNodeRow(id, { url, version: '1.0.0', beats: 1 }))
	return url
}

async function check({ redisUrl }: Pick<Server, 'redisUrl'> = {}) {
	const context = {
		config: { nodeUrl: 'http://own', keyFolder, redisUrl },
		ask: async (_: unknown, read: (db: OpenDatabase['db']) => unknown) => ({
			isKnown: true,
			value: await read(database.db),
		}),
	}
	return await nodeChecks[0]?.run(context as never as CheckContext)
}

test('[NODE-17] servers that answer are named with their version', async () => {
	const [one, two] = [await start(), await start({ id: 'two' })]
	expect(await check()).toEqual({ found: `${one} (1.0.0); ${two} (1.0.0)` })
})

test.each([
	['does not answer', 'can be reached', async () => await addRow('gone', 'http://127.0.0.1:1')],
	['is another server, or has other secrets', 'secrets', async () => await start({ secret: 'of another one' })],
	['is another server, or has other secrets', 'of its own', async () => await start({ named: 'three' })],
	['cannot write to the database', 'reach the database', async () => await start({ isTrusted: false })],
])('[NODE-17] one that %s has its remedy', async (problem, remedy, prepare) => {
	loadSecrets(keyFolder)
	const well = `${await start({ id: 'well' })} (1.0.0)`
	const ill = `${await prepare()} (1.0.0) ${problem}`
	const result = await check()
	expect(result?.found.split('; ').sort()).toEqual([well, ill].sort())
	expect(result?.remedy).toContain(remedy)
	expect(result?.remedy).not.toContain(';')
})

const redisProgram = env.PARLEY_TEST_REDIS
test.skipIf(!redisProgram)('[NODE-17] one that uses another Redis needs a remedy', async () => {
	const port = await freePort()
	const redis = await startRedis(redisProgram ?? '', { port, folder: keyFolder })
	onTestFinished(redis.kill)
	const own = { redisUrl: redisUrl(port) }
	const [same, other] = [await start(own), await start({ id: 'two' })]
	expect(await check(own)).toEqual({
		found: `${same} (1.0.0); ${other} (1.0.0) uses another Redis`,
		remedy: expect.stringContaining('PARLEY_REDIS_URL'),
	})
})

test('[NODE-17] without the secrets nobody is asked; without the setting nobody need be', async () => {
	await addRow('one', 'http://127.0.0.1:1')
	expect((await check())?.remedy).toBe('Copy it from another server')
	const only = { config: { nodeUrl: undefined } } as never as CheckContext
	expect(await nodeChecks[0]?.run(only)).toEqual({
		found: 'only one runs on the database, without PARLEY_NODE_URL',
	})
})
