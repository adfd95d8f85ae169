// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileLivekit } from './livekitSource.ts'

const folder = fileURLToPath(new URL('../src/', import.meta.resolve('livekit-client')))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter(file => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
	.map(file => ({ file, code: readFileSync(join(folder, file), 'utf8') }))

test('a field that is only declared does not overwrite the one of the base class', async () => {
	const { code } = await compileLivekit('class A { b?: string; c = 1; declare d: string }', 'a.ts')
	expect(code.replace(/\s+/g, ' ').trim()).toBe('class A { constructor() { this.c = 1; } }')
})

test('the shims of browsers are imported in one place of the client, and used in none', () => {
	expect(sources.filter(({ code }) => code.includes('webrtc-adapter')).map(({ file }) => file)).toEqual([
		'room/Room.ts',
	])
	expect(sources.find(({ file }) => file === 'room/Room.ts')?.code).toContain("\nimport 'webrtc-adapter';\n")
})
