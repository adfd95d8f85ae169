import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { createImTokens } from '../../apps/server/src/modules/messaging/index.ts'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { createPostgresDatabase, runStatement } from '../../apps/server/src/platform/testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../apps/server/src/platform/testing/serverProcess.ts'
import type { Subject } from './clients.ts'

/** A server that is broken on purpose. */
export interface BrokenServer {
	/** Ports of its nodes. */
	ports: number[]
	/** Ends it as a power cut would, and starts it again. */
	killAndStart(): Promise<void>
	/** Nothing of it runs until `resume`. */
	pause(): void
	resume(): void
	/** Takes all space of its data folder; what it returns gives it back. Missing where no small disk can be mounted. */
	fillDisk?(): () => void
	/** Ends PostgreSQL's processes without notice; it starts again by itself. */
	crashDatabase?(): Promise<void>
	/** Ends the Redis of several nodes without notice; what it resolves with starts an empty one. */
	killRedis?(): Promise<() => Promise<void>>
	/** Signs a token of messaging. */
	tokenOf(uid: string): Promise<string>
	dispose(): Promise<void>
}

export const appId = 'demo'
const dayMs = 86_400_000

export async function startControl(subject: Exclude<Subject, 'ours'>): Promise<BrokenServer> {
	const port = await freePort()
	const program = fileURLToPath(new URL('controlServer.ts', import.meta.url))
	let child: ChildProcess
	async function start(): Promise<void> {
		child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(port), subject], {
			stdio: ['pipe', 'pipe', 'inherit'],
		})
		if (child.stdout) await once(child.stdout, 'data')
	}
	async function kill(): Promise<void> {
		const ended = once(child, 'exit')
		child.kill('SIGKILL')
		await ended
	}
	await start()
	let restarted = Promise.resolve()
	return {
		ports: [port],
		killAndStart() {
			// A process killed while it starts would never print that it listens.
			restarted = restarted.then(kill).then(start)
			return restarted
		},
		pause: () => void child.kill('SIGSTOP'),
		resume: () => void child.kill('SIGCONT'),
		tokenOf: async () => '',
		dispose: kill,
	}
}

const diskSize = '64m'

/** A folder; with `isSmall` it is a disk of its own, where one can be mounted. */
export function createFolder(isSmall: boolean) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'))
	const mount = ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700`, 'tmpfs', folder]
	const isMounted = isSmall && process.platform === 'linux' && spawnSync('mount', mount).status === 0
	return {
		folder,
		isMounted,
		remove() {
			if (isMounted) spawnSync('umount', ['-l', folder])
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

function fill(folder: string): () => void {
	const filler = join(folder, 'filler')
	// In ever smaller pieces, to the last byte.
	for (const size of [1024 * 1024, 4_096, 1]) {
		try {
			for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
		} catch {}
	}
	return () => rmSync(filler, { force: true })
}

export async function createDatabase(server: string) {
	const { name, url, drop } = await createPostgresDatabase(server)
	// The server of the tests acknowledges before it has written; a crash would lose what is acknowledged.
	await runStatement(server, `alter database ${name} set synchronous_commit = on`)
	return {
		url,
		/** A backend that is killed makes PostgreSQL end all others and recover from its log. */
		async crash() {
			const [row] = await runStatement(
				server,
				`select pid from pg_stat_activity where backend_type = 'client backend' and datname = '${name}' limit 1`,
			)
			if (row) process.kill(Number(row.pid), 'SIGKILL')
		},
		drop: () => drop().catch(() => {}),
	}
}

export const signToken = (key: Uint8Array, uid: string): Promise<string> =>
	createImTokens(key).sign({
		uid: v.parse(ImUserId, uid),
		appId: v.parse(ImAppId, appId),
		isGuest: false,
		nickName: uid,
		sessionId: null,
		issuedAt: Date.now(),
		expiresAt: Date.now() + dayMs,
	})

/** The product itself. @param server of PostgreSQL; without it the database is SQLite */
export async function startOurs({
	hasSmallDisk = false,
	server,
}: {
	hasSmallDisk?: boolean
	server?: string | undefined
}): Promise<BrokenServer> {
	const { folder, isMounted, remove } = createFolder(hasSmallDisk)
	const database = server === undefined ? undefined : await createDatabase(server)
	const settings = {
		PORT: String(await freePort()),
		PARLEY_DATA: folder,
		PARLEY_LOG: 'silent',
		PARLEY_DEMO: '1',
		...(database && { DATABASE_URL: database.url }),
	}
	let running: ServerProcess = await startServerProcess(settings)
	let restarted = Promise.resolve()
	const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { imTokens: string }
	return {
		ports: [Number(settings.PORT)],
		killAndStart() {
			// One that is killed again while it starts would not have begun to serve anybody.
			restarted = restarted.then(async () => {
				await stopServerProcess(running, 'SIGKILL')
				running = await startServerProcess(settings)
			})
			return restarted
		},
		pause: () => void running.child.kill('SIGSTOP'),
		resume: () => void running.child.kill('SIGCONT'),
		...(isMounted && { fillDisk: () => fill(folder) }),
		...(database && { crashDatabase: database.crash }),
		tokenOf: uid => signToken(Buffer.from(secrets.imTokens, 'base64url'), uid),
		async dispose() {
			await stopServerProcess(running, 'SIGKILL')
			await database?.drop()
			remove()
		},
	}
}
