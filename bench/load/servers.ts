import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { type SharedPrograms, startSharedServices } from '../../apps/server/src/platform/testing/nodes.ts'
import { runStatement } from '../../apps/server/src/platform/testing/postgres.ts'
import { startHaproxy } from '../../apps/server/src/platform/testing/proxyProcess.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../apps/server/src/platform/testing/serverProcess.ts'
import { processTimeMs } from '../live/processTime.ts'
import { createCompanies } from './companies.ts'

const nodeCount = 2

/** Two servers behind HAProxy as `deploy/haproxy.cfg` has it, with what they share. */
export interface LoadedServers {
	/** Address of HAProxy, with TLS. */
	origin: string
	/** Processor time of each kind of process so far, in ms. */
	processorTimes(): Record<string, number>
	stop(): Promise<void>
}

export async function startLoadedServers(
	programs: SharedPrograms & { haproxy: string },
	members: number,
): Promise<LoadedServers> {
	const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
	const shared = await startSharedServices(programs)
	const port = await freePort()
	const own: Record<string, string>[] = []
	for (let index = 0; index < nodeCount; index++)
		own.push({
			...(await shared.nodeSettings()),
			PARLEY_DEMO: '0',
			PARLEY_LOG: 'warn',
			PARLEY_URL: `https://localhost:${port}`,
			PARLEY_TRUST_PROXY: '127.0.0.1',
		})
	await createCompanies({ url: shared.database.url, keyFolder: own[0]?.PARLEY_KEYS ?? '' }, members)
	const nodes: ServerProcess[] = []
	for (const settings of own) nodes.push(await startServerProcess(settings, { usesBuiltPage: true }))
	const upstreams = nodes.map(node => `127.0.0.1:${node.port}`)
	const proxy = await startHaproxy({ program: programs.haproxy, upstreams, folder, port })
	const postgres = await postgresProcess(shared.database.url)
	const pids = {
		servers: nodes.map(node => node.child.pid ?? 0),
		PostgreSQL: [postgres],
		Redis: [shared.redis().pid],
		HAProxy: [proxy.pid],
	}
	return {
		origin: `https://localhost:${port}`,
		processorTimes: () =>
			Object.fromEntries(
				Object.entries(pids).map(([name, ofName]) => [name, ofName.reduce((sum, pid) => sum + processTimeMs(pid), 0)]),
			),
		async stop() {
			await proxy.stop()
			for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
			await shared.dispose()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/** Returns the id of the process that starts one for each connection. */
export async function postgresProcess(url: string): Promise<number> {
	const [row] = await runStatement(url, "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid")
	return Number(row?.pid)
}
