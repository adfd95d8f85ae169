import { setTimeout as delay } from 'node:timers/promises'
import { type DemoMember, scheduleAs, signInAs } from '../../apps/server/src/demo/testing/demoMember.ts'
import { askRedis } from '../../apps/server/src/platform/testing/redisServer.ts'
import { type ServerProcess, stopServerProcess } from '../../apps/server/src/platform/testing/serverProcess.ts'
import { percentile } from '../../bench/load/measurements.ts'
import { type Chance, createChance } from '../simulation/scheduler.ts'
import { askDatabase, breakDatabaseConnections, crashDatabase } from './databaseFaults.ts'
import { type Lines, type MeetingNodes, startMeetingNodes } from './meetingNodes.ts'
import { untilWhole } from './person.ts'

/**
 * A member may look up so many unknown ids in ten minutes (enumerationGuard.ts). They are used up at the beginning of this time,
 * so that half of it has no more.
 */
const unknownIds = { times: 30, perMs: 300_000 }
const guessEveryMs = 400
const writeEveryMs = 1_000
const superviseEveryMs = 500
const answerTimeoutMs = 3_000
/** Time after a fault of Redis until both servers use it again. */
const redisReturnsMs = 5_000
/** More broken promises would tell nothing new. */
const maxFailures = 5

interface RandomFault {
	name: string
	/** Two faults at a time concern different things. */
	of: 'database' | 'redis' | `server ${number}`
	run(): Promise<void>
}

/**
 * Breaks two servers with a meeting at random, in half of the cases with two faults at a time. After each fault the meeting
 * must become whole again; meanwhile meetings are scheduled, and ids are guessed.
 *
 * Promises: nobody is shown twice or in two rooms, a meeting that was acknowledged is stored, and ids are limited.
 */
export async function runRandomFaults({ count, seed }: { count: number; seed: number }) {
	const chance = createChance(seed)
	const broken = await startMeetingNodes({ hasLines: true })
	const failures: string[] = []
	const durations: number[] = []
	let faults = 0
	const closing = new AbortController()
	try {
		if ((await untilWhole(broken.persons)) === undefined) throw new Error('the people never met')
		const supervisor = superviseServers(broken, closing.signal)
		const limit = watchLimit(broken, closing.signal)
		const writes = keepWriting(broken, closing.signal)
		for (let n = 1; n <= count && failures.length < maxFailures; n++) {
			faults = n
			const all = faultsOf(broken, chance, { supervisor, limit })
			const first = chance.pick(all)
			const second = chance.oneIn(2) ? chance.pick(all.filter(fault => fault.of !== first.of)) : undefined
			const name = [first, second].flatMap(fault => fault?.name ?? []).join(' + ')
			const gapMs = chance.upTo(3_000)
			await Promise.all([first.run(), second && delay(gapMs).then(() => second.run())])
			await supervisor.untilAllRun()
			const rejoinsBefore = rejoinsOf(broken)
			const ms = await untilWhole(broken.persons)
			console.log(`${n}. ${name}: ${ms === undefined ? 'never whole' : `${Math.round(ms)} ms`}`)
			const broke = (what: string) => failures.push(`${n}. ${name} (seed ${seed}): ${what}`)
			if (ms === undefined) broke('the meeting was not whole again')
			else durations.push(ms)
			for (const person of broken.persons) {
				// People who join again may see their earlier place until it is given up.
				if (person.mostPresent > broken.persons.length && rejoinsOf(broken) === rejoinsBefore)
					broke('somebody was shown twice')
				person.mostPresent = 0
			}
			const rooms = await askDatabase(
				broken.shared.database.url,
				`select node from room_nodes where meeting_id = '${broken.meetingId}'`,
			)
			if (rooms.length > 1) broke('two servers have the room')
			for (const problem of new Set(limit.takeProblems())) broke(problem)
		}
		closing.abort()
		const lost = await writes.findLost()
		if (lost.length > 0)
			failures.push(`seed ${seed}: ${lost.length} acknowledged meetings are lost: ${lost.join(', ')}`)
		if (writes.acknowledged() === 0) failures.push('no meeting was acknowledged')
		if (limit.letThrough() === 0) failures.push('no id was looked up')
		const row = {
			faults,
			'whole again after, median': `${Math.round(percentile(durations, 0.5))} ms`,
			'95 %': `${Math.round(percentile(durations, 0.95))} ms`,
			most: `${Math.round(percentile(durations, 1))} ms`,
			'joined again': rejoinsOf(broken),
			'acknowledged meetings lost': `${lost.length} of ${writes.acknowledged()}`,
			'unknown ids answered': limit.letThrough(),
		}
		return { rows: [row], failures }
	} finally {
		closing.abort()
		await delay(superviseEveryMs)
		await broken.dispose()
	}
}

const rejoinsOf = ({ persons }: MeetingNodes) => persons.reduce((sum, { rejoins }) => sum + rejoins, 0)

interface Watchers {
	supervisor: ReturnType<typeof superviseServers>
	limit: ReturnType<typeof watchLimit>
}

function faultsOf(broken: MeetingNodes, chance: Chance, { supervisor, limit }: Watchers): RandomFault[] {
	const { shared, redisPort, lines, nodes } = broken
	const ofServers = nodes.flatMap((_, index): RandomFault[] => {
		const of = `server ${index}` as const
		const cut = (line: keyof Lines, how: 'reset' | 'silent', ms: number) => async () => {
			lines[index]?.[line].cutAll(how)
			await delay(ms)
			lines[index]?.[line].heal()
		}
		const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
			const isBack = supervisor.hold(index)
			// A server that lacks its database may have to be killed.
			await stopServerProcess(nodes[index] as ServerProcess, signal).catch(() => {})
			await delay(chance.upTo(4_000))
			isBack()
		}
		const ms = chance.between(500, 20_000)
		return [
			{ name: `${of} killed`, of, run: end('SIGKILL') },
			{ name: `${of} restarted`, of, run: end('SIGTERM') },
			{
				name: `${of} stopped for ${ms} ms`,
				of,
				async run() {
					const { child } = nodes[index] as ServerProcess
					child.kill('SIGSTOP')
					await delay(ms)
					child.kill('SIGCONT')
				},
			},
			...(['database', 'node'] as const).flatMap(line =>
				(['reset', 'silent'] as const).map(how => ({
					name: `${of} cut off from the ${line === 'node' ? 'other server' : 'database'} (${how}) for ${ms} ms`,
					of,
					run: cut(line, how, ms),
				})),
			),
			{ name: `${of} cut off from Redis for ${ms} ms`, of, run: limit.withoutRedis(cut('redis', 'silent', ms)) },
		]
	})
	return [
		...ofServers,
		{
			name: 'connections to PostgreSQL broken',
			of: 'database',
			run: () => breakDatabaseConnections(shared.database.url),
		},
		{ name: 'PostgreSQL crashed', of: 'database', run: () => crashDatabase(shared.database.url) },
		{
			name: 'Redis killed',
			of: 'redis',
			run: limit.withoutRedis(async () => {
				await shared.redis().kill()
				await delay(chance.upTo(8_000))
				await shared.restartRedis()
			}),
		},
		{
			name: 'Redis emptied',
			of: 'redis',
			run: limit.withoutRedis(() => askRedis(redisPort, client => client.flushAll())),
		},
		{
			name: 'Redis stands still',
			of: 'redis',
			run: limit.withoutRedis(async () => {
				shared.redis().freeze()
				await delay(chance.upTo(8_000))
				shared.redis().wake()
			}),
		},
	]
}

/** Starts servers that have ended, as systemd does. */
function superviseServers({ nodes, restart }: MeetingNodes, signal: AbortSignal) {
	const held = new Set<number>()
	const hasEnded = ({ child }: ServerProcess) => child.exitCode !== null || child.signalCode !== null
	async function supervise(index: number) {
		while (!signal.aborted) {
			// A server that lacks its database does not start.
			if (hasEnded(nodes[index] as ServerProcess) && !held.has(index)) await restart(index).catch(() => {})
			await delay(superviseEveryMs)
		}
	}
	for (const index of nodes.keys()) void supervise(index)
	return {
		/** Leaves a server alone until the returned function is called. */
		hold(index: number): () => void {
			held.add(index)
			return () => void held.delete(index)
		},
		async untilAllRun(): Promise<void> {
			while (nodes.some(hasEnded)) await delay(superviseEveryMs)
		},
	}
}

/** Looks unknown ids up over both servers in turn, and counts the answers. */
function watchLimit({ nodes }: MeetingNodes, signal: AbortSignal) {
	/** Times of the ids that were answered: by process, and those that Redis has counted. */
	const byProcess = new Map<number, number[]>()
	let inRedis: number[] = []
	let redisFaults = 0
	let redisIsBackAt = 0
	let letThrough = 0
	let problems: string[] = []
	let member: DemoMember | undefined

	function note(pid: number, where: string) {
		const now = performance.now()
		letThrough++
		const ofProcess = byProcess.get(pid) ?? []
		byProcess.set(pid, ofProcess)
		ofProcess.push(now)
		const recent = (times: number[]) => times.filter(at => now - at < unknownIds.perMs).length
		if (recent(ofProcess) > unknownIds.times) problems.push(`${where} has opened the limit of unknown ids`)
		if (redisFaults > 0 || now < redisIsBackAt) return
		inRedis.push(now)
		if (recent(inRedis) > unknownIds.times) problems.push('the servers have opened the limit of unknown ids together')
	}

	async function guess(n: number) {
		const server = nodes[n % nodes.length] as ServerProcess
		const pid = server.child.pid ?? 0
		member ??= await signInAs(server, 'operator')
		const answer = await fetch(server.url(`/meeting/meetings/${900_000_000 + n}`), {
			headers: member.headers,
			signal: AbortSignal.timeout(answerTimeoutMs),
		})
		const { code } = (await answer.json()) as { code: number }
		if (code === 404) note(pid, `server ${n % nodes.length}`)
		if (code === 401) member = undefined
	}

	async function keepGuessing() {
		for (let n = 0; !signal.aborted; n++) {
			await guess(n).catch(() => {})
			await delay(guessEveryMs)
		}
	}
	void keepGuessing()

	return {
		letThrough: () => letThrough,
		takeProblems(): string[] {
			const taken = problems
			problems = []
			return taken
		},
		/** Wraps a fault of Redis, which may forget what it has counted, or not count. */
		withoutRedis: (run: () => Promise<void>) => async () => {
			redisFaults++
			await run().finally(() => {
				redisFaults--
				inRedis = []
				redisIsBackAt = performance.now() + redisReturnsMs
			})
		},
	}
}

/** Schedules meetings over both servers in turn, and remembers those that were acknowledged. */
function keepWriting({ nodes, shared }: MeetingNodes, signal: AbortSignal) {
	const acknowledged = new Set<string>()
	let member: DemoMember | undefined
	async function keep() {
		for (let n = 0; !signal.aborted; n++) {
			const server = nodes[n % nodes.length] as ServerProcess
			try {
				member ??= await signInAs(server, 'manager')
				acknowledged.add(await scheduleAs(server, member))
			} catch {
				// Refused or unanswered; a token that has expired is replaced.
				if (n % 20 === 0) member = undefined
			}
			await delay(writeEveryMs)
		}
	}
	void keep()
	return {
		acknowledged: () => acknowledged.size,
		async findLost(): Promise<string[]> {
			const rows = await askDatabase(shared.database.url, 'select meeting_id from meetings')
			const stored = new Set(rows.map(({ meeting_id }) => String(meeting_id)))
			return [...acknowledged].filter(id => !stored.has(id))
		},
	}
}
