import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { checkAnnouncedAddress, checkTurn } from '../modules/room/checks.ts'
import { checkSites, checkTelephones } from '../modules/site/checks.ts'
import { SiteSettings } from '../modules/site/index.ts'
import { checkSms } from '../modules/sms/checks.ts'
import { readConfig } from '../platform/config.ts'
import { runDiagnostics } from './doctor.ts'
import { checkBackupTool, checkClock, checkDisk, checkRedis, httpClocks } from './productionChecks.ts'
import { createTestTerminal } from './testTerminal.ts'

const configOf = (environment: Record<string, string> = {}) => {
	const read = readConfig(environment)
	if (!read.ok) throw new Error(read.failure.join())
	return read.value
}
const production = { PARLEY_URL: 'https://meet.example.org' }

test('a missing site is a problem, unless the demo creates some', () => {
	expect(checkSites([], configOf())).toEqual({ found: 'none yet; the demo creates some' })
	expect(checkSites([], configOf(production))).toMatchObject({
		found: 'none',
		remedy: expect.stringContaining('parley site create'),
	})
	expect(checkSites(['a.example', 'b.example'], configOf(production))).toEqual({ found: 'a.example, b.example' })
})

test('an unset telephone number is a problem on a reachable server', () => {
	const sites = ['', '400-000-0000', '+44 20 7946 0000'].map((telephone, n) => ({
		host: `${n}.example`,
		settings: { ...v.parse(SiteSettings, {}), telephone },
	}))
	const problem = checkTelephones(sites, configOf(production))
	expect(problem.found).toBe('1.example shows the placeholder number 400-000-0000')
	expect(problem.remedy).toContain('parley site set 1.example telephone=')
	const two = [sites[1], sites[1]].filter(site => site !== undefined)
	expect(checkTelephones(two, configOf(production)).found).toContain('1.example, 1.example show the placeholder')
	expect(checkTelephones(sites, configOf()).remedy).toBeUndefined()
	const set = sites.filter((_, n) => n !== 1)
	expect(checkTelephones(set, configOf(production))).toEqual({
		found: '0.example: none; 2.example: +44 20 7946 0000',
	})
	expect(checkTelephones([], configOf(production))).toEqual({ found: 'no site yet' })
})

test('a missing SMS provider is a problem on a reachable server, except in a demo', () => {
	expect(checkSms(configOf()).remedy).toBeUndefined()
	expect(checkSms(configOf(production)).remedy).toContain('SMS_HOOK_URL')
	expect(checkSms(configOf({ ...production, PARLEY_DEMO: '1' })).remedy).toBeUndefined()
	const hook = { SMS_HOOK_URL: 'https://sms.example.org', SMS_HOOK_SECRET: 'a secret of 16 letters' }
	expect(checkSms(configOf({ ...production, ...hook }))).toEqual({ found: 'text messages go to SMS_HOOK_URL' })
})

test('a missing TURN server, or one without credentials, is a problem on a reachable server', () => {
	expect(checkTurn(configOf()).remedy).toBeUndefined()
	expect(checkTurn(configOf(production)).remedy).toContain('TURN_URL')
	const servers = (...list: object[]) => configOf({ ...production, MEDIA_ICE_SERVERS: JSON.stringify(list) })
	expect(checkTurn(servers({ urls: 'stun:stun.example.org' })).remedy).toContain('TURN')
	expect(checkTurn(servers({ urls: 'turn:turn.example.org' })).remedy).toContain('Set both')
	const turn = { urls: ['stun:a', 'turns:turn.example.org:443'], username: 'u', credential: 'c' }
	expect(checkTurn(servers(turn))).toEqual({ found: 'turns:turn.example.org:443' })
	const shared = { TURN_URL: 'turn:turn.example.org', TURN_SECRET: 'a secret of 16 letters' }
	expect(checkTurn(configOf({ ...production, ...shared }))).toEqual({ found: 'turn:turn.example.org' })
})

test('having only private addresses is a problem on a reachable server', () => {
	const here = ['192.168.1.7', '10.0.0.3']
	expect(checkAnnouncedAddress(configOf(), here)).toEqual({ found: '192.168.1.7, 10.0.0.3' })
	expect(checkAnnouncedAddress(configOf({ HOST: '0.0.0.0' }), here).remedy).toBeUndefined()
	expect(checkAnnouncedAddress(configOf({ PARLEY_URL: 'https://10.0.0.3' }), here).remedy).toBeUndefined()
	expect(checkAnnouncedAddress(configOf(production), here).remedy).toContain('MEDIA_ANNOUNCED_IP')
	expect(checkAnnouncedAddress(configOf(production), []).remedy).toContain('MEDIA_ANNOUNCED_IP')
	expect(checkAnnouncedAddress(configOf(production), [...here, '203.0.113.9']).remedy).toBeUndefined()
	const announced = { ...production, MEDIA_ANNOUNCED_IP: '203.0.113.9' }
	expect(checkAnnouncedAddress(configOf(announced), here)).toEqual({ found: '203.0.113.9' })
	const inside = { ...production, MEDIA_ANNOUNCED_IP: '10.0.0.3' }
	expect(checkAnnouncedAddress(configOf(inside), here)).toEqual({
		found: '10.0.0.3, which is not reachable from other networks',
		remedy: expect.stringContaining('MEDIA_ANNOUNCED_IP'),
	})
	expect(checkAnnouncedAddress(configOf({ ...inside, PARLEY_URL: 'https://10.0.0.3' }), here)).toEqual({
		found: '10.0.0.3, which is reachable in this network only',
	})
})

test('the clock is compared with the first outside clock that answers; a missing one is reported', async () => {
	const at =
		(time: number, uncertaintyMs = 100) =>
		async () => ({ from: 'them', at: time, uncertaintyMs })
	const silent = async () => Promise.reject(new Error('no answer'))
	const check = (clocks: Parameters<typeof checkClock>[0], isKept?: boolean) =>
		checkClock(
			clocks,
			async () => isKept,
			() => 100_000,
		)
	expect(await check([silent, at(101_500)])).toEqual({ found: 'agrees with them' })
	expect(await check([at(90_000)], true)).toMatchObject({
		found: '10 s off from them',
		remedy: expect.stringContaining('NTP'),
	})
	expect(await check([at(102_900, 1_000)])).not.toHaveProperty('remedy')
	expect((await check([silent])).found).toContain('cannot be checked')
	expect((await check([])).found).toContain('cannot be checked')
	// A database on the same machine has the same clock.
	expect(await check([at(100_000)], false)).toMatchObject({ remedy: expect.stringContaining('NTP') })
	expect(await check([], false)).toMatchObject({ remedy: expect.stringContaining('NTP') })
	expect(await check([], true)).toEqual({ found: 'synchronised by NTP' })
})

test('the clock of an outside service is read from its Date header, without sending a text message', async () => {
	const asked: string[] = []
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`)
		response.setHeader('date', new Date(Date.now() - 60_000).toUTCString())
		response.end()
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	const SMS_HOOK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
	const config = configOf({ SMS_HOOK_URL, SMS_HOOK_SECRET: 'a secret of 16 letters' })
	expect((await checkClock(httpClocks(config))).found).toMatch(/^(59|60|61) s off from 127\.0\.0\.1$/)
	expect(asked).toEqual(['HEAD /'])
	expect(httpClocks(configOf())).toEqual([])
})

test('a missing tool for backups of PostgreSQL is a problem', () => {
	const onPostgres = configOf({ DATABASE_URL: 'postgres://u@h/d' })
	expect(checkBackupTool(configOf(), () => undefined)).toEqual({ found: 'no further tool needed' })
	expect(checkBackupTool(onPostgres, () => '/usr/bin/pg_dump')).toEqual({ found: 'by /usr/bin/pg_dump' })
	expect(checkBackupTool(onPostgres, () => undefined)).toMatchObject({
		found: expect.stringContaining('postgresql-client'),
		remedy: expect.any(String),
	})
})

test('low disk space is a problem', async () => {
	expect(await checkDisk('/srv/data', '/srv', async () => 300 * 1024 * 1024)).toEqual({
		found: '300 MiB free for /srv/data',
	})
	expect((await checkDisk('/srv/data', '/srv', async () => 100 * 1024 * 1024)).remedy).toContain('PARLEY_DATA')
})

test('doctor reports all of this on a reachable server without settings', async () => {
	const { folder, dataFolder } = await createTestTerminal()
	const findings = await runDiagnostics({
		environment: { ...production, PARLEY_DATA: dataFolder, PORT: '0', PARLEY_RTMP_PORT: 'off' },
		root: folder,
	})
	const problems = findings.filter(({ remedy }) => remedy !== undefined).map(({ about }) => about)
	expect(problems).toEqual(expect.arrayContaining(['sites', 'sms', 'turn', 'transport']))
	expect(findings.find(({ about }) => about === 'clock')?.found).toMatch(/cannot be checked|synchronised by NTP/)
	expect(findings.map(({ about }) => about)).toEqual(expect.arrayContaining(['media address', 'disk', 'demo']))
})

const database = process.env.PARLEY_TEST_DATABASE_URL

test.skipIf(database === undefined)('the clock of PostgreSQL is compared first', async () => {
	const { folder, dataFolder } = await createTestTerminal()
	const environment = { DATABASE_URL: database, PARLEY_DATA: dataFolder, PORT: '0', PARLEY_RTMP_PORT: 'off' }
	const findings = await runDiagnostics({ environment, root: folder })
	expect(findings.find(({ about }) => about === 'clock')).toEqual({ about: 'clock', found: 'agrees with PostgreSQL' })
})

test('a Redis that is named and does not answer is a problem', async () => {
	expect((await checkRedis({ redisUrl: undefined })).found).toContain('not used')
	const gone = await checkRedis({ redisUrl: 'redis://127.0.0.1:1' })
	expect(gone.found).toBe('does not answer (ECONNREFUSED)')
	expect(gone.remedy).toContain('PARLEY_REDIS_URL')
})
