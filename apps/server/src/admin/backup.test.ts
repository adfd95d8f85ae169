import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ImAppId, ImUserId } from '@parley/im'
import { create, extract } from 'tar'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatId } from '../modules/messaging/index.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { lockDatabase } from '../platform/serverLock.ts'
import { withAdminContext } from './adminContext.ts'
import { createTestTerminal } from './testTerminal.ts'

async function aTerminalWithData() {
	const terminal = await createTestTerminal()
	const secrets = loadSecrets(terminal.dataFolder)
	await writeFile(join(terminal.dataFolder, 'tls-key.pem'), 'a key', { mode: 0o600 })
	await terminal.parley(['site', 'create', 'before.example.org'])
	return { ...terminal, secrets, file: join(terminal.folder, 'parley.tar.gz') }
}

test('a backup taken while the server runs brings everything back elsewhere', async () => {
	const { parley, dataFolder, folder, file } = await aTerminalWithData()
	const running = await openDatabase({ folder: dataFolder })
	// Recordings of broadcasts are no part of it.
	await mkdir(join(dataFolder, 'live'))
	expect(await parley(['backup', file])).toMatchObject({ exitCode: 0 })
	await running.close()
	expect((await stat(file)).mode & 0o077).toBe(0)

	const PARLEY_DATA = join(folder, 'elsewhere')
	const restored = await parley(['restore', file], { PARLEY_DATA })
	expect(restored).toMatchObject({ exitCode: 0 })
	// Without the key, which is in no backup, it does not open.
	expect(restored.stdout).toContain(join(PARLEY_DATA, 'field-keys.json'))
	expect((await parley(['site', 'list'], { PARLEY_DATA })).stderr).toContain('put the copy of that file there')
	expect((await readdir(PARLEY_DATA)).sort()).toEqual(['parley.sqlite', 'tls-key.pem'])
	await copyFile(join(dataFolder, 'field-keys.json'), join(PARLEY_DATA, 'field-keys.json'))
	expect((await parley(['site', 'list'], { PARLEY_DATA })).stdout).toContain('before.example.org')
})

test('a folder with something in it is replaced only by force, and kept aside', async () => {
	const { parley, dataFolder, file, secrets } = await aTerminalWithData()
	await parley(['backup', file])
	await parley(['site', 'create', 'after.example.org'])
	expect(await parley(['restore', file])).toMatchObject({ exitCode: 1 })
	expect((await parley(['site', 'list'])).stdout).toContain('after.example.org')

	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
	expect((await parley(['site', 'list'])).stdout).not.toContain('after.example.org')
	// The keys are this machine's, not the backup's.
	expect(loadSecrets(dataFolder)).toEqual(secrets)
	const [aside = ''] = (await readdir(dataFolder)).filter(name => name.startsWith('before-restore-'))
	expect((await parley(['site', 'list'], { PARLEY_DATA: join(dataFolder, aside) })).stdout).toContain(
		'after.example.org',
	)

	// What was set aside is no part of the next backup.
	await parley(['backup', `${file}.2`])
	expect((await parley(['backup', `${file}.3`])).stdout).not.toContain('before-restore')
})

test('[SYNC-02] messages of a restored backup are those of another life', async () => {
	const { parley, dataFolder, file } = await aTerminalWithData()
	const epochs = () =>
		withAdminContext({ dataFolder, databaseUrl: undefined } as Config, async ({ messaging, sites }) => {
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

test('the lock of a running server is in no backup, and of an older one that has it is not restored', async () => {
	const { parley, dataFolder, folder, file } = await aTerminalWithData()
	const lock = await lockDatabase({ folder: dataFolder })
	expect(await readdir(dataFolder)).toContain('server.lock-journal')
	const made = await parley(['backup', file])
	await lock.release()
	expect(made.stdout).not.toContain('server.lock')

	// As it was made before.
	const older = join(folder, 'older')
	await mkdir(older)
	await extract({ file, cwd: older })
	for (const name of ['server.lock', 'server.lock-journal']) await writeFile(join(older, name), '')
	await create({ gzip: true, file: `${file}.older`, cwd: older }, await readdir(older))
	const PARLEY_DATA = join(folder, 'elsewhere')
	expect(await parley(['restore', `${file}.older`], { PARLEY_DATA })).toMatchObject({ exitCode: 0 })
	expect((await readdir(PARLEY_DATA)).sort()).toEqual(['parley.sqlite', 'tls-key.pem'])
})

test('nothing is restored under a running server', async () => {
	const { parley, dataFolder, file } = await aTerminalWithData()
	await parley(['backup', file])
	const running = await openDatabase({ folder: dataFolder })
	const refused = await parley(['restore', file, '--force'])
	expect(refused).toMatchObject({ exitCode: 1 })
	expect(refused.stderr).toContain('stop it first')
	await running.close()
	expect(await parley(['restore', file, '--force'])).toMatchObject({ exitCode: 0 })
})

test('a file that is cut off, no backup, or of a newer version leaves the folder as it was', async () => {
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
	expect((await parley(['site', 'list'])).stdout).toContain('before.example.org')
	expect(loadSecrets(dataFolder)).toEqual(secrets)

	const database = new DatabaseSync(join(dataFolder, 'parley.sqlite'))
	database.exec("insert into kysely_migration values ('9999-tomorrow', '2099')")
	database.close()
	await parley(['backup', `${file}.newer`])
	expect((await parley(['restore', `${file}.newer`, '--force'])).stderr).toContain('newer Parley')
	expect((await readdir(dataFolder)).filter(name => /restor/.test(name))).toEqual([])
})

test('a backup writes over nothing and needs something to keep', async () => {
	const { parley, folder, file } = await aTerminalWithData()
	await writeFile(file, 'precious')
	expect(await parley(['backup', file])).toMatchObject({ exitCode: 1 })
	expect(await readFile(file, 'utf8')).toBe('precious')
	await mkdir(join(folder, 'empty'))
	expect(await parley(['backup', `${file}.2`], { PARLEY_DATA: join(folder, 'empty') })).toMatchObject({ exitCode: 1 })
	expect((await readdir(folder)).filter(name => name.startsWith('.parley-backup'))).toEqual([])
})
