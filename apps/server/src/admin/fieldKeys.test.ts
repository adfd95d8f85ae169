import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDatabase } from '../platform/serverLock.ts'
import { runDiagnostics } from './doctor.ts'
import { createTestTerminal } from './testTerminal.ts'

async function aTerminalWithSecret() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'a.example.org'])
	const secret = (await terminal.parley(['site', 'secret', 'a.example.org'])).stdout
	const keyFile = join(terminal.dataFolder, 'field-keys.json')
	const readSecret = async () => (await terminal.parley(['site', 'secret', 'a.example.org'])).stdout
	return { ...terminal, secret, keyFile, readSecret }
}

test('the key is rotated; encrypted values stay readable, and the old key is kept for older backups', async () => {
	const { parley, secret, readSecret, folder, dataFolder } = await aTerminalWithSecret()
	const backup = join(folder, 'before.tar.gz')
	expect((await parley(['backup', backup])).stdout).toContain('It does not contain the key of the database')
	const rotated = await parley(['key', 'rotate'])
	expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 values encrypted') })
	expect(await readSecret()).toBe(secret)
	const { stdout } = await parley(['key', 'list'])
	expect(stdout.match(/in use/g)).toHaveLength(1)
	expect(stdout.match(/for backups/g)).toHaveLength(1)

	expect((await parley(['restore', backup, '--force'])).stdout).toContain(`Restored into ${dataFolder}`)
	expect(await readSecret()).toBe(secret)
	await parley(['key', 'rotate', '--forget-old'])
	expect(await readSecret()).toBe(secret)
	expect((await parley(['restore', backup, '--force'])).stdout).toContain('is not here')
	expect(await parley(['site', 'list'])).toMatchObject({ exitCode: 1 })
})

test('the key is not rotated while the server runs', async () => {
	const { parley, readSecret, secret, dataFolder } = await aTerminalWithSecret()
	const lock = await lockDatabase({ folder: dataFolder })
	expect(await parley(['key', 'rotate'])).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: `parley: the server is running on ${dataFolder}: stop it first`,
	})
	await lock.release()
	expect(await readSecret()).toBe(secret)
	expect((await parley(['key', 'list'])).stdout).not.toContain('for backups')
})

test('doctor and every command report a lost key until its copy is restored', async () => {
	const { parley, secret, keyFile, readSecret, folder, dataFolder } = await aTerminalWithSecret()
	const copy = join(folder, 'copy.json')
	await copyFile(keyFile, copy)
	await rm(keyFile)
	const examined = async () =>
		(await runDiagnostics({ environment: { PARLEY_DATA: dataFolder, PORT: '0' }, root: folder })).find(
			({ about }) => about === 'key',
		)
	expect(await examined()).toMatchObject({ remedy: 'Restore that file from your copy' })
	expect((await parley(['site', 'list'])).stderr).toContain('restore that file from your copy')
	await copyFile(copy, keyFile)
	expect((await examined())?.remedy).toBeUndefined()
	expect(await readSecret()).toBe(secret)
})
