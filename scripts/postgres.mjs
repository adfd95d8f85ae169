import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { canInstall, installPackages } from './debian.mjs'
import { freePort } from './freePort.mjs'
import { onExit, run, step, which } from './process.mjs'

const startWithinMs = 60_000

/**
 * Provides PARLEY_TEST_DATABASE_URL, or an empty PostgreSQL server on loopback that runs as long as this script.
 * Each suite creates a database on it (`create database parley_test_…`) and drops it.
 * @returns {Promise<{ url: string } | { missing: string }>}
 */
export async function ensurePostgres() {
	const configuredUrl = process.env.PARLEY_TEST_DATABASE_URL
	if (configuredUrl) return { url: configuredUrl }

	let programs = findPrograms()
	if (!programs && canInstall()) {
		const problem = await step('installing postgresql', () => installPackages('postgresql'))
		if (problem) return { missing: `apt-get could not install postgresql: ${problem}` }
		programs = findPrograms()
	}
	if (!programs)
		return { missing: 'no initdb and postgres on this machine (Debian and Ubuntu: apt install postgresql)' }
	return await step('starting PostgreSQL', () => startCluster(programs)).catch(error => ({ missing: error.message }))
}

/** Finds the folder of initdb and postgres, newest version first: Debian does not put them on the PATH. */
function findPrograms() {
	const debian = '/usr/lib/postgresql'
	const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
	const onPath = which('initdb')
	return [onPath && dirname(realpathSync(onPath)), ...versions.map(version => join(debian, version, 'bin'))].find(
		folder => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	)
}

async function startCluster(programs) {
	const user = unprivilegedUser()
	const folder = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'parley-postgres-'))
	onExit(() => rmSync(folder, { recursive: true, force: true }))
	if (user) chownSync(folder, user.uid, user.gid)

	const data = join(folder, 'data')
	const as = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
	const initdb = await run(
		join(programs, 'initdb'),
		['--pgdata', data, '--username=parley', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		as,
	)
	if (initdb.code !== 0) throw new Error(initdb.output.trim())

	const port = await freePort()
	const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
	const unsafeButFast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
	// Its own process group, so that Ctrl-C ends the tests before the database.
	const server = spawn(
		join(programs, 'postgres'),
		['-D', data, ...[...settings, ...unsafeButFast].flatMap(line => ['-c', line])],
		{
			...as,
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	)
	const ended = new Promise(resolve => server.once('close', resolve))
	let log = ''
	server.stderr.setEncoding('utf8').on('data', text => {
		log = (log + text).slice(-2000)
	})
	onExit(async () => {
		server.kill('SIGINT')
		await ended
	})

	const giveUpAt = Date.now() + startWithinMs
	while (!(await isReady(programs, port))) {
		if (server.exitCode !== null || Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start: ${log.trim()}`)
		await delay(50)
	}
	return { url: `postgres://parley@127.0.0.1:${port}/postgres` }
}

async function isReady(programs, port) {
	const { code } = await run(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
	return code === 0
}

/** Returns the user for PostgreSQL when this script runs as root, which PostgreSQL refuses. */
function unprivilegedUser() {
	if (process.getuid?.() !== 0) return undefined
	const accounts = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map(line => line.split(':'))
	const [, , uid, gid] =
		accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? []
	if (!uid || !gid) throw new Error('running as root, and neither user "postgres" nor "nobody" exists to run it as')
	return { uid: Number(uid), gid: Number(gid) }
}
