import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomically } from './atomicFile.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a file is written whole, for its owner alone, and nothing else is left', () => {
	const path = join(folder, 'secrets.json')
	writeFileSync(path, 'before', { mode: 0o644 })
	writeFileAtomically(path, 'a'.repeat(1_000_000))
	expect(readFileSync(path, 'utf8')).toBe('a'.repeat(1_000_000))
	expect(statSync(path).mode & 0o777).toBe(0o600)
	expect(readdirSync(folder)).toEqual(['secrets.json'])
})

test('a failed write leaves the file as it was, and the error names it', () => {
	const path = join(folder, 'taken')
	mkdirSync(path)
	writeFileSync(join(path, 'inside'), 'kept')
	expect(() => writeFileAtomically(path, 'new')).toThrow(expect.objectContaining({ path }))
	expect(readFileSync(join(path, 'inside'), 'utf8')).toBe('kept')
	expect(readdirSync(folder)).toEqual(['taken'])
})
