import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, read } from './deployFiles.ts'

const run = promisify(execFile)
const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync)
if (!analyze) console.warn('!!! the units of deploy/systemd: NOT VERIFIED, this machine has no systemd-analyze !!!')
let folder: string

/** The units in a root of their own, with the program that they start. */
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-units-'))
	for (const path of ['etc/systemd/system', 'opt/parley/node_modules/.bin', 'usr/lib/systemd/system'])
		mkdirSync(join(folder, path), { recursive: true })
	writeFileSync(join(folder, 'opt/parley/node_modules/.bin/parley'), '#!/bin/sh\n', { mode: 0o755 })
	cpSync(pathOf('deploy/systemd'), join(folder, 'etc/systemd/system'), { recursive: true })
	for (const unit of [
		'sysinit.target',
		'basic.target',
		'shutdown.target',
		'network-online.target',
		'multi-user.target',
	])
		writeFileSync(join(folder, 'usr/lib/systemd/system', unit), `[Unit]\nDescription=${unit}\n`)
	writeFileSync(join(folder, 'usr/lib/systemd/system/system.slice'), '[Unit]\nDescription=slice\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(!analyze)('[PKG-08] systemd accepts the units, with every line of them', async () => {
	const verify = async (unit: string) => {
		const { stdout, stderr } = await run(analyze ?? '', [
			'verify',
			'--man=no',
			`--root=${folder}`,
			join(folder, 'etc/systemd/system', unit),
		])
		return `${stdout}${stderr}`
	}
	for (const unit of ['parley.service', 'parley@.service']) expect(await verify(unit)).toBe('')
	writeFileSync(
		join(folder, 'etc/systemd/system/wrong.service'),
		read('deploy/systemd/parley.service').replace('ProtectClock', 'ProtectClocks'),
	)
	expect(await verify('wrong.service')).toContain('ProtectClocks')
})

test('[PKG-08] a node differs from the one server only in its folder, its keys and its own settings', () => {
	const lines = (name: string) =>
		read(`deploy/systemd/${name}`)
			.split('\n')
			.filter(line => !line.startsWith('#'))
	const [one, node] = [lines('parley.service'), lines('parley@.service')]
	const own = node.filter(line => !one.includes(line))
	expect(own).toEqual([
		'Description=Parley, node %i',
		'EnvironmentFile=/etc/parley-%i.env',
		'Environment=PARLEY_DATA=/var/lib/parley-%i PARLEY_KEYS=/etc/parley-keys NODE_ENV=production',
		'StateDirectory=parley-%i',
		'WorkingDirectory=/var/lib/parley-%i',
	])
})

test('[PKG-08] the settings that nodes on one machine cannot share are named where they are set up', () => {
	const ofEach = ['PORT', 'PARLEY_NODE_URL', 'MEDIA_PORTS', 'PARLEY_METRICS', 'PARLEY_RTMP_PORT']
	const [comment = ''] = read('deploy/systemd/parley@.service').split('[Unit]')
	const [, guide = ''] = read('docs/how-to/run-several-nodes.md').split('Two nodes on one machine')
	for (const text of [comment, guide.split('\n4. ')[0]])
		expect(text?.match(/\b[A-Z]+(_[A-Z]+)+\b|\bPORT\b/g)).toEqual(expect.arrayContaining(ofEach))
})
