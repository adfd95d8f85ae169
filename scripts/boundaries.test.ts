import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const allowed = ''

/** A file with one statement, and part of the lint error it must get; `allowed` if it must get none. */
const samples: { file: string; code: string; error: string }[] = [
	...inFolder('contracts/api/src', [
		["import '@parley/core'", allowed],
		["import './call.ts'", allowed],
		["import '@parley/room'", 'no other package of ours than @parley/core'],
		["import '../../bridge/src/index.ts'", 'no other package of ours than @parley/core'],
		["import '../../../apps/server/src/main.ts'", 'no other package of ours than @parley/core'],
		["import 'react'", 'no React, Node'],
		["import 'react-dom/client'", 'no React, Node'],
		["import 'node:fs'", 'no React, Node'],
		["import 'socket.io'", 'no React, Node'],
		["export const fs = () => import('node:fs')", 'no React, Node'],
		["export type Stats = import('node:fs').Stats", 'no React, Node'],
		['export const port = process.env', '`process.env` is read in main.ts'],
	]),
	...inFolder('contracts/bridge/suite', [["import 'node:fs'", 'no React, Node']]),
	...inFolder('sdk/im/src', [
		["import '@parley/im'", allowed],
		["import 'socket.io-client'", allowed],
		["import '@parley/core'", 'imports contracts/im alone'],
		["import 'react'", 'imports contracts/im alone'],
		["import 'node:fs'", 'imports contracts/im alone'],
		["import '../../../apps/web/src/navigation/routes.ts'", 'imports contracts/im alone'],
	]),
	...inFolder('sdk/im/src/core', [
		["import type { OpenTransport } from '../transport/transport.ts'", allowed],
		["import type { Call } from '../session/requests.ts'", 'Import lower layers only'],
	]),
	...inFolder('sdk/im/src/session', [
		["import { createStats } from '../core/stats.ts'", allowed],
		["import type { IMEvents } from '../api/events.ts'", 'Import lower layers only'],
		["import { createIM } from '../index.ts'", 'Import lower layers only'],
	]),
	...inFolder('sdk/im/src/rooms', [
		["import '../sequencer/sequencer.ts'", allowed],
		["export const late = () => import('../outbox/outbox.ts')", 'Import lower layers only'],
	]),
	...inFolder('sdk/im/src/compat', [["import '../index.ts'", allowed]]),
	...inFolder('apps/server/src/http', [
		["import 'fastify'", allowed],
		["import '../modules/meeting/index.ts'", allowed],
		["import '../../../web/src/navigation/routes.ts'", 'neither the page nor the simulated phone'],
		["import '@parley/shell'", 'neither the page nor the simulated phone'],
		["import '@parley/bridge'", 'neither the page nor the simulated phone'],
		["import '../../../../contracts/api/src/call.ts'", 'by its package name'],
		["import { sql } from 'kysely'", 'SQL belongs to'],
		["import { type Kysely, sql } from 'kysely'", 'SQL belongs to'],
		["export { sql } from 'kysely'", 'SQL belongs to'],
		["import type { Kysely } from 'kysely'", allowed],
		["export type { Kysely } from 'kysely'", allowed],
		["import 'socket.io-client'", 'belongs to apps/web/src/media'],
		['export const port = process.env.PORT', '`process.env` is read in main.ts'],
		['export const { env } = process', '`process.env` is read in main.ts'],
	]),
	...inFolder('apps/server/src/modules/meeting', [
		["import './store.ts'", allowed],
		["import '../room/index.ts'", allowed],
		["import '../../platform/clock.ts'", allowed],
		["import '../room/store.ts'", 'Import another module through its index.ts'],
		["import type { Ticket } from '../room/tickets.ts'", 'Import another module through its index.ts'],
		["export * from '../room/store.ts'", 'Import another module through its index.ts'],
		["export const late = () => import('../room/store.ts')", 'Import another module through its index.ts'],
		["import '../room/inner/index.ts'", 'Import another module through its index.ts'],
		["import type { FastifyRequest } from 'fastify'", 'imports no Fastify'],
		["import '@fastify/cookie'", 'imports no Fastify'],
		["import 'socket.io'", 'imports no Fastify'],
		["import 'node:process'", 'imports no Fastify'],
		['process.exit()', 'global variable process'],
		["import { sql } from 'kysely'", 'SQL belongs to'],
	]),
	...inFolder('apps/server/src/modules/meeting/recurrence', [
		["import '../store.ts'", allowed],
		["import '../../room/index.ts'", allowed],
		["import '../../../platform/clock.ts'", allowed],
		["import '../../room/store.ts'", 'Import another module through its index.ts'],
	]),
	...inFolder('apps/server/src/modules/messaging/store', [
		["import type { Commit } from '../model/commit.ts'", allowed],
		["import '../../../platform/clock.ts'", allowed],
		["import type { Feed } from '../delivery/feed.ts'", 'Import lower layers only'],
		["import type { Messaging } from '../service.ts'", 'Import lower layers only'],
	]),
	...inFolder('apps/server/src/modules/messaging/delivery', [
		["import type { MessagingStore } from '../store/store.ts'", allowed],
		["import type { GroupAccess } from '../groups/groupAccess.ts'", 'Import lower layers only'],
		["export const late = () => import('../sessions/logins.ts')", 'Import lower layers only'],
		["export type Lists = import('../people/personalLists.ts').PersonalLists", 'Import lower layers only'],
		["import { messagingNoun } from '../noun.ts'", 'Import lower layers only'],
	]),
	...inFolder('apps/server/src/modules/messaging/model', [
		["import './commit.ts'", allowed],
		["import type { MessagingStore } from '../store/store.ts'", 'Import lower layers only'],
	]),
	...inFolder('apps/server/src/modules/messaging/groups', [
		["import '../people/users.ts'", allowed],
		["import '../messages/history.ts'", 'Import lower layers only'],
		["import '../adapters/gateway/index.ts'", 'Import lower layers only'],
	]),
	...inFolder('apps/server/src/modules/messaging/sessions', [
		["import '../messages/history.ts'", allowed],
		["import '../service.ts'", 'Import lower layers only'],
	]),
	...inFolder('apps/server/src/modules/messaging/adapters/gateway', [
		["import '../../ports/connection.ts'", allowed],
		["import 'ws'", allowed],
		["import '../../service.ts'", 'implements its ports'],
		["import type { Session } from '../../sessions/session.ts'", 'implements its ports'],
	]),
	{
		file: 'apps/server/src/modules/messaging/delivery/sample.test.ts',
		code: "import '../groups/groupAccess.ts'",
		error: allowed,
	},
	{ file: 'apps/server/src/modules/messaging/noun.ts', code: "import './adapters/gateway/gateway.ts'", error: allowed },
	{ file: 'apps/server/src/modules/meeting/store.sql.ts', code: "import { sql } from 'kysely'", error: allowed },
	{ file: 'apps/server/src/platform/database.ts', code: "import { Kysely } from 'kysely'", error: allowed },
	{ file: 'apps/server/src/main.ts', code: 'export const port = process.env.PORT', error: allowed },
	{ file: 'apps/server/src/admin/probe/probe.ts', code: "import 'socket.io-client'", error: allowed },
	...inFolder('apps/web/src/screens/Login', [
		["import '../../features/session/index.ts'", allowed],
		["import '../../../../server/src/main.ts'", 'neither the server nor the simulated phone'],
		["import '@parley/server'", 'neither the server nor the simulated phone'],
		["import '../../../../shell/src/main.ts'", 'neither the server nor the simulated phone'],
		["import 'socket.io-client'", 'belongs to apps/web/src/media'],
		["import 'hls.js/light'", 'belongs to the player of a live'],
		["import '@parley/im-sdk'", 'belongs to the features of a live'],
		["fetch('/login')", 'global variable fetch'],
		["window.fetch('/login')", '`fetch` belongs to web/api'],
		["export function ask(fetch: (url: string) => void) {\n\tfetch('/login')\n}", allowed],
		["localStorage.getItem('name')", 'global variable localStorage'],
		["window.sessionStorage.getItem('name')", 'Browser storage belongs to web/storage'],
		['export const cookies = document.cookie', 'Browser storage belongs to web/storage'],
		['export const media = navigator.mediaDevices', 'belong to web/media'],
		['export const { mediaDevices } = navigator', 'belong to web/media'],
		['export const bridge = window.WebViewJavascriptBridge', 'bridge object belongs to web/bridge'],
	]),
	...inFolder('apps/web/src/api', [
		["fetch('/login')", allowed],
		["localStorage.getItem('name')", 'global variable localStorage'],
	]),
	...inFolder('apps/web/src/storage', [
		["localStorage.getItem('name')", allowed],
		['export const cookies = document.cookie', allowed],
		["fetch('/login')", 'global variable fetch'],
	]),
	...inFolder('apps/web/src/media', [
		['export const media = navigator.mediaDevices', allowed],
		["import 'socket.io-client'", allowed],
	]),
	...inFolder('apps/web/src/bridge', [['export const bridge = window.WebViewJavascriptBridge', allowed]]),
	...inFolder('apps/web/src/features/meeting', [
		["import './list.ts'", allowed],
		["import '../session/index.ts'", allowed],
		["import '../../ui/index.ts'", allowed],
		["import '../session/signIn.ts'", 'Import another feature through its index.ts'],
		["import '../../screens/Login/index.ts'", 'neither screens nor app nor navigation'],
		["import '../../navigation/useBack.ts'", 'neither screens nor app nor navigation'],
		["import '../../app/router.tsx'", 'neither screens nor app nor navigation'],
	]),
	...inFolder('apps/web/src/features/meeting/form', [
		["import '../list.ts'", allowed],
		["import '../../session/signIn.ts'", 'Import another feature through its index.ts'],
		["import '../../../app/router.tsx'", 'neither screens nor app nor navigation'],
	]),
	...inFolder('apps/web/src/screens/Personal', [
		["import '../../navigation/useBack.ts'", allowed],
		["import '../../app/apiReactions.ts'", 'Nothing imports app'],
	]),
	...inFolder('apps/web/src/navigation', [
		["import '../features/session/index.ts'", allowed],
		["import '../screens/Login/index.ts'", 'navigation imports no screen'],
		["import '../app/apiReactions.ts'", 'Nothing imports app'],
	]),
	...inFolder('apps/web/src/features/live/player', [
		["import 'hls.js/light'", allowed],
		["import '@parley/im-sdk'", allowed],
	]),
	...inFolder('apps/web/src/ui/fields', [
		["import '../layout/Page.tsx'", allowed],
		["import '@parley/core'", allowed],
		["import '@parley/api'", 'no feature and no contract but core'],
		["import '../../features/session/index.ts'", 'no feature and no contract but core'],
		["import '../../api/index.ts'", 'no feature and no contract but core'],
	]),
	...inFolder('apps/shell/src', [
		["import '@parley/bridge'", allowed],
		["import '../../web/src/bridge/index.ts'", 'neither the page nor the server'],
		["import '../../server/src/main.ts'", 'neither the page nor the server'],
	]),
	...inFolder('design/src', [
		["import 'react'", allowed],
		["import '@parley/core'", 'design imports nothing of ours'],
		["import '../../apps/web/src/ui/index.ts'", 'design imports nothing of ours'],
	]),
	...inFolder('apps/im/src', [
		["import '@parley/im-sdk'", allowed],
		["import '@parley/design'", allowed],
		["import '@parley/im'", 'by @parley/im-sdk alone'],
		["import 'socket.io-client'", 'by @parley/im-sdk alone'],
		["import 'engine.io-client'", 'by @parley/im-sdk alone'],
		["import '../../web/src/ui/index.ts'", 'by @parley/im-sdk alone'],
		["import '../../../sdk/im/src/index.ts'", 'Import the messaging SDK as @parley/im-sdk'],
	]),
	{ file: 'apps/web/src/app/first.ts', code: "import './second.ts'\nexport const first = 1", error: 'part of a cycle' },
	{
		file: 'apps/web/src/app/second.ts',
		code: "import './first.ts'\nexport const second = 1",
		error: 'part of a cycle',
	},
	{
		file: 'contracts/core/src/one.ts',
		code: "import type { Two } from './two.ts'\nexport type One = Two",
		error: 'part of a cycle',
	},
	{
		file: 'contracts/core/src/two.ts',
		code: "import type { One } from './one.ts'\nexport type Two = One[]",
		error: 'part of a cycle',
	},
]

const project = mkdtempSync(join(tmpdir(), 'parley-boundaries-'))
const errors = new Map<string, string[]>()

beforeAll(() => {
	for (const part of ['biome.json', '.gitignore', 'scripts/lint']) {
		cpSync(join(root, part), join(project, part), { recursive: true })
	}
	for (const { file, code } of samples) {
		mkdirSync(join(project, dirname(file)), { recursive: true })
		writeFileSync(join(project, file), `${code}\n`)
	}
	for (const [file, message] of lint(project)) errors.set(file, [...(errors.get(file) ?? []), message])
}, 60_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

for (const { file, code, error } of samples) {
	const name = error === allowed ? `${dirname(file)} may contain: ${code}` : `${dirname(file)} may not contain: ${code}`
	test(`[boundaries] ${name}`, () => {
		const found = errors.get(file) ?? []
		if (error === allowed) expect(found).toEqual([])
		else expect(found.join('\n')).toContain(error)
	})
}

function inFolder(folder: string, lines: [code: string, error: string][]) {
	return lines.map(([code, error], index) => ({ file: `${folder}/sample${index}.ts`, code, error }))
}

/** The boundary errors of one run over the whole project, by file; style is left out. */
function lint(folder: string): [file: string, message: string][] {
	const rules = ['plugin', 'lint/style/noRestrictedGlobals', 'lint/suspicious/noImportCycles']
	return report(folder)
		.split('\n')
		.map(line => /^::error title=([^,]+),file=(.+?),line=.*?::(.*)$/.exec(line))
		.filter(found => found !== null && rules.includes(found[1] ?? ''))
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
