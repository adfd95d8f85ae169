import { fork } from 'node:child_process'
import { once } from 'node:events'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demoSites } from '../../apps/server/src/demo/index.ts'
import { countLosses, type Losses, perTenThousand } from './check.ts'
import type { ClientsSetup, FromClients, Subject, ToClients } from './clients.ts'
import { startNodes } from './nodes.ts'
import { openProxy } from './proxy.ts'
import { createScenarios, type Fault, type Scenario } from './scenario.ts'
import { appId, type BrokenServer, startControl, startOurs } from './servers.ts'

export interface FaultsOptions {
	seed: number
	/** Seconds of writing, and of faults, in each scenario. */
	seconds: number
	/** Runs only scenarios with one of these words in their names; all if empty. */
	words: string[]
}

const subscribers = 40
const publishers = 6
/**
 * Two and a half messages per second each: below the limit of a person; and a client away for 20 s, while a busy machine
 * restarts a server, still misses fewer than the 300 messages that are read at once.
 */
const everyMs = 400

/** Only people with an account can be added to a group. */
const [site] = demoSites
const demoNames = new Set(site?.companies.flatMap(({ people }) => people.map(({ name }) => name)))
const demoPeople = [...demoNames].map(name => `demo_${name}`)

interface Measured {
	losses: Losses
	acknowledged: number
	problems: string[]
}

/** Table of losses by fault, and the failures that invalidate it. */
export async function run({ seed, seconds, words }: FaultsOptions) {
	const rows: Record<string, string | number>[] = []
	const failures: string[] = []
	const notMeasured: string[] = []
	const scenarios = createScenarios(seed, seconds * 1_000)
	for (const scenario of scenarios.filter(
		({ name }) => words.length === 0 || words.some(word => name.includes(word)),
	)) {
		const missing = whatIsMissing(scenario)
		if (missing) {
			notMeasured.push(`${scenario.name}: ${missing}`)
			continue
		}
		const subjects: Subject[] = scenario.isOursAlone ? ['ours'] : ['ours', 'bare', 'recovery']
		const measured = await Promise.all(
			subjects.map(async subject => [subject, await measure(scenario, subject)] as const),
		)
		const row = toRow(scenario, new Map(measured))
		console.log(row)
		rows.push(row)
		failures.push(...judge(scenario, new Map(measured)))
	}
	return { rows, failures, notMeasured }
}

function whatIsMissing({ database, hasTwoNodes }: Scenario): string | undefined {
	if (hasTwoNodes && env.PARLEY_TEST_REDIS === undefined) return 'no Redis'
	if (database === undefined) return undefined
	const server = env.PARLEY_TEST_DATABASE_URL
	if (server === undefined) return 'no PostgreSQL'
	return ['127.0.0.1', 'localhost'].includes(new URL(server).hostname) ? undefined : 'PostgreSQL is on another machine'
}

const figure = (count: number, losses: Losses) => perTenThousand(count, losses).toFixed(count === 0 ? 0 : 1)
const allThree = (losses: Losses | undefined) =>
	losses ? [losses.lost, losses.duplicated, losses.outOfOrder].map(count => figure(count, losses)).join(' / ') : '–'

function toRow({ name }: Scenario, measured: Map<Subject, Measured>) {
	return {
		fault: name,
		Parley: allThree(measured.get('ours')?.losses),
		'bare Socket.IO': allThree(measured.get('bare')?.losses),
		'with its recovery': allThree(measured.get('recovery')?.losses),
		'deliveries of Parley': measured.get('ours')?.losses.deliveries ?? 0,
	}
}

function judge({ name, mustCostControls }: Scenario, measured: Map<Subject, Measured>): string[] {
	const ours = measured.get('ours')
	const failures = (ours?.problems ?? []).slice(0, 5).map(problem => `${name}: ${problem}`)
	if (!ours || ours.acknowledged === 0) failures.push(`${name}: no message was acknowledged`)
	else if (ours.losses.lost + ours.losses.duplicated + ours.losses.outOfOrder > 0)
		failures.push(
			`${name}: Parley lost ${ours.losses.lost}, duplicated ${ours.losses.duplicated}, reordered ${ours.losses.outOfOrder}`,
		)
	const controls = [...measured].filter(([subject]) => subject !== 'ours')
	if (mustCostControls && !controls.some(([, { losses }]) => losses.lost > 0))
		failures.push(`${name}: the controls lost nothing, so the scenario proves nothing`)
	return failures
}

async function measure(scenario: Scenario, subject: Subject): Promise<Measured> {
	const server = await startServer(scenario, subject)
	const proxy = await openProxy(server.ports)
	const program = fileURLToPath(new URL('clientsProcess.ts', import.meta.url))
	const clients = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] })
	const tell = (message: ToClients) => clients.send(message)
	try {
		const opened = once(clients, 'message')
		tell({ kind: 'open', setup: await setUp(server, proxy.port, subject) })
		await opened
		await apply(scenario.faults, { server, proxy, tell })
		await delay(500)
		const finished = once(clients, 'message') as Promise<FromClients[]>
		tell({ kind: 'finish' })
		const [end] = await finished
		if (end?.kind !== 'finished') throw new Error('the clients did not finish')
		return {
			losses: countLosses(end.observed),
			acknowledged: end.observed.acknowledged.length,
			problems: end.problems,
		}
	} finally {
		clients.kill('SIGKILL')
		proxy.close()
		await server.dispose()
	}
}

function startServer({ database, hasTwoNodes, faults }: Scenario, subject: Subject): Promise<BrokenServer> {
	if (subject !== 'ours') return startControl(subject)
	if (hasTwoNodes) return startNodes(env.PARLEY_TEST_DATABASE_URL ?? '', env.PARLEY_TEST_REDIS ?? '')
	const hasSmallDisk = faults.some(({ kind }) => kind === 'fillDisk')
	return startOurs({ hasSmallDisk, server: database && env.PARLEY_TEST_DATABASE_URL })
}

async function setUp(server: BrokenServer, port: number, subject: Subject): Promise<ClientsSetup> {
	const uids = demoPeople.slice(0, subscribers + publishers)
	return {
		subject: subject === 'ours' ? 'ours' : 'bare',
		url: `http://127.0.0.1:${port}`,
		subscribers,
		publishers,
		everyMs,
		appId,
		people: await Promise.all(uids.map(async uid => ({ uid, token: await server.tokenOf(uid) }))),
	}
}

interface Target {
	server: BrokenServer
	proxy: Awaited<ReturnType<typeof openProxy>>
	tell(message: ToClients): void
}

/** Injects each fault at its time; resolves when all have ended. */
async function apply(faults: Fault[], target: Target): Promise<void> {
	await Promise.all(
		faults.map(async fault => {
			await delay(fault.atMs)
			await applyOne(fault, target)
		}),
	)
}

async function applyOne(fault: Fault, { server, proxy, tell }: Target): Promise<void> {
	switch (fault.kind) {
		case 'kill':
			return server.killAndStart()
		case 'stop':
			server.pause()
			await delay(fault.forMs)
			return server.resume()
		case 'fillDisk': {
			const empty = server.fillDisk?.()
			await delay(fault.forMs)
			return empty?.()
		}
		case 'crashDatabase':
			return server.crashDatabase?.()
		case 'killRedis': {
			const start = await server.killRedis?.()
			await delay(fault.forMs)
			return start?.()
		}
		case 'reload':
			return tell({ kind: 'reload', pick: fault.pick })
		default:
			return proxy.breakLine(fault.kind, fault.pick)
	}
}
