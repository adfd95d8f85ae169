import process, { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { meetingQuery } from '@parley/core'
import { type EnterRequest, type EnterResult, type ParticipantId, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { joinAs, scheduleAs, signInAs } from '../../apps/server/src/demo/testing/demoMember.ts'
import { type LivekitServer, startLivekit } from '../../apps/server/src/platform/testing/livekit.ts'
import {
	findSharedPrograms,
	type SharedServices,
	startSharedServices,
} from '../../apps/server/src/platform/testing/nodes.ts'
import { runStatement } from '../../apps/server/src/platform/testing/postgres.ts'
import { askRedis } from '../../apps/server/src/platform/testing/redisServer.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../apps/server/src/platform/testing/serverProcess.ts'
import { openProxy } from './proxy.ts'

/** A meeting that is not whole again by then is lost. */
const wholeWithinMs = 60_000
const answerTimeoutMs = 2_000
const lookEveryMs = 50
const retryWriteMs = 400
const people = ['hanmei', 'lilei'] as const

type Proxy = Awaited<ReturnType<typeof openProxy>>

/** The lines of a server that can be cut: to PostgreSQL, to Redis, and from the other server to it. */
interface Lines {
	database: Proxy
	redis: Proxy
	node: Proxy
}

/** Two servers on one database, of which the first one has the room. */
interface Broken {
	shared: SharedServices
	nodes: ServerProcess[]
	/** By server; none unless the fault needs them. */
	lines: Lines[]
	redisPort: number
	livekit: LivekitServer | undefined
	persons: readonly Person[]
	restart(index: number): Promise<void>
}

interface Fault {
	name: string
	/** Resolves when the fault is over, or goes on by itself. */
	run(broken: Broken): Promise<void>
	/** The longest time in which the meeting is whole again. */
	limitMs: number
	/** A control: two databases, so that nothing brings the people together. */
	isControl?: boolean
	/** The servers reach PostgreSQL, Redis and one another over lines that can be cut. */
	needsLines?: boolean
	/** Whole again includes that the host locks and unlocks the room, which PostgreSQL stores. */
	needsWrites?: boolean
	/** The media of the meeting come from LiveKit; whole again includes that each page was told that they are back, and got a grant. */
	needsLivekit?: boolean
}

/** Longer than it takes until a server without the database stops, and until the other one has removed it. */
const cutMs = 30_000

/** Cuts a line of the first server for a while. */
function cut({ lines }: Broken, which: keyof Lines, how: 'reset' | 'silent'): void {
	const line = lines[0]?.[which]
	line?.cutAll(how)
	setTimeout(() => line?.heal(), cutMs)
}

/** Cuts the first server off from PostgreSQL; resolves when it lets its people go. */
async function cutDatabase(broken: Broken, how: 'reset' | 'silent'): Promise<void> {
	cut(broken, 'database', how)
	const giveUpAt = performance.now() + cutMs
	while (broken.persons.every(({ isIn }) => isIn) && performance.now() < giveUpAt) await delay(lookEveryMs)
	if (performance.now() >= giveUpAt) throw new Error('a server without PostgreSQL kept its people')
}

const kill = ({ nodes }: Broken) => stopServerProcess(nodes[0] as ServerProcess, 'SIGKILL')

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
				await runStatement(
					database.url,
					'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
				).catch(() => {})
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
		async run({ shared: { database } }) {
			const [row] = await runStatement(
				database.url,
				"select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid() limit 1",
			)
			// Killing one of its processes makes PostgreSQL end all others and recover from its log.
			process.kill(Number(row?.pid), 'SIGKILL')
		},
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
	{ name: 'control: the servers have a database each', run: async () => {}, limitMs: 5_000, isControl: true },
]

/** A page without a browser: enters, and returns whenever its socket breaks, over either server. */
class Person {
	/** Who is in the room, as this person was told. */
	readonly present = new Set<ParticipantId>()
	self: ParticipantId | undefined
	isIn = false
	heard = 0
	/** The page was told that media are available again, and has got a grant since. */
	hasMediaAgain = false
	#socket: Socket | undefined
	#request: EnterRequest
	#isClosed = false
	readonly #meetingId: string
	readonly #urls: () => string[]

	constructor(meetingId: string, request: EnterRequest, urls: () => string[]) {
		this.#meetingId = meetingId
		this.#request = request
		this.#urls = urls
		void this.#stay()
	}

	async #stay() {
		for (let turn = 0; !this.#isClosed; turn++) {
			const urls = this.#urls()
			const isIn = await this.#enter(urls[turn % urls.length] ?? '').catch(() => false)
			if (!isIn) await delay(100)
		}
	}

	/** Resolves when the socket has broken; false if the room was not entered. */
	async #enter(url: string): Promise<boolean> {
		const socket = io(url + roomPaths.presence, {
			path: roomPaths.socket,
			transports: ['websocket'],
			forceNew: true,
			reconnection: false,
			timeout: answerTimeoutMs,
			auth: roomHandshake,
			query: { [meetingQuery]: this.#meetingId },
			extraHeaders: { origin: url },
		})
		this.#socket = socket
		const ended = new Promise<void>(resolve => {
			socket.once('disconnect', () => resolve())
			socket.once('connect_error', () => resolve())
		})
		socket.on('participant.joined', ({ id }) => this.present.add(id))
		socket.on('participant.left', ({ participantId }) => this.present.delete(participantId))
		socket.on('media.available', () => this.#askForMedia(socket))
		socket.on('participant.reacted', ({ participantId }) => {
			if (participantId !== this.self) this.heard++
		})
		try {
			await Promise.race([new Promise<void>(resolve => socket.once('connect', () => resolve())), ended])
			if (!socket.connected) return false
			const answer = (await socket.timeout(answerTimeoutMs).emitWithAck('enter', this.#request)) as
				| { ok: true; value: EnterResult }
				| { ok: false; failure: string }
			if (!answer.ok) return false
			const { self, roster, resumeToken } = answer.value
			this.self = self
			this.present.clear()
			for (const { id } of roster) this.present.add(id)
			this.#request = { kind: 'resume', token: resumeToken, sending: { microphone: false, camera: false } }
			this.isIn = true
			await ended
			return true
		} finally {
			this.isIn = false
			socket.disconnect()
		}
	}

	#askForMedia(socket: Socket): void {
		socket.emit('media.grant', null, ({ ok }: { ok: boolean }) => {
			this.hasMediaAgain ||= ok
		})
	}

	react(): void {
		this.#socket?.emit('reaction.send', { reaction: 'clap' }, () => {})
	}

	/** Locks and unlocks the room; returns whether both were stored. */
	async write(): Promise<boolean> {
		for (const locked of [true, false]) {
			const answer = await this.#socket?.timeout(answerTimeoutMs).emitWithAck('room.lock', { locked })
			if (!answer?.ok) return false
		}
		return true
	}

	close(): void {
		this.#isClosed = true
		this.#socket?.disconnect()
	}
}

/** Resolves when everybody sees the same people, each once, and hears the others; to the milliseconds, or undefined. */
async function untilWhole(
	persons: readonly Person[],
	{ needsLivekit: needsMedia, needsWrites }: Pick<Fault, 'needsLivekit' | 'needsWrites'> = {},
): Promise<number | undefined> {
	const startedAt = performance.now()
	const hasEverybody = ({ present }: Person) =>
		present.size === persons.length && persons.every(({ self }) => self !== undefined && present.has(self))
	while (performance.now() - startedAt < wholeWithinMs) {
		// Reactions are limited, so none is sent in vain.
		if (persons.every(person => hasEverybody(person) && (person.hasMediaAgain || !needsMedia))) {
			for (const person of persons) person.heard = 0
			for (const person of persons) person.react()
			await delay(lookEveryMs)
			const isWhole = persons.every(person => hasEverybody(person) && person.heard > 0)
			const isStored = !needsWrites || (await persons[0]?.write().catch(() => false))
			if (isWhole && isStored) return performance.now() - startedAt
			// Calls of a page are limited.
			if (!isStored) await delay(retryWriteMs)
		}
		await delay(lookEveryMs)
	}
	return undefined
}

/** Returns the settings of a server that reaches the others over lines, and the lines. */
async function withLines(own: Record<string, string>): Promise<{ settings: Record<string, string>; lines: Lines }> {
	const portOf = (name: string) => Number(new URL(own[name] ?? '').port)
	const over = (name: string, { port }: Proxy) => Object.assign(new URL(own[name] ?? ''), { port: String(port) }).href
	const lines = {
		database: await openProxy([portOf('DATABASE_URL')]),
		redis: await openProxy([portOf('PARLEY_REDIS_URL')]),
		node: await openProxy([portOf('PARLEY_NODE_URL')]),
	}
	const settings = {
		...own,
		DATABASE_URL: over('DATABASE_URL', lines.database),
		PARLEY_REDIS_URL: over('PARLEY_REDIS_URL', lines.redis),
		PARLEY_NODE_URL: new URL(over('PARLEY_NODE_URL', lines.node)).origin,
	}
	return { settings, lines }
}

async function measure(fault: Fault): Promise<{ row: Record<string, string>; failure?: string }> {
	const programs = findSharedPrograms(env)
	if (!programs) throw new Error('PostgreSQL, Redis or the object store is missing')
	const shared = await startSharedServices(programs)
	const other = fault.isControl ? await startSharedServices(programs) : undefined
	const livekit = fault.needsLivekit ? await startLivekit(env.PARLEY_TEST_LIVEKIT ?? '') : undefined
	const settings = [await shared.nodeSettings(), await (other ?? shared).nodeSettings()]
	const redisPort = Number(new URL(settings[0]?.PARLEY_REDIS_URL ?? '').port)
	const lines: Lines[] = []
	for (const [index, own] of settings.entries()) {
		Object.assign(own, livekit?.environment)
		if (!fault.needsLines) continue
		const over = await withLines(own)
		settings[index] = over.settings
		lines.push(over.lines)
	}
	const nodes = await Promise.all(settings.map(own => startServerProcess(own)))
	const persons: Person[] = []
	try {
		const [first, second] = nodes as [ServerProcess, ServerProcess]
		const host = await signInAs(first, people[0])
		const meetingId = await scheduleAs(first, host)
		persons.push(new Person(meetingId, await joinAs(first, host, meetingId), () => nodes.map(node => node.url(''))))
		const member = await signInAs(second, people[1])
		const over = () => nodes.toReversed().map(node => node.url(''))
		persons.push(new Person(meetingId, await joinAs(second, member, meetingId), over))
		const before = await untilWhole(persons)
		if (before === undefined) {
			const isExpected = fault.isControl === true
			const row = { fault: fault.name, 'whole again after': isExpected ? 'never, as expected' : 'never' }
			return isExpected ? { row } : { row, failure: `${fault.name}: the people never met` }
		}
		if (fault.isControl)
			return { row: { fault: fault.name }, failure: 'the control found people together who cannot be' }
		const restart = async (index: number) => {
			nodes[index] = await startServerProcess(settings[index] ?? {})
		}
		await fault.run({ shared, nodes, lines, redisPort, livekit, persons, restart })
		const ms = await untilWhole(persons, fault)
		const row = { fault: fault.name, 'whole again after': ms === undefined ? 'never' : `${Math.round(ms)} ms` }
		const holds = ms !== undefined && ms <= fault.limitMs
		return holds
			? { row }
			: { row, failure: `${fault.name}: ${row['whole again after']}, more than ${fault.limitMs} ms` }
	} finally {
		for (const person of persons) person.close()
		for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
		for (const { database, redis, node } of lines) for (const line of [database, redis, node]) line.close()
		await livekit?.kill()
		await shared.dispose()
		await other?.dispose()
	}
}

/** Breaks servers that share a database, and measures when their meeting is whole again. */
export async function run({ words }: { words: readonly string[] }) {
	const chosen = faults.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
	const missing = env.PARLEY_TEST_LIVEKIT ? [] : chosen.filter(({ needsLivekit }) => needsLivekit)
	for (const { name } of missing) console.warn(`!!! ${name}: NOT TESTED, LiveKit is missing !!!`)
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
