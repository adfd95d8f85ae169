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

test('the key is rotated; what was encrypted stays readable, and the old key stays for older backups', async () => {
	const { parley, secret, readSecret, folder, dataFolder } = await aTerminalWithSecret()
	const backup = join(folder, 'before.tar.gz')
	expect((await parley(['backup', backup])).stdout).toContain('The key of the database is not in it')
	const rotated = await parley(['key', 'rotate'])
	expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 values are encrypted') })
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

test('no key is rotated under a running server', async () => {
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

test('a key that is lost is a problem to the doctor and to every command, until its copy is back', async () => {
	const { parley, secret, keyFile, readSecret, folder, dataFolder } = await aTerminalWithSecret()
	const copy = join(folder, 'copy.json')
	await copyFile(keyFile, copy)
	await rm(keyFile)
	const examined = async () =>
		(await runDiagnostics({ environment: { PARLEY_DATA: dataFolder, PORT: '0' }, root: folder })).find(
			({ about }) => about === 'key',
		)
	expect(await examined()).toMatchObject({ remedy: 'Put the copy of that file there' })
	expect((await parley(['site', 'list'])).stderr).toContain('put the copy of that file there')
	await copyFile(copy, keyFile)
	expect((await examined())?.remedy).toBeUndefined()
	expect(await readSecret()).toBe(secret)
})
