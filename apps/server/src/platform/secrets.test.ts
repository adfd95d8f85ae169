import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('secrets are made once, 256 bits each, and are the same after that', () => {
	const data = join(folder, 'data')
	const first = openSecrets(data)
	for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
	expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
	expect(openSecrets(data)).toEqual(first)
	expect(openSecrets(join(folder, 'other'))).not.toEqual(first)
})

test('nobody but the owner reads them', () => {
	const data = join(folder, 'data')
	openSecrets(data)
	expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600)
	expect(statSync(data).mode & 0o777).toBe(0o700)
})

test('one that came with a later version is added, the others stay', () => {
	const { csrf } = openSecrets(folder)
	const file = join(folder, 'secrets.json')
	writeFileSync(file, JSON.stringify({ csrf }))
	const second = openSecrets(folder)
	expect(second.csrf).toBe(csrf)
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(second)
})

test('a file somebody broke stops the start rather than signing with nothing', () => {
	writeFileSync(join(folder, 'secrets.json'), '{"csrf":"","roomTokens":""}')
	expect(() => openSecrets(folder)).toThrow()
})
