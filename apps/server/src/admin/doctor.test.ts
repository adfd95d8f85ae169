import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../demo/index.ts'
import { createSqlAlarmStore } from '../modules/alarm/index.ts'
import { createSqlSiteStore, SiteSettings } from '../modules/site/index.ts'
import { createSqlVerificationStore } from '../modules/verification/index.ts'
import { openDatabase } from '../platform/database.ts'
import { checkNode, checkOpenFiles, describePort, runDiagnostics } from './doctor.ts'
import { createTestTerminal } from './testTerminal.ts'

async function aServer(answer: string) {
	const server = createServer((_, response) => response.end(answer))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return String((server.address() as AddressInfo).port)
}

async function aPlace() {
	const terminal = await createTestTerminal({ PARLEY_RTMP_PORT: 'off' })
	const examined = async (environment: Record<string, string> = {}) => {
		const findings = await runDiagnostics({
			// The default port may be in use by another test.
			environment: { PARLEY_DATA: terminal.dataFolder, PORT: '0', PARLEY_RTMP_PORT: 'off', ...environment },
			root: terminal.folder,
		})
		return (about: string) => findings.find(finding => finding.about === about)
	}
	return { ...terminal, examined }
}

test('[API-03] guessed meeting ids are reported for a week, and as a problem while it lasts', async () => {
	const { examined, dataFolder } = await aPlace()
	expect((await examined())('alarms')).toEqual({ about: 'alarms', found: 'none in the last seven days' })
	const database = await openDatabase({ folder: dataFolder })
	const sites = createSqlSiteStore(database.db)
	const siteId = v.parse(SiteId, 'site')
	const settings = v.parse(SiteSettings, {})
	await sites.insert({ id: siteId, host: 'meet.example', name: 'Meet', isDefault: true, settings }, 1)
	const alarms = createSqlAlarmStore(database.db)
	const hour = 3_600_000
	await alarms.raise(siteId, 'sweep', { server: 'one', at: Date.now() - 2 * hour })
	const during = (await examined())('alarms')
	expect(during?.found).toMatch(/^meet\.example: meeting ids have been guessed from many addresses since \d{4}-/)
	expect(during?.remedy).toContain('stay closed to guests')
	await alarms.endAllBut([], 'sweep', { server: 'one', before: 0, at: Date.now() - hour })
	const after = (await examined())('alarms')
	expect(after?.found).toMatch(/^meet\.example: meeting ids were guessed from many addresses, .* to \d{4}-/)
	expect(after?.remedy).toBeUndefined()
	await database.close()
})

test('[SMS-21] the text message budget is reported from 80 % on', async () => {
	const { examined, dataFolder } = await aPlace()
	const fine = { about: 'sms budget', found: 'no site has used 80 % of its daily text messages' }
	expect((await examined())('sms budget')).toEqual(fine)
	const database = await openDatabase({ folder: dataFolder })
	const siteId = v.parse(SiteId, 'site')
	const settings = v.parse(SiteSettings, { smsPerDay: 5 })
	const site = { id: siteId, host: 'meet.example', name: 'Meet', isDefault: true, settings }
	await createSqlSiteStore(database.db).insert(site, 1)
	const codes = createSqlVerificationStore(database.db)
	const send = (id: string, createdAt = Date.now()) =>
		codes.insertCode({
			...{ id, siteId, purpose: 2, areaCode: '86', mobile: '13800000001', codeHash: 'hash', tries: 0 },
			...{ createdAt, expiresAt: createdAt, usedAt: null, isSent: true },
		})
	for (const id of ['c1', 'c2', 'c3']) await send(id)
	await send('yesterday', Date.now() - 25 * 3_600_000)
	expect((await examined())('sms budget')).toEqual(fine)
	await send('c4')
	expect((await examined())('sms budget')).toEqual({
		about: 'sms budget',
		found: 'meet.example: 4 of 5 text messages sent in 24 hours',
		remedy: expect.stringContaining('smsPerDay'),
	})
	await send('c5')
	expect((await examined())('sms budget')?.found).toBe(
		'meet.example: 5 of 5 text messages sent in 24 hours; no more are sent',
	)
	await database.close()
})

test('messaging is reported for each site with its appId, guests, friendship and refused words', async () => {
	const { examined, parley } = await aPlace()
	expect((await examined())('messaging')).toEqual({ about: 'messaging', found: 'no site yet' })
	await parley(['site', 'create', 'meet.example'])
	const [, appId] = /\bmeet\.example +(\S+)/.exec((await parley(['site', 'list'])).stdout) ?? []
	expect((await examined())('messaging')?.found).toBe(
		`meet.example (appId ${appId}): guests write in chat rooms, members write to each other, 0 refused words`,
	)
	await parley(['site', 'set', 'meet.example', 'guestsAllowed=off', 'chatsNeedFriendship=on'])
	await parley(['words', 'add', 'spam'])
	expect((await examined())('messaging')?.found).toContain('no guests, members write to friends only, 1 refused words')
})

test('[IMC-18] origins without HTTPS are reported, except those of this machine', async () => {
	const { examined, parley } = await aPlace()
	const fine = { about: 'im origins', found: 'no other origin without HTTPS may use messaging' }
	expect((await examined())('im origins')).toEqual(fine)
	await parley(['site', 'create', 'meet.example', '--set', 'imOrigins=https://shop.example,http://localhost:3000'])
	expect((await examined())('im origins')).toEqual(fine)
	await parley(['site', 'set', 'meet.example', 'imOrigins=https://shop.example,http://old.example:8080'])
	expect((await examined())('im origins')).toEqual({
		about: 'im origins',
		found: 'meet.example: pages of http://old.example:8080 may use messaging',
		remedy: expect.stringContaining('HTTPS'),
	})
})

test('[NODE-17] with --nodes only the servers are checked, or the database that names them', async () => {
	const { parley, dataFolder } = await aPlace()
	await parley(['site', 'create', 'a.example.org'])
	// The page is not built here, which is a problem of the whole doctor only.
	expect((await parley(['doctor'])).exitCode).toBe(1)
	expect(await parley(['doctor', '--nodes'])).toEqual({
		exitCode: 0,
		stdout: 'ok       servers        only one runs on the database, without PARLEY_NODE_URL',
		stderr: '',
	})
	await writeFile(join(dataFolder, 'parley.sqlite'), 'not a database at all, but long enough to be read'.repeat(100))
	const unreadable = await parley(['doctor', '--nodes'])
	expect(unreadable).toMatchObject({ exitCode: 1, stderr: '1 problem' })
	expect(unreadable.stdout).toMatch(/^PROBLEM {2}database .*\n.*->.*restore[^\n]*$/)
	expect((await parley(['doctor', '--nodes'], { PARLEY_LOG: 'loud' })).stdout).toMatch(
		/^PROBLEM {2}settings .*PARLEY_LOG/,
	)
})

test('on a fresh machine the only problem is a page to build', async () => {
	const { examined, folder, parley } = await aPlace()
	const before = await examined()
	expect(before('page')?.remedy).toBeDefined()
	for (const about of ['settings', 'Node.js', 'data folder', 'database', 'port', 'certificate', 'media ports']) {
		expect(before(about)).toBeDefined()
		expect(before(about)?.remedy).toBeUndefined()
	}
	await mkdir(join(folder, 'apps/web/dist'), { recursive: true })
	await writeFile(join(folder, 'apps/web/dist/index.html'), '<!doctype html>')
	await parley(['site', 'create', 'a.example.org'])
	const { exitCode, stdout } = await parley(['doctor'], { PORT: '0' })
	expect(stdout).not.toContain('PROBLEM')
	expect(stdout).toMatch(/ok +database +SQLite, up to date/)
	expect(exitCode).toBe(0)
})

test('the SMS provider is reported, and its missing settings', async () => {
	const { examined } = await aPlace()
	expect((await examined())('sms')?.found).toMatch(/^text messages are not delivered: .*simulated inbox/)
	const hook = { SMS_HOOK_URL: 'https://sms.example.org', SMS_HOOK_SECRET: 'a secret of 16 letters' }
	expect((await examined(hook))('sms')).toEqual({ about: 'sms', found: 'text messages go to SMS_HOOK_URL' })
	const half = await examined({ SMS_HOOK_URL: hook.SMS_HOOK_URL })
	expect(half('settings')).toMatchObject({
		found: expect.stringMatching(/^SMS_HOOK_SECRET: /),
		remedy: expect.any(String),
	})
})

test('misspelt settings are named, also beside the one that is missing', async () => {
	const { examined, parley } = await aPlace()
	const named = { found: 'unknown: PARLEY_S3_SECERT', remedy: 'Correct or remove them' }
	expect((await examined({ PARLEY_S3_SECERT: 'a secret' }))('settings')).toEqual({ about: 'settings', ...named })
	const { stdout } = await parley(['doctor'], {
		PARLEY_S3_BUCKET: 'parley',
		PARLEY_S3_KEY: 'key',
		PARLEY_S3_SECERT: 'a secret',
	})
	expect(stdout).toMatch(/PARLEY_S3_SECRET: expected/)
	expect(stdout).toContain(named.found)
	expect(stdout).not.toContain('a secret')
})

test('an invalid or taken port is reported with a remedy', async () => {
	const { examined, parley } = await aPlace()
	expect((await examined({ PORT: '80800' }))('settings')?.found).toContain('PORT=80800')
	const PORT = await aServer('another program')
	expect((await examined({ PORT }))('port')).toMatchObject({ remedy: expect.stringContaining('PORT') })
	const { exitCode, stdout, stderr } = await parley(['doctor'], { PORT })
	expect(stdout).toMatch(/PROBLEM +port/)
	expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '2 problems' })
})

test('a port used by Parley itself is no problem', async () => {
	const { examined } = await aPlace()
	const PORT = await aServer('{"status":"ready","database":true,"media":true}')
	expect((await examined({ PORT }))('port')).toEqual({ about: 'port', found: expect.stringContaining('running') })
})

test('a data folder that other users can read is a problem', async () => {
	const { examined, dataFolder } = await aPlace()
	await mkdir(dataFolder)
	await chmod(dataFolder, 0o755)
	expect((await examined())('data folder')?.remedy).toBe(`chmod 700 ${dataFolder}`)
	await chmod(dataFolder, 0o700)
	expect((await examined())('data folder')?.remedy).toBeUndefined()
})

test('[NODE-08] a folder of keys is a problem if all users can read what is in it; the data folder has no secrets then', async () => {
	const { examined, dataFolder, folder } = await aPlace()
	const keys = join(folder, 'keys')
	const inFolder = async () => await examined({ PARLEY_KEYS: keys })
	expect((await examined())('key folder')).toBeUndefined()
	expect((await inFolder())('key folder')).toEqual({
		about: 'key folder',
		found: `${keys} will be created at the first start`,
	})
	for (const own of [dataFolder, keys]) {
		await mkdir(own)
		await chmod(own, 0o755)
	}
	const secrets = join(keys, 'secrets.json')
	await writeFile(secrets, '{}')
	await chmod(secrets, 0o644)
	const open = await inFolder()
	expect(open('key folder')).toEqual({
		about: 'key folder',
		found: `${keys} can be read by other users, and it contains secrets`,
		remedy: expect.stringContaining(`chmod 700 ${keys}`),
	})
	expect(open('data folder')).toEqual({
		about: 'data folder',
		found: `${dataFolder} can be read by other users`,
		remedy: `chmod 700 ${dataFolder}`,
	})
	// As Kubernetes mounts it.
	await chmod(secrets, 0o440)
	expect((await inFolder())('key folder')).toEqual({ about: 'key folder', found: keys })
	await chmod(secrets, 0o644)
	await chmod(keys, 0o700)
	expect((await inFolder())('key folder')?.remedy).toBeUndefined()
	for (const name of ['field-keys.json', 'tls-key.pem']) {
		await writeFile(join(dataFolder, name), '')
		expect((await inFolder())('data folder')?.found).toContain('and it contains secrets')
		await rm(join(dataFolder, name))
	}
})

test('an invalid database, one of a newer version and one that does not answer are problems', async () => {
	const { examined, dataFolder, parley } = await aPlace()
	await parley(['site', 'create', 'a.example.org'])
	const path = join(dataFolder, 'parley.sqlite')
	const database = new DatabaseSync(path)
	database.exec("insert into kysely_migration values ('9999-tomorrow', '2099')")
	database.close()
	expect((await examined())('database')).toMatchObject({ remedy: 'Update Parley' })
	await writeFile(path, 'not a database at all, but long enough to be read as one'.repeat(100))
	expect((await examined())('database')?.remedy).toContain('restore')
	const DATABASE_URL = `postgres://nobody@127.0.0.1:${await aServer('')}/none`
	expect((await examined({ DATABASE_URL }))('database')?.remedy).toContain('DATABASE_URL')
})

test('an unreadable database makes all other findings unknown', async () => {
	const { examined, dataFolder } = await aPlace()
	const reached = { PARLEY_URL: 'https://meet.example.org' }
	const DATABASE_URL = `postgres://nobody@127.0.0.1:${await aServer('')}/none`
	const silent = await examined({ ...reached, DATABASE_URL })
	await mkdir(dataFolder)
	await writeFile(join(dataFolder, 'parley.sqlite'), 'not a database at all, but long enough to be read'.repeat(100))
	const damaged = await examined(reached)
	for (const find of [silent, damaged]) {
		expect(find('database')?.remedy).toBeDefined()
		for (const about of [
			'key',
			'alarms',
			'demo',
			'sites',
			'telephone',
			'addresses',
			'sms budget',
			'messaging',
			'im origins',
		])
			expect(find(about)).toEqual({ about, found: 'unknown: the database cannot be read' })
	}
})

test('findings that need tables an older database lacks are unknown', async () => {
	const { examined, dataFolder, parley } = await aPlace()
	await parley(['site', 'create', 'a.example.org'])
	const database = new DatabaseSync(join(dataFolder, 'parley.sqlite'))
	database.exec('delete from kysely_migration where name > (select min(name) from kysely_migration); drop table alarms')
	database.close()
	const find = await examined()
	expect(find('alarms')?.found).toBe('unknown until the database is migrated')
	expect(find('sites')?.found).toBe('a.example.org')
})

/**
 * Returns the finding about a data folder for a user who is subject to permissions. Root is not, and becomes `nobody` once
 * the program is loaded, since other users may not be able to read the repository.
 */
function findingOfOrdinaryUser(dataFolder: string): string | undefined {
	const program = `
		const { findingLines, runDiagnostics } = await import(process.argv[1])
		if (process.getuid?.() === 0) process.setuid(65534)
		console.log(findingLines(await runDiagnostics({ environment: process.env, root: '.' })).join('\\n'))`
	const { stdout } = spawnSync(
		process.execPath,
		['--input-type=module', '-e', program, new URL('doctor.ts', import.meta.url).href],
		{ env: { PARLEY_DATA: dataFolder, PORT: '0', PARLEY_RTMP_PORT: 'off' }, encoding: 'utf8' },
	)
	return stdout.split('\n').find(line => line.includes('data folder'))
}

test('a data folder that cannot be created or read is a problem', async () => {
	// TMPDIR may be closed to other users; /tmp is not.
	const folder = await mkdtemp(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'parley-doctor-'))
	const closed = join(folder, 'closed')
	onTestFinished(async () => {
		await chmod(folder, 0o700)
		await chmod(closed, 0o700)
		await rm(folder, { recursive: true })
	})
	await mkdir(closed)
	await chmod(closed, 0o000)
	await chmod(folder, 0o555)
	expect(findingOfOrdinaryUser(join(folder, 'new/data'))).toMatch(
		/^PROBLEM .*does not exist, and this user may not create it in /,
	)
	expect(findingOfOrdinaryUser(closed)).toMatch(/^PROBLEM .*is not readable and writable for this user/)
	expect(findingOfOrdinaryUser(join(closed, 'data'))).toMatch(/^PROBLEM .*cannot be read by this user/)
})

test('demo people reachable from other machines are a problem while they have the public password', async () => {
	const { examined, dataFolder, parley } = await aPlace()
	const reached = { PARLEY_URL: 'https://meet.example.org' }
	expect((await examined())('demo')).toEqual({ about: 'demo', found: 'for this machine only' })
	expect((await examined({ ...reached, PARLEY_DEMO: '1' }))('demo')?.remedy).toContain('parley demo close')
	expect((await examined(reached))('demo')).toEqual({ about: 'demo', found: expect.stringContaining('none') })

	const database = await openDatabase({ folder: dataFolder })
	await seedDemo({ db: database.db, clock: { now: () => Date.now() } })
	await database.close()
	for (const environment of [reached, { ...reached, PARLEY_DEMO: '0' }]) {
		expect((await examined(environment))('demo')).toEqual({
			about: 'demo',
			found: expect.stringMatching(/^\d+ demo people have the public password/),
			remedy: 'parley demo close',
		})
	}
	expect(await parley(['demo', 'close'])).toMatchObject({
		exitCode: 0,
		stdout: expect.stringMatching(/^\d+ demo accounts/),
	})
	expect((await examined(reached))('demo')?.remedy).toBeUndefined()
	expect((await parley(['demo', 'close'])).stdout).toBe('No demo account uses the published password.')
})

test('an address printed at the start that belongs to no site is a problem', async () => {
	const { examined, parley } = await aPlace()
	const at = async (environment: Record<string, string>) =>
		(await examined({ PORT: '8080', ...environment }))('addresses')
	expect(await at({ HOST: '192.0.2.2' })).toEqual({ about: 'addresses', found: 'no site yet' })
	await parley(['site', 'create', 'meet.example.org'])
	expect(await at({ HOST: '192.0.2.2' })).toEqual({
		about: 'addresses',
		found: 'no site exists at http://192.0.2.2:8080',
		remedy: expect.stringContaining('PARLEY_URL'),
	})
	expect((await at({ HOST: '192.0.2.2', PARLEY_URL: 'https://192.0.2.2' }))?.remedy).toBeUndefined()
	expect(await at({ HOST: '127.0.0.1' })).toEqual({ about: 'addresses', found: 'http://localhost:8080' })
})

test('unencrypted or public access for other machines is a problem', async () => {
	const { examined } = await aPlace()
	const remedy = async (about: string, environment: Record<string, string>) =>
		(await examined(environment))(about)?.remedy
	const url = { PARLEY_URL: 'https://meet.example.org' }
	expect(await remedy('transport', url)).toContain('PARLEY_TRUST_PROXY')
	expect(await remedy('transport', { PARLEY_URL: 'http://meet.example.org' })).toContain('PARLEY_TLS')
	expect(await remedy('transport', { ...url, PARLEY_TRUST_PROXY: '127.0.0.1' })).toBeUndefined()
	expect(await remedy('transport', { PARLEY_TLS: 'self' })).toBeUndefined()
	expect(await remedy('metrics', { PARLEY_METRICS: '0.0.0.0:9464' })).toContain('PARLEY_METRICS_TOKEN')
	expect(await remedy('metrics', { PARLEY_METRICS: '9464' })).toBeUndefined()
	expect(await remedy('guests', {})).toBeUndefined()
	expect(await remedy('guests', { PARLEY_BROWSERS_PER_ADDRESS: '1001' })).toContain('1000 at most')
	const PARLEY_METRICS_TOKEN = 'a-token-of-16-letters'
	expect(await remedy('metrics', { PARLEY_METRICS: '0.0.0.0:9464', PARLEY_METRICS_TOKEN })).toBeUndefined()
})

test('missing certificates and too few media ports are problems', async () => {
	const { examined, folder } = await aPlace()
	expect((await examined({ PARLEY_TLS: `${folder}/a.pem,${folder}/b.pem` }))('certificate')?.remedy).toBeDefined()
	expect((await examined({ MEDIA_PORTS: '40000-40003' }))('media ports')?.remedy).toBeDefined()
	const livekit = {
		PARLEY_LIVEKIT_URL: 'ws://127.0.0.1:9',
		PARLEY_LIVEKIT_KEY: 'key',
		PARLEY_LIVEKIT_SECRET: 's'.repeat(32),
	}
	const few = { MEDIA_PORTS: '40000-40003', ...livekit }
	expect((await examined(few))('media ports')?.remedy).toBeUndefined()
	// Small meetings stay here (ROOM-256).
	expect((await examined({ ...few, PARLEY_LIVEKIT_ABOVE: '30' }))('media ports')?.remedy).toBeDefined()
	expect((await examined({ MEDIA_PORTS: '50000-40000' }))('settings')?.remedy).toBeDefined()
})

test('counted proxies are a problem if other machines can bypass them', async () => {
	const { examined } = await aPlace()
	const proxies = async (environment: Record<string, string>) => (await examined(environment))('proxies')
	expect(await proxies({})).toEqual({ about: 'proxies', found: 'none trusted' })
	expect((await proxies({ PARLEY_TRUST_PROXY: '1' }))?.remedy).toBeUndefined()
	expect((await proxies({ PARLEY_TRUST_PROXY: '1', HOST: '0.0.0.0' }))?.remedy).toContain('PARLEY_TRUST_PROXY')
	expect((await proxies({ PARLEY_TRUST_PROXY: '10.0.0.5', HOST: '0.0.0.0' }))?.remedy).toBeUndefined()
})

test('a port below 1024 can be that of the running server, even if this user may not listen on it', () => {
	const port = { port: 443, host: '0.0.0.0' }
	expect(describePort({ ...port, failure: 'EACCES', isOurs: true })).toEqual({
		found: '443 on 0.0.0.0, used by the running server',
	})
	expect(describePort({ ...port, failure: 'EACCES', isOurs: false }).remedy).toContain('CAP_NET_BIND_SERVICE')
	expect(describePort({ ...port, failure: 'EADDRINUSE', isOurs: false }).found).toContain('another program')
	expect(describePort({ ...port, failure: undefined, isOurs: false }).remedy).toBeUndefined()
})

test('Node.js is new enough from 24.7 on', () => {
	expect(checkNode('24.6.0').remedy).toBeDefined()
	expect(checkNode('20.19.0').remedy).toBeDefined()
	expect(checkNode('24.7.0').remedy).toBeUndefined()
	expect(checkNode('25.0.0').remedy).toBeUndefined()
})

test('[ROOM-64] connectivity checks to private addresses are reported as unsafe', async () => {
	const { examined } = await aPlace()
	expect((await examined())('candidates')?.remedy).toBeUndefined()
	expect((await examined({ MEDIA_PRIVATE_CANDIDATES: '1' }))('candidates')?.remedy).toContain(
		'MEDIA_PRIVATE_CANDIDATES',
	)
})

test('the maximum number of sockets is reported, and a low one is a problem', async () => {
	expect(checkOpenFiles(undefined)).toEqual({ found: 'limited by memory only' })
	expect(checkOpenFiles(65_536)).toEqual({ found: 'about 65336 at once (65536 open files)' })
	expect(checkOpenFiles(1_024)).toMatchObject({
		found: 'about 824 at once (1024 open files)',
		remedy: expect.stringContaining('LimitNOFILE'),
	})
	const { examined } = await aPlace()
	expect((await examined())('connections')?.found).toMatch(/at once|memory/)
})
