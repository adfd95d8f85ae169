import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './platform/testing/freePort.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const soonMs = 45_000

function isListening(port: number): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
		socket.once('error', () => resolve(false))
	})
}

/** `npm start` in a process group of its own, as under a service manager: a signal to npm reaches npm only. */
async function startWithNpm(PARLEY_DATA: string) {
	const port = await freePort()
	const npm = spawn('npm', ['--silent', 'start'], {
		cwd: root,
		env: { ...process.env, PARLEY_DATA, PORT: String(port), PARLEY_RTMP_PORT: 'off', PARLEY_DEMO: '0' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	})
	let output = ''
	for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
	onTestFinished(() => {
		try {
			process.kill(-(npm.pid as number), 'SIGKILL')
		} catch {
			// The group has already ended, as expected.
		}
	})
	await vi.waitFor(() => expect(output).toContain('Parley is up'), soonMs)
	return { npm, port, output: () => output }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
	'%s to `npm start` stops the server, which gives up its lock',
	async signal => {
		const folder = mkdtempSync(join(tmpdir(), 'parley-npm-'))
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
		const { npm, port } = await startWithNpm(folder)
		const ended = once(npm, 'exit')
		npm.kill(signal)
		await ended
		// npm waits for the server; but of a hang-up it dies at once.
		if (signal === 'SIGHUP') await vi.waitFor(async () => expect(await isListening(port)).toBe(false), 15_000)
		expect(await isListening(port)).toBe(false)
		const next = await vi.waitFor(() => startWithNpm(folder), soonMs)
		next.npm.kill('SIGTERM')
		await once(next.npm, 'exit')
	},
	2 * soonMs,
)
