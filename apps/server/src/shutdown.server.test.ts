import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

let folder: string
let server: ServerProcess

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-shutdown-'))
	server = await startServerProcess({ PORT: '0', PARLEY_DATA: folder, PARLEY_LOG: 'info' })
})
afterEach(async () => {
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

async function mediaPid(): Promise<number> {
	const started = /\{[^\n]*"pid":(\d+)[^\n]*"media engine started"/g
	return await vi.waitFor(() => {
		const pid = [...server.output().matchAll(started)].at(-1)?.[0].match(/.*"pid":(\d+)/)?.[1]
		expect(pid).toBeDefined()
		return Number(pid)
	}, 20_000)
}

test('port 0 is a free one, which the start names', () => {
	expect(server.output()).toMatch(/Parley is up {6}http:\/\/localhost:[1-9]\d+\n/)
})

test('a stop that reaches the whole process group neither ends the media engine first nor starts another', async () => {
	const media = await mediaPid()
	process.kill(media, 'SIGTERM')
	await delay(200)
	server.child.kill('SIGTERM')
	await vi.waitFor(() => expect(server.child.exitCode).toBe(0), 15_000)
	expect(server.output()).not.toContain('media engine exited')
	expect(server.output().match(/media engine started/g)).toHaveLength(1)
})
