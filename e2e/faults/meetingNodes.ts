import { env } from 'node:process'
import { joinAs, scheduleAs, signInAs } from '../../apps/server/src/demo/testing/demoMember.ts'
import { type LivekitServer, startLivekit } from '../../apps/server/src/platform/testing/livekit.ts'
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
import { createMovableClock, type MovableClock } from './movableClock.ts'
import { Person } from './person.ts'
import { openProxy } from './proxy.ts'

const people = ['hanmei', 'lilei'] as const
/** Longer than any run: a meeting whose time is up ends while nobody is in its room. */
const meetingHours = 12

type Proxy = Awaited<ReturnType<typeof openProxy>>

/** The lines of a server that can be cut: to PostgreSQL, to Redis, and from the other server to it. */
export interface Lines {
	database: Proxy
	redis: Proxy
	node: Proxy
}

/** Two servers on one database, of which the first one has the room of a meeting of two people. */
export interface MeetingNodes {
	shared: SharedServices
	nodes: ServerProcess[]
	/** The lines of each server; empty unless they were asked for. */
	lines: Lines[]
	/** The clocks of the servers; empty unless they were asked for. */
	clocks: MovableClock[]
	redisPort: number
	livekit: LivekitServer | undefined
	meetingId: string
	persons: readonly Person[]
	/** Starts a server that has ended. */
	restart(index: number): Promise<void>
	dispose(): Promise<void>
}

export interface MeetingNodesOptions {
	/** The servers reach PostgreSQL, Redis and one another over lines that can be cut. */
	hasLines?: boolean
	hasLivekit?: boolean
	/** The clocks of the servers can be moved. */
	hasClocks?: boolean
	/** A control: each server has a database of its own, so that nothing brings the people together. */
	areApart?: boolean
}

/**
 * Starts the servers, and lets each person join over another one.
 * @throws if a program that the servers share is missing
 */
export async function startMeetingNodes({
	hasLines,
	hasLivekit,
	hasClocks,
	areApart,
}: MeetingNodesOptions): Promise<MeetingNodes> {
	const programs = findSharedPrograms(env)
	if (!programs) throw new Error('PostgreSQL, Redis or the object store is missing')
	const shared = await startSharedServices(programs)
	await keepAcknowledged(shared.database.url)
	const other = areApart ? await startSharedServices(programs) : undefined
	const livekit = hasLivekit ? await startLivekit(env.PARLEY_TEST_LIVEKIT ?? '') : undefined
	const settings = [await shared.nodeSettings(), await (other ?? shared).nodeSettings()]
	const redisPort = Number(new URL(settings[0]?.PARLEY_REDIS_URL ?? '').port)
	const lines: Lines[] = []
	const clocks: MovableClock[] = []
	for (const [index, own] of settings.entries()) {
		Object.assign(own, livekit?.environment)
		if (hasClocks) {
			const clock = createMovableClock(env.PARLEY_TEST_FAKETIME ?? '', own.PARLEY_DATA ?? '')
			Object.assign(own, clock.environment)
			clocks.push(clock)
		}
		if (!hasLines) continue
		const over = await withLines(own)
		settings[index] = over.settings
		lines.push(over.lines)
	}
	const nodes = await Promise.all(settings.map(own => startServerProcess(own)))
	const persons: Person[] = []
	async function dispose() {
		for (const person of persons) person.close()
		for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
		for (const { database, redis, node } of lines) for (const line of [database, redis, node]) line.close()
		await livekit?.kill()
		await shared.dispose()
		await other?.dispose()
	}
	let meetingId = ''
	try {
		for (const [index, name] of people.entries()) {
			const own = nodes[index] as ServerProcess
			const member = await signInAs(own, name)
			// Another database knows nothing of the meeting of the first one.
			if (index === 0 || areApart) meetingId = await scheduleAs(own, member, { duration: meetingHours * 3_600 })
			const joined = meetingId
			const preferred = () => (index === 0 ? nodes : nodes.toReversed())
			const join = async () => {
				const server = preferred().find(({ child }) => child.exitCode === null && child.signalCode === null)
				return await joinAs(server ?? (nodes[0] as ServerProcess), member, joined)
			}
			persons.push(new Person(joined, await join(), () => preferred().map(node => node.url('')), join))
		}
	} catch (error) {
		await dispose()
		throw error
	}
	return {
		shared,
		meetingId,
		nodes,
		lines,
		clocks,
		redisPort,
		livekit,
		persons,
		async restart(index) {
			nodes[index] = await startServerProcess(settings[index] ?? {})
		},
		dispose,
	}
}

/** The PostgreSQL of tests acknowledges before it writes, which loses what it has acknowledged when it crashes. */
const keepAcknowledged = (url: string) =>
	runStatement(
		url,
		"do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$",
	)

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
