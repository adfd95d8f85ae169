import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { encryptPassword } from '@parley/api'
import { demoPassword, demoSites } from '../apps/server/src/demo/index.ts'
import { createPostgresDatabase } from '../apps/server/src/platform/testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../apps/server/src/platform/testing/serverProcess.ts'
import { watchWriteLock } from '../apps/server/src/platform/testing/writeLock.ts'

export const name = 'Import: 50,000 people beside a running server'

const people = 50_000
const departments = 2_000
const command = fileURLToPath(new URL('../apps/server/src/admin/main.ts', import.meta.url))
const company = demoSites[0]?.companies[0]
const member = company?.people.find(({ userType }) => userType === 1)?.name ?? ''
/** Below the limit of one address per minute. */
const signInEveryMs = 2_500

type Rows = Record<string, string | number>[]

export async function run() {
	const rows: Rows = []
	rows.push(...(await measure('SQLite', {})))
	const url = process.env.PARLEY_TEST_DATABASE_URL
	if (url) {
		const created = await createPostgresDatabase(url)
		rows.push(...(await measure('PostgreSQL', { DATABASE_URL: created.url })))
		await created.drop()
	}
	return [
		{
			title: `${people.toLocaleString('en')} people in ${departments.toLocaleString('en')} departments, with command and server in separate processes`,
			rows,
			notes: [
				'Goal: at most 60 s, and no SQLite write lock held longer than 50 ms. "No write for": time for which another connection could not write, sampled every millisecond. "Slowest answer": of `/healthz`, requested every five milliseconds, which waits only for the event loop. Each new person gets a set-up link; the second run finds no differences; the third changes every display name.',
			],
		},
	]
}

async function measure(database: string, settings: Record<string, string>): Promise<Rows> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-import-bench-'))
	const environment = { PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_DEMO: '1', ...settings }
	const server = await startServerProcess(environment)
	try {
		const rows: Rows = []
		for (const [step, suffix] of [
			['all new, with links', ''],
			['nothing differs', ''],
			['every display name differs', ' again'],
		] as const) {
			const file = join(folder, 'people.csv')
			await writeFile(file, fileOf(suffix))
			rows.push({ database, step, ...(await importBeside(server, file, environment)) })
		}
		return rows
	} finally {
		await stopServerProcess(server, 'SIGKILL')
		await rm(folder, { recursive: true, force: true })
	}
}

function fileOf(suffix: string): string {
	const rows = Array.from({ length: people }, (_, n) => {
		const department = n % departments
		return `person${n},Person ${n}${suffix},${13_000_000_000 + n},Division ${department % 20}/Department ${department}`
	})
	return ['name,display_name,mobile,department', ...rows].join('\n')
}

async function importBeside(server: ServerProcess, file: string, environment: Record<string, string>) {
	const args = [
		'--disable-warning=ExperimentalWarning',
		command,
		'person',
		'import',
		file,
		'--company',
		company?.id ?? '',
	]
	const startedAt = performance.now()
	const child = spawn(process.execPath, args, {
		env: { PATH: '', ...environment },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	const isRunning = () => child.exitCode === null
	const [[exitCode], lock, answers, signIns] = await Promise.all([
		once(child, 'exit'),
		environment.DATABASE_URL === undefined ? watchWriteLock(environment.PARLEY_DATA ?? '', isRunning) : [],
		watchAnswers(server, isRunning),
		watchSignIns(server, isRunning),
	])
	if (exitCode !== 0) throw new Error(`the import ended with ${exitCode}`)
	return {
		seconds: ((performance.now() - startedAt) / 1_000).toFixed(1),
		'no write for, ms (p99)': lock.length === 0 ? '' : Math.round(percentile(lock, 0.99)),
		'no write for, ms (most)': lock.length === 0 ? '' : Math.round(Math.max(...lock)),
		'slowest answer, ms': Math.round(Math.max(...answers)),
		'sign-ins': signIns.length,
		'slowest sign-in, ms': Math.round(Math.max(...signIns)),
	}
}

const percentile = (values: readonly number[], share: number) =>
	values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

async function watchAnswers(server: ServerProcess, isRunning: () => boolean): Promise<number[]> {
	const times = [0]
	while (isRunning()) {
		const askedAt = performance.now()
		await (await fetch(server.url('/healthz'))).text()
		times.push(performance.now() - askedAt)
		await delay(5)
	}
	return times
}

async function watchSignIns(server: ServerProcess, isRunning: () => boolean): Promise<number[]> {
	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
	const _token = /name="csrf-token" content="([^"]+)"/.exec(await page.text())?.[1] ?? ''
	const password = encryptPassword(demoPassword, new Uint8Array(16))
	const times: number[] = []
	while (isRunning()) {
		const askedAt = performance.now()
		const answer = await fetch(server.url('/auth/login?unauth'), {
			method: 'POST',
			headers: { cookie, 'content-type': 'application/json' },
			body: JSON.stringify({ name: member, password, _token }),
		})
		if (answer.status !== 200) throw new Error(`a sign-in was answered ${answer.status}: ${await answer.text()}`)
		times.push(performance.now() - askedAt)
		await delay(signInEveryMs)
	}
	return times
}
