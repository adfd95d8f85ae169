import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { meetingQuery } from '@parley/core'
import { type EnterRequest, type EnterResult, type ParticipantId, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { joinAs, scheduleAs, signInAs } from '../../apps/server/src/demo/testing/demoMember.ts'
import {
	findSharedPrograms,
	type SharedServices,
	startSharedServices,
} from '../../apps/server/src/platform/testing/nodes.ts'
import { runStatement } from '../../apps/server/src/platform/testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../apps/server/src/platform/testing/serverProcess.ts'

/** A meeting that is not whole again by then is lost. */
const wholeWithinMs = 60_000
const answerTimeoutMs = 2_000
const lookEveryMs = 50
const people = ['hanmei', 'lilei'] as const

/** Two servers on one database, of which the first one has the room. */
interface Broken {
	shared: SharedServices
	nodes: ServerProcess[]
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
	},
	{ name: 'control: the servers have a database each', run: async () => {}, limitMs: 5_000, isControl: true },
]

/** A page without a browser: enters, and returns whenever its socket breaks, over either server. */
class Person {
	/** Who is in the room, as this person was told. */
	readonly present = new Set<ParticipantId>()
	self: ParticipantId | undefined
	heard = 0
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
			await ended
			return true
		} finally {
			socket.disconnect()
		}
	}

	react(): void {
		this.#socket?.emit('reaction.send', { reaction: 'clap' }, () => {})
	}

	close(): void {
		this.#isClosed = true
		this.#socket?.disconnect()
	}
}

/** Resolves when everybody sees the same people, each once, and hears the others; to the milliseconds, or undefined. */
async function untilWhole(persons: readonly Person[]): Promise<number | undefined> {
	const startedAt = performance.now()
	const hasEverybody = ({ present }: Person) =>
		present.size === persons.length && persons.every(({ self }) => self !== undefined && present.has(self))
	while (performance.now() - startedAt < wholeWithinMs) {
		// Reactions are limited, so none is sent in vain.
		if (persons.every(hasEverybody)) {
			for (const person of persons) person.heard = 0
			for (const person of persons) person.react()
			await delay(lookEveryMs)
			if (persons.every(person => hasEverybody(person) && person.heard > 0)) return performance.now() - startedAt
		}
		await delay(lookEveryMs)
	}
	return undefined
}

async function measure(fault: Fault): Promise<{ row: Record<string, string>; failure?: string }> {
	const programs = findSharedPrograms(env)
	if (!programs) throw new Error('PostgreSQL, Redis or the object store is missing')
	const shared = await startSharedServices(programs)
	const other = fault.isControl ? await startSharedServices(programs) : undefined
	const settings = [await shared.nodeSettings(), await (other ?? shared).nodeSettings()]
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
		await fault.run({ shared, nodes, restart })
		const ms = await untilWhole(persons)
		const row = { fault: fault.name, 'whole again after': ms === undefined ? 'never' : `${Math.round(ms)} ms` }
		const holds = ms !== undefined && ms <= fault.limitMs
		return holds
			? { row }
			: { row, failure: `${fault.name}: ${row['whole again after']}, more than ${fault.limitMs} ms` }
	} finally {
		for (const person of persons) person.close()
		for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
		await shared.dispose()
		await other?.dispose()
	}
}

/** Breaks servers that share a database, and measures when their meeting is whole again. */
export async function run({ words }: { words: readonly string[] }) {
	const chosen = faults.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
	const rows: Record<string, string>[] = []
	const failures: string[] = []
	for (const fault of chosen) {
		const { row, failure } = await measure(fault)
		rows.push(row)
		console.log(`${row.fault}: ${row['whole again after']}`)
		if (failure) failures.push(failure)
	}
	return { rows, failures }
}
