import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encryptPassword } from '@parley/api'
import { expect, onTestFinished, test } from 'vitest'
import { demoPassword, demoSites } from '../../../demo/index.ts'
import { startServerProcess, stopServerProcess } from '../../../platform/testing/serverProcess.ts'
import { watchWriteLock } from '../../../platform/testing/writeLock.ts'

const command = fileURLToPath(new URL('../../../admin/main.ts', import.meta.url))
const people = 6_000
/** Sign-ins of one address in a minute are limited. */
const signIns = 20
const [site] = demoSites
const company = site?.companies[0]
const names = (company?.people ?? []).filter(({ userType }) => userType === 1).map(({ name }) => name)

test('a running server signs people in while another process imports thousands, without long waits for the lock', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	const server = await startServerProcess({ PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_DEMO: '1' })
	onTestFinished(() => stopServerProcess(server, 'SIGKILL'))
	const file = join(folder, 'people.csv')
	const rows = Array.from(
		{ length: people },
		(_, n) => `person${n},Person ${n},${13_000_000_000 + n},Division ${n % 300}`,
	)
	writeFileSync(file, ['name,display_name,mobile,department', ...rows].join('\n'))

	const args = [
		'--disable-warning=ExperimentalWarning',
		command,
		'person',
		'import',
		file,
		'--company',
		company?.id ?? '',
	]
	const child = spawn(process.execPath, args, {
		env: { PATH: '', PARLEY_DATA: folder },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
	const ended = once(child, 'exit')
	const isRunning = () => child.exitCode === null

	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
	const _token = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
	const password = encryptPassword(demoPassword, new Uint8Array(16))
	const statuses: number[] = []
	async function signInMeanwhile() {
		while (isRunning() && statuses.length < signIns) {
			const name = names[statuses.length % names.length]
			const headers = { cookie, 'content-type': 'application/json' }
			const body = JSON.stringify({ name, password, _token })
			statuses.push((await fetch(server.url('/auth/login?unauth'), { method: 'POST', headers, body })).status)
		}
	}
	const [locked] = await Promise.all([watchWriteLock(folder, isRunning), signInMeanwhile(), ended])
	expect(output).toContain(`${people} new`)
	expect(statuses.length).toBeGreaterThan(0)
	expect(new Set(statuses)).toEqual(new Set([200]))
	expect(server.output()).not.toContain('locked')
	// Milliseconds on an idle machine (bench/README.md); after five seconds the server would answer 500.
	expect(Math.max(0, ...locked)).toBeLessThan(2_500)
})
