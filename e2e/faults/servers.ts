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

/** Server to be broken on purpose. */
export interface BrokenServer {
	/** Ports of its nodes. */
	ports: number[]
	/** Kills it like a power cut, and restarts it. */
	killAndStart(): Promise<void>
	/** Stops its execution until `resume`. */
	pause(): void
	resume(): void
	/** Fills the disk of its data folder; returns a function that frees it. Missing if no small disk can be mounted. */
	fillDisk?(): () => void
	/** Kills PostgreSQL's processes; it restarts by itself. */
	crashDatabase?(): Promise<void>
	/** Kills the Redis of several nodes; resolves with a function that starts an empty one. */
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

/** Creates a folder; with `isSmall` on its own disk, if one can be mounted. */
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
	// In ever smaller pieces, down to the last byte.
	for (const size of [1024 * 1024, 4_096, 1]) {
		try {
			for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
		} catch {}
	}
	return () => rmSync(filler, { force: true })
}

export async function createDatabase(server: string) {
	const { name, url, drop } = await createPostgresDatabase(server)
	// The test server acknowledges before writing; a crash would lose acknowledged data.
	await runStatement(server, `alter database ${name} set synchronous_commit = on`)
	return {
		url,
		/** Killing a backend makes PostgreSQL end all others and recover from its log. */
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

/** Starts the product. @param server PostgreSQL server; SQLite if missing */
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
			// A process killed during its start would not have served anyone.
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
