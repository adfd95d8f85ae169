import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFfmpeg } from './ffmpegChild.ts'

test('waiting repeatedly for the program to read leaves no listeners', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-ffmpeg-'))
	const path = join(folder, 'ffmpeg')
	await writeFile(path, '#!/bin/sh\nexec cat > /dev/null\n')
	await chmod(path, 0o700)
	const warnings: Error[] = []
	const note = (warning: Error) => warnings.push(warning)
	process.on('warning', note)
	const child = startFfmpeg({ path }, [], 0)
	const exited = new Promise(resolve => child.onExit(resolve))
	/** More than fits into a pipe, while the program does not read. */
	const fill = () => {
		process.kill(child.pid as number, 'SIGSTOP')
		child.write(new Uint8Array(4 * 1024 * 1024))
		expect(child.pendingBytes()).toBeGreaterThan(0)
		return child.drained()
	}
	for (let chunk = 0; chunk < 20; chunk++) {
		const drained = fill()
		process.kill(child.pid as number, 'SIGCONT')
		await drained
		expect(child.pendingBytes()).toBe(0)
	}
	const drained = fill()
	child.kill()
	await drained
	await exited
	await child.drained()
	process.off('warning', note)
	expect(warnings).toEqual([])
	await rm(folder, { recursive: true })
})
