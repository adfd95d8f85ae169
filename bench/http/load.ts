import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type BenchApp, changeHeader } from './benchApp.ts'

export const connections = 50
export const rounds = 5
/** Some members use two or three browsers. */
export const members = 20
const warmUpS = 1
const measuredS = 1.5

type Started = Omit<BenchApp, 'stop'>
interface Step {
	step: string
	url: string
	headers?: Record<string, string>
	/** True for one member per connection, so that fewer requests share a read. */
	isOfManyMembers?: boolean
	/** Step it is compared with; the plain bare route if missing. */
	reference?: Step
}

/** Measures list and detail under load, each compared with a bare route that makes the same change and returns the same answer. */
export async function measureLoad(): Promise<Record<string, string | number>[]> {
	const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)), { stdio: 'inherit', execArgv: [] })
	const [started] = (await once(server, 'message')) as [Started]
	try {
		return [...(await compare('list', started, server)), ...(await compare('detail', started, server))]
	} finally {
		server.disconnect()
	}
}

/** Measures all steps in turns. */
async function compare(name: 'list' | 'detail', started: Started, server: ChildProcess) {
	const path = started.paths[name]
	const url = `${started.origin}${path}`
	const bareUrl = `${started.bareOrigin}${path}`
	const afterChange = { [changeHeader]: '1' }
	const plainBare: Step = { step: `bare route, answer of the ${name}`, url: bareUrl }
	const changingBare: Step = { step: `${plainBare.step}, each after a change`, url: bareUrl, headers: afterChange }
	const steps: Step[] = [
		plainBare,
		{ step: `${name}, unchanged`, url },
		...(await unmodifiedSteps(name, url, started)),
		changingBare,
		{ step: `${name}, each after a change`, url, headers: afterChange, reference: changingBare },
		{
			step: `${name}, each after a change, of ${connections} members`,
			url,
			headers: afterChange,
			isOfManyMembers: true,
			reference: changingBare,
		},
	]
	const loads = new Map<Step, Load>()
	for (const step of steps) await load(step, started.tokens, warmUpS)
	for (let round = 0; round < rounds; round++) {
		for (const step of steps) loads.set(step, bestOf(loads.get(step), await measure(server, step, started.tokens)))
	}
	const loadOf = (step: Step): Load => {
		const found = loads.get(step)
		if (!found) throw new Error(`${step.step} was not measured`)
		return found
	}
	return steps.map(step => toRow(step.step, loadOf(step), loadOf(step.reference ?? plainBare), loadOf(plainBare)))
}

const toRow = (step: string, { rate, cpuUs, p99 }: Load, bare: Load, plainBare: Load) => ({
	step,
	'requests/s': Math.round(rate),
	'to bare': (rate / bare.rate).toFixed(2),
	'to plain bare': (rate / plainBare.rate).toFixed(2),
	'CPU µs/request': cpuUs.toFixed(0),
	'bare to that': (bare.cpuUs / cpuUs).toFixed(2),
	'plain bare to that': (plainBare.cpuUs / cpuUs).toFixed(2),
	'p99 ms': p99,
	'p99 to bare': (p99 / bare.p99).toFixed(1),
	'p99 to plain bare': (p99 / plainBare.p99).toFixed(1),
})

/** Other work on the machine only slows a round down. */
const bestOf = (before: Load | undefined, now: Load): Load =>
	before
		? {
				rate: Math.max(before.rate, now.rate),
				p99: Math.min(before.p99, now.p99),
				cpuUs: Math.min(before.cpuUs, now.cpuUs),
			}
		: now

/** Adds a step with the ETag of the last answer, like a browser's revalidation. */
async function unmodifiedSteps(name: string, url: string, { tokens }: Started): Promise<Step[]> {
	const response = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } })
	const tag = response.headers.get('etag')
	return tag === null
		? []
		: [{ step: `${name}, unchanged, with its ETag (304)`, url, headers: { 'if-none-match': tag } }]
}

interface Load {
	/** Requests answered per second. */
	rate: number
	/** Milliseconds. */
	p99: number
	/** CPU time of the server's process per request in microseconds, less affected by a busy machine than the rate. */
	cpuUs: number
}

async function measure(server: ChildProcess, step: Step, tokens: string[]): Promise<Load> {
	const before = await cpuUsed(server)
	const result = await load(step, tokens, measuredS)
	const cpu = (await cpuUsed(server)) - before
	const answered = result['2xx'] + result['3xx']
	if (answered === 0 || result.errors > 0 || result['4xx'] + result['5xx'] > 0)
		throw new Error(`${step.step}: ${result['4xx']} × 4xx, ${result['5xx']} × 5xx, ${result.errors} errors`)
	return { rate: answered / result.duration, p99: result.latency.p99, cpuUs: cpu / answered }
}

/** Each connection belongs to one member, like a browser. */
function load({ url, headers, isOfManyMembers }: Step, tokens: string[], duration: number) {
	const those = isOfManyMembers ? tokens : tokens.slice(0, members)
	let connection = 0
	return autocannon({
		url,
		connections,
		duration,
		setupClient: client => {
			const token = those[connection % those.length]
			connection += 1
			client.setHeaders({ ...headers, authorization: `Bearer ${token}` })
		},
	})
}

async function cpuUsed(server: ChildProcess): Promise<number> {
	const answer = once(server, 'message')
	server.send('cpu')
	const [used] = (await answer) as [number]
	return used
}
