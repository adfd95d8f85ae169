import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ServerProcess, stopServerProcess, tryStartServerProcess } from './platform/testing/serverProcess.ts'
import { canMountDisks, mountSmallDisk, resizeSmallDisk, unmountSmallDisk } from './platform/testing/smallDisk.ts'

if (!canMountDisks) console.warn('!!! a full disk: NOT TESTED, a small disk can be mounted by root on Linux only !!!')

describe.skipIf(!canMountDisks)('a full disk', () => {
	let folder: string
	let server: ServerProcess | undefined
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-full-'))
	})
	afterEach(async () => {
		if (server) await stopServerProcess(server, 'SIGKILL')
		server = undefined
		unmountSmallDisk(folder)
		rmdirSync(folder)
	})

	const start = async () => {
		const result = await tryStartServerProcess({ PARLEY_DATA: folder, PARLEY_LOG: 'warn' })
		server = result.started
		return result
	}

	// The disk is full with the secrets, with the first page of the database, with its tables, and with the demo data.
	test.each(['4k', '16k', '96k', '350k'])(
		'of %s: the first start leaves nothing half-written, says so in one sentence, and works when there is space',
		async size => {
			mountSmallDisk(folder, size)
			const { failed } = await start()
			expect(failed).toMatchObject({ exitCode: 1 })
			const lines = failed?.output.trim().split('\n')
			expect(lines).toEqual([expect.stringContaining(folder)])
			expect(lines?.[0]).toMatch(/space/)
			expect(readdirSync(folder).filter(name => name.startsWith('.'))).toEqual([])
			const secrets = join(folder, 'secrets.json')
			const written = existsSync(secrets) ? readFileSync(secrets, 'utf8') : undefined
			if (written !== undefined) expect(Object.keys(JSON.parse(written))).toContain('roomTokens')

			resizeSmallDisk(folder, '64m')
			const { started, failed: again } = await start()
			expect(again).toBeUndefined()
			expect(started?.output()).toContain('Demo people (password')
			if (written !== undefined) expect(readFileSync(secrets, 'utf8')).toBe(written)
		},
	)

	test('that fills up later makes the server not ready, until space is available again', async () => {
		mountSmallDisk(folder, '64m')
		const { started } = await start()
		if (!started) throw new Error('it did not start')
		const ready = async () => {
			const answer = await fetch(started.url('/readyz'))
			return { http: answer.status, ...((await answer.json()) as object) }
		}
		expect(await ready()).toMatchObject({ http: 200, database: true, disk: true })
		const filler = join(folder, 'filler')
		try {
			for (;;) writeFileSync(filler, Buffer.alloc(1024 * 1024), { flag: 'a' })
		} catch {}
		await expect.poll(ready, { timeout: 20_000, interval: 500 }).toMatchObject({
			http: 503,
			status: 'not ready',
			database: true,
			disk: false,
		})
		rmSync(filler)
		await expect.poll(ready, { timeout: 20_000, interval: 500 }).toMatchObject({ http: 200, disk: true })
	})
})
