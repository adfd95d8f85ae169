import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { canInstall, installPackages } from './debian.mjs'
import { freePort } from './freePort.mjs'
import { atEnd, run, step, which } from './process.mjs'

const startWithinMs = 60_000

/**
 * A PostgreSQL server of our own that lives as long as this script: empty, on loopback, careless about the disk.
 * Suites make their own database on it (`create database parley_test_…`) and drop it.
 * @returns {Promise<{ url: string } | { missing: string }>}
 */
export async function ensurePostgres() {
	const given = process.env.PARLEY_TEST_DATABASE_URL
	if (given) return { url: given }

	let programs = findPrograms()
	if (!programs && canInstall()) {
		const refusal = await step('installing postgresql', () => installPackages('postgresql'))
		if (refusal) return { missing: `apt-get could not install postgresql: ${refusal}` }
		programs = findPrograms()
	}
	if (!programs)
		return { missing: 'no initdb and postgres on this machine (Debian and Ubuntu: apt install postgresql)' }
	return await step('starting PostgreSQL', () => startCluster(programs)).catch(error => ({ missing: error.message }))
}

/** The folder of the server's programs: Debian keeps them off the PATH, newest version first. */
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
	atEnd(() => rmSync(folder, { recursive: true, force: true }))
	if (user) chownSync(folder, user.uid, user.gid)

	const data = join(folder, 'data')
	const as = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
	const made = await run(
		join(programs, 'initdb'),
		['--pgdata', data, '--username=parley', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		as,
	)
	if (made.code !== 0) throw new Error(made.output.trim())

	const port = await freePort()
	const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
	const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
	// A process group of its own: Ctrl-C must reach the tests first and the database last.
	const server = spawn(
		join(programs, 'postgres'),
		['-D', data, ...[...settings, ...careless].flatMap(line => ['-c', line])],
		{
			...as,
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	)
	const ended = new Promise(resolve => server.once('close', resolve))
	let said = ''
	server.stderr.setEncoding('utf8').on('data', text => {
		said = (said + text).slice(-2000)
	})
	atEnd(async () => {
		server.kill('SIGINT')
		await ended
	})

	const giveUpAt = Date.now() + startWithinMs
	while (!(await answers(programs, port))) {
		if (server.exitCode !== null || Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start: ${said.trim()}`)
		await delay(50)
	}
	return { url: `postgres://parley@127.0.0.1:${port}/postgres` }
}

async function answers(programs, port) {
	const { code } = await run(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
	return code === 0
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser() {
	if (process.getuid?.() !== 0) return undefined
	const accounts = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map(line => line.split(':'))
	const [, , uid, gid] =
		accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? []
	if (!uid || !gid) throw new Error('running as root, and there is no user "postgres" or "nobody" to run it as')
	return { uid: Number(uid), gid: Number(gid) }
}
