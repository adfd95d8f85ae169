import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { askRedis } from '../../apps/server/src/platform/testing/redisServer.ts'
import { type ServerProcess, stopServerProcess } from '../../apps/server/src/platform/testing/serverProcess.ts'
import { breakDatabaseConnections, crashDatabase } from './databaseFaults.ts'
import { type Lines, type MeetingNodes, startMeetingNodes } from './meetingNodes.ts'
import { lookEveryMs, untilWhole } from './person.ts'
import { runRandomFaults } from './randomFaults.ts'

interface Fault {
	name: string
	/** Resolves when the fault is over, or goes on by itself. */
	run(broken: MeetingNodes): Promise<void>
	/** The longest time in which the meeting is whole again. */
	limitMs: number
	isControl?: boolean
	needsLines?: boolean
	needsClocks?: boolean
	/** Whole again includes that the host locks and unlocks the room, which PostgreSQL stores. */
	needsWrites?: boolean
	/** The media of the meeting come from LiveKit; whole again includes that each page was told that they are back, and got a grant. */
	needsLivekit?: boolean
}

/** Longer than it takes until a server without the database stops, and until the other one has removed it. */
const cutMs = 30_000

/** Cuts a line of the first server for a while. */
function cut({ lines }: MeetingNodes, which: keyof Lines, how: 'reset' | 'silent'): void {
	const line = lines[0]?.[which]
	line?.cutAll(how)
	setTimeout(() => line?.heal(), cutMs)
}

/** Cuts the first server off from PostgreSQL; resolves when it lets its people go. */
async function cutDatabase(broken: MeetingNodes, how: 'reset' | 'silent'): Promise<void> {
	cut(broken, 'database', how)
	const giveUpAt = performance.now() + cutMs
	while (broken.persons.every(({ isIn }) => isIn) && performance.now() < giveUpAt) await delay(lookEveryMs)
	if (performance.now() >= giveUpAt) throw new Error('a server without PostgreSQL kept its people')
}

/** A moved clock is read again every second. */
const clockNoticedMs = 2_000

const kill = ({ nodes }: MeetingNodes) => stopServerProcess(nodes[0] as ServerProcess, 'SIGKILL')

const faults: Fault[] = [
	{ name: 'server of the meeting killed (kill -9)', run: kill, limitMs: 5_000 },
	{
		name: 'server of the meeting stopped for 30 s (SIGSTOP)',
		async run({ nodes: [first] }) {
			first?.child.kill('SIGSTOP')
			setTimeout(() => first?.child.kill('SIGCONT'), 30_000)
		},
		limitMs: 30_000,
	},
	{
		name: 'rolling restart of both servers',
		async run({ nodes, restart }) {
			for (const index of nodes.keys()) {
				await stopServerProcess(nodes[index] as ServerProcess)
				await restart(index)
			}
		},
		limitMs: 5_000,
	},
	{ name: 'Redis killed', run: ({ shared }) => shared.redis().kill(), limitMs: 2_000 },
	{
		name: 'all connections to PostgreSQL broken, five times in 5 s',
		async run({ shared: { database } }) {
			for (let times = 0; times < 5; times++) {
				await breakDatabaseConnections(database.url)
				await delay(1_000)
			}
		},
		limitMs: 10_000,
		needsWrites: true,
	},
	{
		name: 'Redis emptied',
		run: ({ redisPort }) => askRedis(redisPort, client => client.flushAll()),
		limitMs: 2_000,
	},
	{
		name: 'Redis stands still for 5 s',
		async run({ shared }) {
			shared.redis().freeze()
			setTimeout(() => shared.redis().wake(), 5_000)
		},
		limitMs: 2_000,
	},
	{
		name: 'PostgreSQL crashed and restarted',
		run: ({ shared: { database } }) => crashDatabase(database.url),
		limitMs: 10_000,
		needsWrites: true,
	},
	{
		name: 'server of the meeting cut off from PostgreSQL, its connections broken (counted from when it stops)',
		run: broken => cutDatabase(broken, 'reset'),
		limitMs: 10_000,
		needsLines: true,
	},
	{
		name: 'server of the meeting cut off from PostgreSQL without a sign (counted from when it stops)',
		run: broken => cutDatabase(broken, 'silent'),
		limitMs: 10_000,
		needsLines: true,
	},
	{
		name: 'server of the meeting cut off from Redis',
		run: async broken => cut(broken, 'redis', 'silent'),
		limitMs: 2_000,
		needsLines: true,
	},
	{
		name: 'server of the meeting cut off from the other one',
		run: async broken => cut(broken, 'node', 'reset'),
		limitMs: 5_000,
		needsLines: true,
	},
	{
		name: 'LiveKit killed for 15 s (counted from its return)',
		async run({ livekit }) {
			await livekit?.kill()
			// A shorter one goes unnoticed: the next grant of a page leads to the same room.
			await delay(15_000)
			await livekit?.start()
		},
		limitMs: 10_000,
		needsLivekit: true,
	},
	...[20, -20].map(minutes => ({
		name: `clock of the server of the meeting ${Math.abs(minutes)} minutes ${minutes > 0 ? 'fast' : 'slow'}, all sockets broken`,
		async run({ clocks, nodes: [first], persons }: MeetingNodes) {
			clocks[0]?.moveTo(minutes * 60)
			await delay(clockNoticedMs)
			const answer = await fetch(first?.url('/healthz') ?? '')
			const offMs = Date.parse(answer.headers.get('date') ?? '') - Date.now()
			if (Math.abs(offMs - minutes * 60_000) > clockNoticedMs) throw new Error(`the clock is ${offMs} ms off`)
			for (const person of persons) person.reconnect()
		},
		limitMs: 5_000,
		needsWrites: true,
		needsClocks: true,
	})),
	{ name: 'control: the servers have a database each', run: async () => {}, limitMs: 5_000, isControl: true },
]

async function measure(fault: Fault): Promise<{ row: Record<string, string>; failure?: string }> {
	const {
		needsLines = false,
		needsLivekit = false,
		needsClocks = false,
		needsWrites = false,
		isControl = false,
	} = fault
	const broken = await startMeetingNodes({
		hasLines: needsLines,
		hasLivekit: needsLivekit,
		hasClocks: needsClocks,
		areApart: isControl,
	})
	try {
		const before = await untilWhole(broken.persons)
		if (before === undefined) {
			const row = { fault: fault.name, 'whole again after': isControl ? 'never, as expected' : 'never' }
			return isControl ? { row } : { row, failure: `${fault.name}: the people never met` }
		}
		if (isControl) return { row: { fault: fault.name }, failure: 'the control found people together who cannot be' }
		await fault.run(broken)
		const ms = await untilWhole(broken.persons, { needsMedia: needsLivekit, needsWrites })
		const row = { fault: fault.name, 'whole again after': ms === undefined ? 'never' : `${Math.round(ms)} ms` }
		const holds = ms !== undefined && ms <= fault.limitMs
		return holds
			? { row }
			: { row, failure: `${fault.name}: ${row['whole again after']}, more than ${fault.limitMs} ms` }
	} finally {
		await broken.dispose()
	}
}

/** Breaks servers that share a database, and measures when their meeting is whole again. */
export async function run({ words, random, seed }: { words: readonly string[]; random?: number; seed: number }) {
	if (random !== undefined) return await runRandomFaults({ count: random, seed })
	const chosen = faults.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
	const missing = chosen.filter(
		({ needsLivekit, needsClocks }) =>
			(needsLivekit && !env.PARLEY_TEST_LIVEKIT) || (needsClocks && !env.PARLEY_TEST_FAKETIME),
	)
	for (const { name } of missing) console.warn(`!!! ${name}: NOT TESTED, LiveKit or faketime is missing !!!`)
	const rows: Record<string, string>[] = []
	const failures: string[] = []
	for (const fault of chosen.filter(each => !missing.includes(each))) {
		const { row, failure } = await measure(fault)
		rows.push(row)
		console.log(`${row.fault}: ${row['whole again after']}`)
		if (failure) failures.push(failure)
	}
	return { rows, failures }
}
