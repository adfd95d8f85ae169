import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { ImAppId, ImUserId } from '@parley/im'
import { create, extract } from 'tar'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chatId, createSqlMessagingStore } from '../modules/messaging/index.ts'
import { createSqlSiteStore } from '../modules/site/index.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { lockDatabase } from '../platform/serverLock.ts'
import { createPostgresDatabase } from '../platform/testing/postgres.ts'
import { canMountDisks, mountSmallDisk, unmountSmallDisk } from '../platform/testing/smallDisk.ts'
import { createStaging } from './backupStaging.ts'
import { withCommandContext } from './commandContext.ts'
import { findPostgresTool, missingTool } from './postgresTools.ts'
import { createTestTerminal } from './testTerminal.ts'

async function aTerminalWithData() {
	const terminal = await createTestTerminal()
	const secrets = loadSecrets(terminal.dataFolder)
	await writeFile(join(terminal.dataFolder, 'tls-key.pem'), 'a key', { mode: 0o600 })
	await terminal.parley(['site', 'create', 'before.example.org'])
	return { ...terminal, secrets, file: join(terminal.folder, 'parley.tar.gz') }
}

function makeNewer(path: string) {
	const database = new DatabaseSync(path)
	database.exec("insert into kysely_migration values ('9999-tomorrow', '2099')")
	database.close()
}

test('a backup taken while the server runs can be restored on another machine', async () => {
	const { parley, dataFolder, folder, file } = await aTerminalWithData()
	const running = await openDatabase({ folder: dataFolder })
	// Recordings of broadcasts are not part of it.
	await mkdir(join(dataFolder, 'live'))
	const { exitCode, stdout } = await parley(['backup', file])
	expect(exitCode).toBe(0)
	expect(stdout).toContain(`recordings and files of chats: copy ${join(dataFolder, 'live')} to keep them`)
	await running.close()
	expect((await stat(file)).mode & 0o077).toBe(0)

	const PARLEY_DATA = join(folder, 'elsewhere')
	const restored = await parley(['restore', file], { PARLEY_DATA })
	expect(restored).toMatchObject({ exitCode: 0 })
	// Backups don't contain the key, and the database does not open without it.
	expect(restored.stdout).toContain(join(PARLEY_DATA, 'field-keys.json'))
	expect((await parley(['site', 'list'], { PARLEY_DATA })).stderr).toContain('restore that file from your copy')
	expect((await readdir(PARLEY_DATA)).sort()).toEqual(['parley.sqlite', 'tls-key.pem'])
	await copyFile(join(dataFolder, 'field-keys.json'), join(PARLEY_DATA, 'field-keys.json'))
	expect((await parley(['site', 'list'], { PARLEY_DATA })).stdout).toContain('before.example.org')
})

test('a non-empty folder is replaced only with --force, and its contents are kept', async () => {
	const { parley, dataFolder, file, secrets } = await aTerminalWithData()
	await parley(['backup', file])
	await parley(['site', 'create', 'after.example.org'])
	expect(await parley(['restore', file])).toMatchObject({ exitCode: 1 })
	expect((await parley(['site', 'list'])).stdout).toContain('after.example.org')

	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
	expect((await parley(['site', 'list'])).stdout).not.toContain('after.example.org')
	// The keys stay those of this machine.
	expect(loadSecrets(dataFolder)).toEqual(secrets)
	const [aside = ''] = (await readdir(dataFolder)).filter(name => name.startsWith('before-restore-'))
	expect((await parley(['site', 'list'], { PARLEY_DATA: join(dataFolder, aside) })).stdout).toContain(
		'after.example.org',
	)

	// Files set aside are not part of the next backup.
	await parley(['backup', `${file}.2`])
	expect((await parley(['backup', `${file}.3`])).stdout).not.toContain('before-restore')
})

test('[SYNC-02] a restored backup gives messages a new epoch', async () => {
	const { parley, dataFolder, file } = await aTerminalWithData()
	const epochs = () =>
		withCommandContext({ dataFolder, databaseUrl: undefined } as Config, async ({ db }) => {
			const [messaging, sites] = [createSqlMessagingStore(db), createSqlSiteStore(db)]
			const appId = v.parse(ImAppId, (await sites.all())[0]?.id)
			const conversation = { id: chat, create: {}, events: [{ name: 'messagesReceived' as const, uid: li, body: {} }] }
			const lists = [{ uid: li, option: 'notice' as const, name: 'notice' as const, body: {} }]
			const stamp = await messaging.conversationsStamp(appId, li, 'chat')
			const [head] = await messaging.heads(appId, [chat])
			if (!head) await messaging.commit([{ appId, now: 1, conversation, lists }])
			const list = (await messaging.listHeads(appId, li)).get('notice')
			return { stamp, chat: head?.epoch, last: head?.last, list: list?.epoch, lastOfList: list?.last }
		})
	const [li, han] = [v.parse(ImUserId, 'li'), v.parse(ImUserId, 'han')]
	const chat = chatId(li, han)
	await epochs()
	const before = await epochs()
	await parley(['backup', file])
	expect(await epochs()).toEqual(before)
	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
	const after = await epochs()
	expect(after).toMatchObject({ last: before.last, lastOfList: before.lastOfList })
	expect(after.chat).not.toBe(before.chat)
	expect(after.list).not.toBe(before.list)
	expect(after.stamp).not.toBe(before.stamp)

	expect(await parley(['renew-messages'])).toMatchObject({ exitCode: 0 })
	expect((await epochs()).chat).not.toBe(after.chat)
})

test('epochs are not renewed while the server runs', async () => {
	const { parley, dataFolder } = await aTerminalWithData()
	const lock = await lockDatabase({ folder: dataFolder })
	const refused = await parley(['renew-messages'])
	await lock.release()
	expect(refused).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: `parley: the server is running on ${dataFolder}: stop it first`,
	})
})

test('backups leave out the lock of a running server; a restore ignores it in older backups', async () => {
	const { parley, dataFolder, folder, file } = await aTerminalWithData()
	const lock = await lockDatabase({ folder: dataFolder })
	expect(await readdir(dataFolder)).toContain('server.lock-journal')
	const made = await parley(['backup', file])
	await lock.release()
	expect(made.stdout).not.toContain('server.lock')

	// The format of older versions.
	const older = join(folder, 'older')
	await mkdir(older)
	await extract({ file, cwd: older })
	for (const name of ['server.lock', 'server.lock-journal']) await writeFile(join(older, name), '')
	await create({ gzip: true, file: `${file}.older`, cwd: older }, await readdir(older))
	const PARLEY_DATA = join(folder, 'elsewhere')
	expect(await parley(['restore', `${file}.older`], { PARLEY_DATA })).toMatchObject({ exitCode: 0 })
	expect((await readdir(PARLEY_DATA)).sort()).toEqual(['parley.sqlite', 'tls-key.pem'])
})

test('a restore is refused while the server runs', async () => {
	const { parley, dataFolder, file } = await aTerminalWithData()
	await parley(['backup', file])
	const running = await openDatabase({ folder: dataFolder })
	const refused = await parley(['restore', file, '--force'])
	expect(refused).toMatchObject({ exitCode: 1 })
	expect(refused.stderr).toContain('stop it first')
	await running.close()
	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
})

test('a truncated file, another file or a backup of a newer version leaves the folder unchanged', async () => {
	const { parley, dataFolder, folder, file, secrets } = await aTerminalWithData()
	await parley(['backup', file])
	const cut = join(folder, 'cut.tar.gz')
	await copyFile(file, cut)
	await truncate(cut, Math.floor((await stat(file)).size / 2))
	const text = join(folder, 'text.tar.gz')
	await writeFile(text, 'hello')
	for (const bad of [cut, text, join(folder, 'none')]) {
		expect(await parley(['restore', bad, '--force'])).toMatchObject({ exitCode: 1, stdout: '' })
	}
	expect((await parley(['restore', folder, '--force'])).stderr).toContain(`${folder} is a folder; name a backup file`)
	expect((await parley(['site', 'list'])).stdout).toContain('before.example.org')
	expect(loadSecrets(dataFolder)).toEqual(secrets)

	const newer = join(folder, 'newer')
	await mkdir(newer)
	await extract({ file, cwd: newer })
	makeNewer(join(newer, 'parley.sqlite'))
	await create({ gzip: true, file: `${file}.newer`, cwd: newer }, await readdir(newer))
	expect((await parley(['restore', `${file}.newer`, '--force'])).stderr).toContain('newer version of Parley')
	expect((await readdir(dataFolder)).filter(name => /restor/.test(name))).toEqual([])
})

test('a backup overwrites no file, and fails if there is no data', async () => {
	const { parley, folder, file } = await aTerminalWithData()
	await writeFile(file, 'precious')
	expect(await parley(['backup', file])).toMatchObject({ exitCode: 1 })
	expect(await readFile(file, 'utf8')).toBe('precious')
	await mkdir(join(folder, 'empty'))
	expect(await parley(['backup', `${file}.2`], { PARLEY_DATA: join(folder, 'empty') })).toMatchObject({ exitCode: 1 })
	expect((await readdir(folder)).filter(name => name.startsWith('.parley-backup'))).toEqual([])
})

test('a restore that fails midway leaves the folder unchanged; a killed one leaves no files behind', async () => {
	const { parley, dataFolder, folder, file } = await aTerminalWithData()
	await parley(['backup', file])
	await mkdir(join(dataFolder, 'before-restore-1'))
	await writeFile(join(dataFolder, 'before-restore-1/kept'), '')
	const before = (await readdir(dataFolder)).sort()
	// A folder has one of its names; the restore finds out after everything else has been moved away.
	const unusual = join(folder, 'unusual')
	await mkdir(unusual)
	await extract({ file, cwd: unusual })
	await writeFile(join(unusual, 'before-restore-1'), 'no folder')
	await create({ gzip: true, file: `${file}.unusual`, cwd: unusual }, await readdir(unusual))
	expect(await parley(['restore', `${file}.unusual`, '--force'])).toMatchObject({ exitCode: 1, stdout: '' })
	expect((await readdir(dataFolder)).sort()).toEqual(before)
	expect((await parley(['site', 'list'])).stdout).toContain('before.example.org')

	await mkdir(join(dataFolder, '.restoring-killed'))
	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
	expect((await readdir(dataFolder)).filter(name => name.startsWith('.'))).toEqual([])
	const PARLEY_DATA = join(folder, 'never/there')
	expect(await parley(['restore', `${file}.unusual.none`, '--force'], { PARLEY_DATA })).toMatchObject({ exitCode: 1 })
	await writeFile(join(folder, 'text'), 'hello')
	expect(await parley(['restore', join(folder, 'text')], { PARLEY_DATA })).toMatchObject({ exitCode: 1 })
	expect(await readdir(folder)).not.toContain('never')
})

const adminFile = fileURLToPath(new URL('main.ts', import.meta.url))
const stagingOf = async (folder: string) => (await readdir(folder)).filter(name => name.startsWith('.parley-backup-'))

/** Starts a backup in its own process, which waits for a database locked by another. */
async function aWaitingBackup({ dataFolder, folder, file }: { dataFolder: string; folder: string; file: string }) {
	const database = new DatabaseSync(join(dataFolder, 'parley.sqlite'))
	database.exec('pragma locking_mode = exclusive; begin exclusive')
	onTestFinished(() => (database.isOpen ? database.close() : undefined))
	const child = spawn(process.execPath, [adminFile, 'backup', file], { env: { PARLEY_DATA: dataFolder } })
	onTestFinished(() => void child.kill('SIGKILL'))
	let said = ''
	child.stderr.setEncoding('utf8').on('data', text => {
		said += text
	})
	const ended = once(child, 'close')
	const [staging = ''] = await vi.waitFor(
		async () => {
			const found = await stagingOf(folder)
			// The folder is locked last.
			expect(await readdir(join(folder, found[0] ?? ''))).toContain('.lock-journal')
			return found
		},
		{ timeout: 20_000 },
	)
	return {
		staging,
		free: () => database.close(),
		async end(signal: NodeJS.Signals) {
			child.kill(signal)
			const [, endedBy] = await ended
			return { endedBy, said }
		},
	}
}

test.each(['SIGINT', 'SIGTERM'] as const)('a backup interrupted by %s leaves no files and says so', async signal => {
	const terminal = await aTerminalWithData()
	const { end } = await aWaitingBackup(terminal)
	expect(await end(signal)).toEqual({
		endedBy: signal,
		said: 'Interrupted: no backup was made, and its files were removed.\n',
	})
	expect(await readdir(terminal.folder)).toEqual(['data'])
})

test('the next backup removes the files of a killed one, and no others', async () => {
	const terminal = await aTerminalWithData()
	const { parley, folder, file } = terminal
	const { staging, end, free } = await aWaitingBackup(terminal)
	await mkdir(join(folder, '.parley-backup-of-mine'))
	await writeFile(join(folder, '.parley-backup-of-mine/kept'), '')
	const running = await createStaging(folder)
	await end('SIGKILL')
	free()
	expect(await stagingOf(folder)).toContain(staging)
	expect(await parley(['backup', file])).toMatchObject({ exitCode: 0 })
	expect((await stagingOf(folder)).sort()).toEqual([basename(running.folder), '.parley-backup-of-mine'].sort())
	running.remove()
	expect(await stagingOf(folder)).toEqual(['.parley-backup-of-mine'])
})

test.skipIf(!canMountDisks)('backup and restore report a full disk and leave no files', async () => {
	const { parley, folder, file } = await aTerminalWithData()
	await parley(['backup', file])
	const small = join(folder, 'small')
	await mkdir(small)
	mountSmallDisk(small, '64k')
	onTestFinished(() => unmountSmallDisk(small))
	const noSpace = { exitCode: 1, stdout: '', stderr: expect.stringContaining('No space left for') }
	expect(await parley(['backup', join(small, 'backup.tar.gz')])).toMatchObject(noSpace)
	expect(await parley(['restore', file], { PARLEY_DATA: join(small, 'data') })).toMatchObject(noSpace)
	expect(await readdir(small)).toEqual([])
})

test('a backup into a missing folder names the folder', async () => {
	const { parley, folder } = await aTerminalWithData()
	const { exitCode, stderr } = await parley(['backup', join(folder, 'nowhere/parley.tar.gz')])
	expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `Folder not found: ${join(folder, 'nowhere')}` })
})

test('every command refuses a database of a newer version in one sentence', async () => {
	const { parley, dataFolder, file } = await aTerminalWithData()
	makeNewer(join(dataFolder, 'parley.sqlite'))
	for (const command of [
		['site', 'list'],
		['person', 'list', '--company', 'X'],
		['demo', 'close'],
		['key', 'list'],
		['key', 'rotate'],
		['renew-messages'],
		['backup', file],
	]) {
		const { exitCode, stdout, stderr } = await parley(command)
		expect({ command, exitCode, stdout }).toEqual({ command, exitCode: 1, stdout: '' })
		expect(stderr.split('\n')).toEqual([expect.stringContaining('made by a newer version of Parley: update this one')])
	}
	expect(await readdir(join(dataFolder, '..'))).not.toContain('parley.tar.gz')
	const { stdout } = await parley(['doctor'])
	expect(stdout).toMatch(/PROBLEM +database +SQLite, created by a newer version of Parley/)
})

test('the newest PostgreSQL tools are used; missing ones are named', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-tools-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	for (const version of ['9', '17', '16']) {
		await mkdir(join(folder, version, 'bin'), { recursive: true })
		await writeFile(join(folder, version, 'bin/pg_dump'), '')
	}
	expect(findPostgresTool('pg_dump', {}, folder)).toBe(join(folder, '17/bin/pg_dump'))
	expect(findPostgresTool('pg_dump', { PATH: `/none:${join(folder, '16/bin')}` }, '/nowhere')).toBe(
		join(folder, '16/bin/pg_dump'),
	)
	expect(findPostgresTool('pg_restore', { PATH: folder }, folder)).toBeUndefined()
	expect(missingTool('pg_dump').failure.join()).toContain('postgresql-client')
})

const server = process.env.PARLEY_TEST_DATABASE_URL

describe.skipIf(server === undefined)('with PostgreSQL', () => {
	async function aDatabase() {
		const { url, drop } = await createPostgresDatabase(server as string)
		onTestFinished(drop)
		return url
	}

	test('a backup contains the database, and is restored only into an empty one', async () => {
		const { parley, dataFolder, folder } = await createTestTerminal({ PATH: process.env.PATH ?? '' })
		const file = join(folder, 'parley.tar.gz')
		const [first, second] = [await aDatabase(), await aDatabase()]
		expect(await parley(['backup', file], { DATABASE_URL: first })).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('is empty'),
		})
		await parley(['site', 'create', 'before.example.org'], { DATABASE_URL: first })
		await writeFile(join(dataFolder, 'tls-key.pem'), 'a key')
		expect(await parley(['backup', file], { DATABASE_URL: first })).toMatchObject({
			exitCode: 0,
			stdout: expect.stringContaining('parley.pgdump, tls-key.pem'),
		})

		const PARLEY_DATA = join(folder, 'elsewhere')
		const noUrl = await parley(['restore', file], { PARLEY_DATA })
		expect(noUrl).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('DATABASE_URL') })
		const restored = await parley(['restore', file], { PARLEY_DATA, DATABASE_URL: second })
		expect(restored).toMatchObject({ exitCode: 0, stderr: '' })
		expect(await readdir(PARLEY_DATA)).toEqual(['tls-key.pem'])
		expect(restored.stdout).toContain(join(PARLEY_DATA, 'field-keys.json'))
		await copyFile(join(dataFolder, 'field-keys.json'), join(PARLEY_DATA, 'field-keys.json'))
		expect((await parley(['site', 'list'], { PARLEY_DATA, DATABASE_URL: second })).stdout).toContain(
			'before.example.org',
		)

		// It has data now: neither the database nor the folder is overwritten.
		const again = await parley(['restore', file, '--force'], { PARLEY_DATA, DATABASE_URL: second })
		expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not empty') })
		expect((await readdir(PARLEY_DATA)).sort()).toEqual(['field-keys.json', 'tls-key.pem'])
	})

	test('a backup from another data folder, which lacks its pictures, is refused', async () => {
		const { parley, folder } = await createTestTerminal({ PATH: process.env.PATH ?? '' })
		const DATABASE_URL = await aDatabase()
		await parley(['site', 'create', 'before.example.org'], { DATABASE_URL })
		await mkdir(join(folder, 'other'))
		for (const PARLEY_DATA of [join(folder, 'mistyped'), join(folder, 'other')])
			expect(await parley(['backup', join(folder, 'b.tar.gz')], { DATABASE_URL, PARLEY_DATA })).toEqual({
				exitCode: 1,
				stdout: '',
				stderr: expect.stringMatching(`^${PARLEY_DATA} is not the data folder of this database`),
			})
		expect((await readdir(folder)).sort()).toEqual(['data', 'other'])
	})

	test('its epochs are not renewed while the server runs', async () => {
		const { parley } = await createTestTerminal()
		const DATABASE_URL = await aDatabase()
		await parley(['site', 'create', 'before.example.org'], { DATABASE_URL })
		const lock = await lockDatabase({ url: DATABASE_URL })
		expect(await parley(['renew-messages'], { DATABASE_URL })).toMatchObject({
			exitCode: 1,
			stderr: 'parley: the server is running on the database of DATABASE_URL: stop it first',
		})
		await lock.release()
		expect(await parley(['renew-messages'], { DATABASE_URL })).toMatchObject({ exitCode: 0 })
	})

	test('without its database a backup fails', async () => {
		const { parley, dataFolder, folder } = await createTestTerminal({ PATH: process.env.PATH ?? '' })
		await mkdir(dataFolder)
		await writeFile(join(dataFolder, 'tls-key.pem'), 'a key')
		const DATABASE_URL = Object.assign(new URL(server as string), { pathname: '/parley_none' }).href
		expect(await parley(['backup', join(folder, 'b.tar.gz')], { DATABASE_URL })).toMatchObject({
			exitCode: 1,
			stdout: '',
		})
		expect(await readdir(folder)).toEqual(['data'])
	})

	test('a truncated dump leaves database and folder unchanged', async () => {
		const { parley, folder } = await createTestTerminal({ PATH: process.env.PATH ?? '' })
		const file = join(folder, 'parley.tar.gz')
		const [first, second] = [await aDatabase(), await aDatabase()]
		await parley(['site', 'create', 'before.example.org'], { DATABASE_URL: first })
		await parley(['backup', file], { DATABASE_URL: first })
		const inside = join(folder, 'inside')
		await mkdir(inside)
		await extract({ file, cwd: inside })
		await truncate(join(inside, 'parley.pgdump'), (await stat(join(inside, 'parley.pgdump'))).size - 2_000)
		await create({ gzip: true, file: `${file}.cut`, cwd: inside }, await readdir(inside))
		const PARLEY_DATA = join(folder, 'elsewhere')
		const failed = await parley(['restore', `${file}.cut`], { PARLEY_DATA, DATABASE_URL: second })
		expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('was not restored') })
		expect(await readdir(folder)).not.toContain('elsewhere')
		expect(await parley(['restore', file], { PARLEY_DATA, DATABASE_URL: second })).toMatchObject({ exitCode: 0 })
	})

	test('a backup with SQLite is not restored beside it', async () => {
		const { parley, file, folder } = await aTerminalWithData()
		await parley(['backup', file])
		const PARLEY_DATA = join(folder, 'elsewhere')
		const refused = await parley(['restore', file], { PARLEY_DATA, DATABASE_URL: await aDatabase() })
		expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SQLite') })
		expect(await readdir(folder)).not.toContain('elsewhere')
	})
})
