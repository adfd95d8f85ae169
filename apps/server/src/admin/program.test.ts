import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestTerminal } from './testTerminal.ts'

test('a damaged or unreadable database is reported with its place and a remedy', async () => {
	const { parley, dataFolder, folder } = await createTestTerminal()
	await mkdir(dataFolder)
	await writeFile(join(dataFolder, 'parley.sqlite'), 'This was a database before. '.repeat(100))
	const damaged = `parley: The database in ${dataFolder} is damaged: restore a backup with \`npm run parley -- restore <file> --force\`.`
	const elsewhere = join(folder, 'elsewhere')
	await mkdir(join(elsewhere, 'parley.sqlite'), { recursive: true })
	const unopened = `parley: The database in ${elsewhere} cannot be opened: make this user its owner, and check that the disk is not full.`
	for (const command of [['site', 'list'], ['key', 'list'], ['renew-messages'], ['backup', join(folder, 'backup')]]) {
		expect(await parley(command)).toEqual({ exitCode: 1, stdout: '', stderr: damaged })
		expect(await parley(command, { PARLEY_DATA: elsewhere })).toEqual({ exitCode: 1, stdout: '', stderr: unopened })
	}
})

test('an unreachable PostgreSQL is reported without its password', async () => {
	const { parley } = await createTestTerminal({ DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley' })
	for (const command of [['site', 'list'], ['key', 'rotate'], ['renew-messages']])
		expect(await parley(command)).toEqual({
			exitCode: 1,
			stdout: '',
			stderr:
				'parley: PostgreSQL cannot be reached: check that it is running, and that DATABASE_URL names its host and port.',
		})
})

test('a command whose output is closed early continues silently', async () => {
	const { dataFolder } = await createTestTerminal()
	const child = spawn(
		process.execPath,
		[fileURLToPath(new URL('main.ts', import.meta.url)), 'site', 'create', 'a.test'],
		{
			env: { PARLEY_DATA: dataFolder },
		},
	)
	child.stdout.destroy()
	let said = ''
	child.stderr.setEncoding('utf8').on('data', text => {
		said += text
	})
	const [exitCode] = await once(child, 'close')
	expect({ exitCode, said }).toEqual({ exitCode: 0, said: '' })
})
