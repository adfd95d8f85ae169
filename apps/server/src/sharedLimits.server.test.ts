import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInAs } from './demo/testing/demoMember.ts'
import { freePort } from './platform/testing/freePort.ts'
import { type RedisServer, redisUrl, startRedis } from './platform/testing/redisServer.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

const program = env.PARLEY_TEST_REDIS

describe.skipIf(program === undefined)('a server with Redis', () => {
	let folder: string
	let redis: RedisServer
	let server: ServerProcess
	let settings: Record<string, string>
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'parley-shared-limits-'))
		const port = await freePort()
		redis = await startRedis(program ?? '', { port, folder })
		settings = { PARLEY_DATA: join(folder, 'data'), PARLEY_DEMO: '1', PARLEY_REDIS_URL: redisUrl(port) }
		server = await startServerProcess(settings)
	})
	afterEach(async () => {
		await stopServerProcess(server, 'SIGKILL')
		await redis.kill()
		rmSync(folder, { recursive: true, force: true })
	})

	/** Statuses of the next lookups of meetings that do not exist. */
	async function lookUp(headers: Record<string, string>, times: number) {
		const statuses: number[] = []
		for (let n = 0; n < times; n++) {
			const answer = await fetch(server.url(`/meeting/meetings/${100_000_000 + n}`), { headers })
			statuses.push(answer.status)
		}
		return statuses
	}

	test('[API-03] a member who guessed ids still has to wait after a restart, and after Redis has stopped', async () => {
		const { headers } = await signInAs(server, 'hanmei')
		expect(await lookUp(headers, 31)).toEqual([...Array(30).fill(404), 429])
		await stopServerProcess(server)
		server = await startServerProcess(settings)
		// The page signs in again: the limit belongs to the person.
		const { headers: again } = await signInAs(server, 'hanmei')
		await expect.poll(() => lookUp(again, 1), { timeout: 10_000 }).toEqual([429])
		await redis.kill()
		const statuses = await lookUp(again, 40)
		expect(statuses.filter(status => status === 404).length).toBeLessThanOrEqual(30)
		expect(statuses.at(-1)).toBe(429)
	}, 60_000)
})
