import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('secrets are created once, 256 bits each, and read after that', () => {
	const data = join(folder, 'data')
	const first = loadSecrets(data)
	for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
	expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
	expect(loadSecrets(data)).toEqual(first)
	expect(loadSecrets(join(folder, 'other'))).not.toEqual(first)
})

test('only the owner can read them', () => {
	const data = join(folder, 'data')
	loadSecrets(data)
	expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600)
	expect(statSync(data).mode & 0o777).toBe(0o700)
})

test('a secret of a later version is added, the others stay', () => {
	const { csrf } = loadSecrets(folder)
	const file = join(folder, 'secrets.json')
	writeFileSync(file, JSON.stringify({ csrf }))
	const second = loadSecrets(folder)
	expect(second.csrf).toBe(csrf)
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(second)
})

test('[NODE-08] a file with all secrets is only read; what is missing where nothing can be written is named', () => {
	loadSecrets(folder)
	const file = join(folder, 'secrets.json')
	const written = statSync(file).ino
	loadSecrets(folder)
	expect(statSync(file).ino).toBe(written)
	// Nothing can be written there, whoever runs the tests.
	const nowhere = '/proc/parley'
	expect(() => loadSecrets(nowhere)).toThrow(
		`${join(nowhere, 'secrets.json')} lacks csrf, roomTokens, smsCodes, knownDevices, imTokens, relay, and cannot be written`,
	)
})

test('a damaged file is an error', () => {
	writeFileSync(join(folder, 'secrets.json'), '{"csrf":"","roomTokens":""}')
	expect(() => loadSecrets(folder)).toThrow(join(folder, 'secrets.json'))
	writeFileSync(join(folder, 'secrets.json'), '{"csrf":"AAA')
	expect(() => loadSecrets(folder)).toThrow('restore it from a backup')
})
