import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFfmpeg } from './ffmpegChild.ts'

test('who waits for the program to read, time and again, leaves no listeners behind', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-ffmpeg-'))
	const path = join(folder, 'ffmpeg')
	await writeFile(path, '#!/bin/sh\nexec cat > /dev/null\n')
	await chmod(path, 0o700)
	const warnings: Error[] = []
	const note = (warning: Error) => warnings.push(warning)
	process.on('warning', note)
	const child = startFfmpeg({ path }, [], 0)
	const exited = new Promise(resolve => child.onExit(resolve))
	for (let chunk = 0; chunk < 20; chunk++) {
		child.write(new Uint8Array(256 * 1024))
		expect(child.pendingBytes()).toBeGreaterThan(0)
		await child.drained()
		expect(child.pendingBytes()).toBe(0)
	}
	child.write(new Uint8Array(256 * 1024))
	const drained = child.drained()
	child.kill()
	await drained
	await exited
	await child.drained()
	process.off('warning', note)
	expect(warnings).toEqual([])
	await rm(folder, { recursive: true })
})
