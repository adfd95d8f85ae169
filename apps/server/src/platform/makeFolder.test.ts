import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './makeFolder.ts'

function aFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'parley-folder-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	return folder
}

test('a folder is made with those it is in, for its owner alone, once', () => {
	const folder = aFolder()
	expect(makeFolder(join(folder, 'a/b/c'))).toBe(join(folder, 'a'))
	expect(statSync(join(folder, 'a/b/c')).mode & 0o777).toBe(0o700)
	expect(makeFolder(join(folder, 'a/b/c'))).toBeUndefined()
	expect(makeFolder(join(folder, 'a/d'))).toBe(join(folder, 'a/d'))
})

test('a file in the way is an error with its path', () => {
	const file = join(aFolder(), 'file')
	writeFileSync(file, '')
	expect(() => makeFolder(file)).toThrow(/EEXIST.*file/)
	expect(() => makeFolder(join(file, 'folder'))).toThrow(/ENOTDIR/)
})

test.runIf(process.platform === 'linux')('a file system without folders is an error, not a wait without end', () => {
	expect(() => makeFolder('/proc/parley/data')).toThrow(/ENOENT/)
})
