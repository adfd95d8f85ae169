import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One line each: where it stands, what it says, and the wall's answer. `none` marks what must stay allowed. */
const planted: { at: string; says: string; answer: string }[] = [
	...all('contracts/api/src', [
		["import '@parley/core'", none()],
		["import './call.ts'", none()],
		["import '@parley/room'", 'may use @parley/core and nothing else'],
		["import '../../bridge/src/index.ts'", 'may use @parley/core and nothing else'],
		["import '../../../apps/server/src/main.ts'", 'may use @parley/core and nothing else'],
		["import 'react'", 'no React, no Node'],
		["import 'react-dom/client'", 'no React, no Node'],
		["import 'node:fs'", 'no React, no Node'],
		["import 'socket.io'", 'no React, no Node'],
		["export const fs = () => import('node:fs')", 'no React, no Node'],
		["export type Stats = import('node:fs').Stats", 'no React, no Node'],
		['export const port = process.env', '`process.env` is read in main.ts'],
	]),
	...all('contracts/bridge/suite', [["import 'node:fs'", 'no React, no Node']]),
	...all('apps/server/src/http', [
		["import 'fastify'", none()],
		["import '../modules/meeting/index.ts'", none()],
		["import '../../../web/src/app/routes.ts'", 'neither the page nor the phone'],
		["import '@parley/shell'", 'neither the page nor the phone'],
		["import '@parley/bridge'", 'neither the page nor the phone'],
		["import '../../../../contracts/api/src/call.ts'", 'entered by its package name'],
		["import { sql } from 'kysely'", 'SQL is written in'],
		["import { type Kysely, sql } from 'kysely'", 'SQL is written in'],
		["export { sql } from 'kysely'", 'SQL is written in'],
		["import type { Kysely } from 'kysely'", none()],
		["export type { Kysely } from 'kysely'", none()],
		["import 'socket.io-client'", 'belongs to apps/web/src/media'],
		['export const port = process.env.PORT', '`process.env` is read in main.ts'],
		['export const { env } = process', '`process.env` is read in main.ts'],
	]),
	...all('apps/server/src/modules/meeting', [
		["import './store.ts'", none()],
		["import '../room/index.ts'", none()],
		["import '../../platform/clock.ts'", none()],
		["import '../room/store.ts'", 'Another module is entered by its index.ts'],
		["import type { Ticket } from '../room/tickets.ts'", 'Another module is entered by its index.ts'],
		["export * from '../room/store.ts'", 'Another module is entered by its index.ts'],
		["export const late = () => import('../room/store.ts')", 'Another module is entered by its index.ts'],
		["import '../room/inner/index.ts'", 'Another module is entered by its index.ts'],
		["import type { FastifyRequest } from 'fastify'", 'knows no Fastify'],
		["import '@fastify/cookie'", 'knows no Fastify'],
		["import 'socket.io'", 'knows no Fastify'],
		["import 'node:process'", 'knows no Fastify'],
		['process.exit()', 'global variable process'],
		["import { sql } from 'kysely'", 'SQL is written in'],
	]),
	...all('apps/server/src/modules/meeting/recurrence', [
		["import '../store.ts'", none()],
		["import '../../room/index.ts'", none()],
		["import '../../../platform/clock.ts'", none()],
		["import '../../room/store.ts'", 'Another module is entered by its index.ts'],
	]),
	{ at: 'apps/server/src/modules/meeting/store.sql.ts', says: "import { sql } from 'kysely'", answer: none() },
	{ at: 'apps/server/src/platform/database.ts', says: "import { Kysely } from 'kysely'", answer: none() },
	{ at: 'apps/server/src/main.ts', says: 'export const port = process.env.PORT', answer: none() },
	...all('apps/web/src/screens/Login', [
		["import '../../features/session/index.ts'", none()],
		["import '../../../../server/src/main.ts'", 'neither the server nor the phone'],
		["import '@parley/server'", 'neither the server nor the phone'],
		["import '../../../../shell/src/main.ts'", 'neither the server nor the phone'],
		["import 'socket.io-client'", 'belongs to apps/web/src/media'],
		["fetch('/login')", 'global variable fetch'],
		["window.fetch('/login')", '`fetch` belongs to web/api'],
		["export function ask(fetch: (url: string) => void) {\n\tfetch('/login')\n}", none()],
		["localStorage.getItem('name')", 'global variable localStorage'],
		["window.sessionStorage.getItem('name')", 'keeps belongs to web/storage'],
		['export const cookies = document.cookie', 'keeps belongs to web/storage'],
		['export const media = navigator.mediaDevices', 'belong to web/media'],
		['export const { mediaDevices } = navigator', 'belong to web/media'],
		['export const bridge = window.WebViewJavascriptBridge', 'bridge belongs to web/bridge'],
	]),
	...all('apps/web/src/api', [
		["fetch('/login')", none()],
		["localStorage.getItem('name')", 'global variable localStorage'],
	]),
	...all('apps/web/src/storage', [
		["localStorage.getItem('name')", none()],
		['export const cookies = document.cookie', none()],
		["fetch('/login')", 'global variable fetch'],
	]),
	...all('apps/web/src/media', [
		['export const media = navigator.mediaDevices', none()],
		["import 'socket.io-client'", none()],
	]),
	...all('apps/web/src/bridge', [['export const bridge = window.WebViewJavascriptBridge', none()]]),
	...all('apps/web/src/features/meeting', [
		["import './list.ts'", none()],
		["import '../session/index.ts'", none()],
		["import '../../ui/index.ts'", none()],
		["import '../session/signIn.ts'", 'Another feature is entered by its index.ts'],
		["import '../../screens/Login/index.ts'", 'neither the screens nor the app'],
		["import '../../app/router.tsx'", 'neither the screens nor the app'],
	]),
	...all('apps/web/src/features/meeting/form', [
		["import '../list.ts'", none()],
		["import '../../session/signIn.ts'", 'Another feature is entered by its index.ts'],
		["import '../../../app/router.tsx'", 'neither the screens nor the app'],
	]),
	...all('apps/web/src/ui/fields', [
		["import '../layout/Page.tsx'", none()],
		["import '@parley/core'", none()],
		["import '@parley/api'", 'knows no noun'],
		["import '../../features/session/index.ts'", 'knows no noun'],
		["import '../../api/index.ts'", 'knows no noun'],
	]),
	...all('apps/shell/src', [
		["import '@parley/bridge'", none()],
		["import '../../web/src/bridge/index.ts'", 'through the bridge only'],
		["import '../../server/src/main.ts'", 'through the bridge only'],
	]),
	{ at: 'apps/web/src/app/tide.ts', says: "import './moon.ts'\nexport const tide = 1", answer: 'part of a cycle' },
	{ at: 'apps/web/src/app/moon.ts', says: "import './tide.ts'\nexport const moon = 1", answer: 'part of a cycle' },
]

const house = mkdtempSync(join(tmpdir(), 'parley-walls-'))
const answers = new Map<string, string[]>()

beforeAll(() => {
	for (const part of ['biome.json', '.gitignore', 'scripts/lint']) {
		cpSync(join(root, part), join(house, part), { recursive: true })
	}
	for (const { at, says } of planted) {
		mkdirSync(join(house, dirname(at)), { recursive: true })
		writeFileSync(join(house, at), `${says}\n`)
	}
	for (const [file, sentence] of lint(house)) answers.set(file, [...(answers.get(file) ?? []), sentence])
}, 60_000)

afterAll(() => rmSync(house, { recursive: true, force: true }))

for (const { at, says, answer } of planted) {
	const name = answer === none() ? `${dirname(at)} may say: ${says}` : `${dirname(at)} may not say: ${says}`
	test(`[walls] ${name}`, () => {
		const heard = answers.get(at) ?? []
		if (answer === none()) expect(heard).toEqual([])
		else expect(heard.join('\n')).toContain(answer)
	})
}

function none() {
	return ''
}

function all(folder: string, lines: [says: string, answer: string][]) {
	return lines.map(([says, answer], index) => ({ at: `${folder}/planted${index}.ts`, says, answer }))
}

/** The errors of one run over the whole house, by file. Only walls count here, not style. */
function lint(folder: string): [file: string, sentence: string][] {
	const walls = ['plugin', 'lint/style/noRestrictedGlobals', 'lint/suspicious/noImportCycles']
	return report(folder)
		.split('\n')
		.map(line => /^::error title=([^,]+),file=(.+?),line=.*?::(.*)$/.exec(line))
		.filter(found => found !== null && walls.includes(found[1] ?? ''))
		.map(found => [(found?.[2] ?? '').slice(folder.length + 1), found?.[3] ?? ''])
}

function report(folder: string): string {
	const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
	try {
		return execFileSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.'], {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
		})
	} catch (error) {
		return (error as { stdout: string }).stdout
	}
}
