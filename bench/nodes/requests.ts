import { setTimeout as delay } from 'node:timers/promises'
import { meetingOf, membersPerMeeting, nameOf } from '../load/companies.ts'
import { percentile } from '../load/measurements.ts'
import { type Answer, Member } from '../load/member.ts'
import type { ComparedServers } from './servers.ts'

/** Members whose requests are measured, all of one company. */
const members = 400
/** Number of them who arrive. */
const people = 100
/** Rounds that each server serves before: a server compiles what it does often, and two servers have half of the requests each. */
const warmUpRounds = 5
const rounds = 12
/** How long the servers are watched without a request. */
const idleS = 10
/** Below the limits of a member in a minute, with the least time between two rounds. */
const readsPerRound = 4
const roundsEveryMs = 5_500
const readsAtOnce = 10
/** Reads of each member while nothing else is asked, a minute after they were last asked; half of the members for each step. */
const readsAlone = 40
const turnsAlone = 3
/** Turns that each server serves before. */
const warmUpTurnsAlone = 2
const limitsMs = 60_000

/** The requests of a member who arrives. */
const arrival = ['sign in', 'list', 'detail', 'join and enter'] as const
const passedOn = 'the same, half of it passed on'
const inTurns = [...arrival, passedOn] as const
/**
 * Reads without other requests between them, so that they do not include what each process does once, such as collecting the
 * garbage of earlier joins. Within the first 30,000 reads of a server, the time of a read falls and jumps. Both measurements
 * have ten at once together; a server that answers five at once does more for each, so there are also ten for each server.
 */
const alone = [
	'list, alone',
	'detail, alone',
	'list, alone, as many at once for each server',
	'detail, alone, as many at once for each server',
] as const
const steps = [...inTurns, ...alone] as const
type Step = (typeof steps)[number]

interface Taken {
	/** Processor time in ms: of the servers, and of PostgreSQL and Redis as well. */
	servers: number
	all: number
	requests: number
	/** Milliseconds of each request. */
	times: number[]
}

async function paced(round: () => Promise<void>): Promise<void> {
	await Promise.all([round(), delay(roundsEveryMs)])
}

/**
 * Measures the same requests in turns at one server, at two, and at two servers with a database each, of which none passes
 * requests on, after all have served as many.
 */
export async function measureRequests(one: ComparedServers, two: ComparedServers, separate: ComparedServers) {
	const measured = [await openMembers(one), await openMembers(two), await openMembers(separate)] as const
	const stepsOf = ({ haveOneDatabase }: (typeof measured)[number]) => (haveOneDatabase ? inTurns : arrival)
	for (const servers of measured)
		for (let round = 0; round < warmUpRounds * servers.count; round++)
			await paced(async () => {
				for (const step of stepsOf(servers)) await servers.measure(step, false)
			})
	for (let round = 0; round < rounds; round++)
		await paced(async () => {
			// Each is the first one in a third of the rounds.
			const inOrder = measured.map(
				(_, index) => measured[(index + round) % measured.length] as (typeof measured)[number],
			)
			for (const step of inTurns)
				for (const servers of inOrder) if (stepsOf(servers).some(own => own === step)) await servers.measure(step, true)
		})
	const warmUpTurns = warmUpTurnsAlone * two.urls.length
	for (let turn = 0; turn < warmUpTurns + turnsAlone; turn++) {
		await delay(limitsMs)
		const isWarm = turn >= warmUpTurns
		for (const step of alone)
			for (const servers of measured)
				if (isWarm || turn < warmUpTurnsAlone * servers.count) await servers.measure(step, isWarm)
	}
	const [ofOne, ofTwo, ofSeparate] = measured.map(({ taken }) => taken) as [Measured, Measured, Measured]
	const rowOf = (step: Step) => ({
		request: step,
		...cpuColumns(cpuUs(ofOne[step]), cpuUs(ofTwo[step])),
		...timeColumns(ofOne[step], ofTwo[step]),
		...(step === passedOn
			? noControl
			: controlColumns(...([ofOne, ofTwo, ofSeparate].map(of => cpuUs(of[step])) as Three))),
	})
	const sumOf = (taken: Measured) => {
		const cpu = arrival.map(step => cpuUs(taken[step]))
		return { servers: sum(cpu.map(({ servers }) => servers)), all: sum(cpu.map(({ all }) => all)) }
	}
	const sums = [sumOf(ofOne), sumOf(ofTwo), sumOf(ofSeparate)] as Three
	return {
		inTurns: [
			...inTurns.map(rowOf),
			{
				request: 'an arrival: the first four',
				...cpuColumns(sums[0], sums[1]),
				...noTimes,
				...controlColumns(...sums),
			},
		],
		alone: alone.map(rowOf),
	}
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Microseconds of processor time per request. */
const cpuUs = ({ servers, all, requests }: Taken) => ({
	servers: (servers * 1_000) / requests,
	all: (all * 1_000) / requests,
})
type Cpu = ReturnType<typeof cpuUs>
/** One, two, and two separate ones. */
type Three = [one: Cpu, two: Cpu, separate: Cpu]
type Measured = Record<Step, Taken>

const cpuColumns = (one: Cpu, two: Cpu) => ({
	'one: CPU µs': Math.round(one.servers),
	'two: CPU µs': Math.round(two.servers),
	'two to one': (two.servers / one.servers).toFixed(2),
	'all, one: CPU µs': Math.round(one.all),
	'all, two: CPU µs': Math.round(two.all),
	'all, two to one': (two.all / one.all).toFixed(2),
})

const controlColumns = (...[one, two, separate]: Three) => ({
	'separate: CPU µs': Math.round(separate.servers),
	'separate to one': (separate.servers / one.servers).toFixed(2),
	'two to separate': (two.servers / separate.servers).toFixed(2),
})
const noControl = { 'separate: CPU µs': '', 'separate to one': '', 'two to separate': '' }
const noTimes = { 'one: p95 ms': '', 'two: p95 ms': '', 'p95, two to one': '' }

function timeColumns(one: Taken, two: Taken) {
	const [p95One, p95Two] = [percentile(one.times, 0.95), percentile(two.times, 0.95)]
	return {
		'one: p95 ms': p95One.toFixed(1),
		'two: p95 ms': p95Two.toFixed(1),
		'p95, two to one': (p95Two / p95One).toFixed(2),
	}
}

async function openMembers(servers: ComparedServers) {
	const opened: Member[] = []
	/** The number of the server that a proxy chooses for a member's meeting. */
	const serverOfMeeting = (index: number) => Number(meetingOf(index))
	const addressOf = (index: number) =>
		servers.haveOneDatabase ? index : index * servers.urls.length + (serverOfMeeting(index) % servers.urls.length)
	for (let index = 0; index < members; index++) opened.push(await openMember(servers, index, addressOf(index)))
	const arriving = opened.slice(0, people)
	const [readers, others] = [opened.slice(0, members / 2), opened.slice(members / 2)]
	const atEach = readsAtOnce * servers.urls.length
	const taken = Object.fromEntries(
		steps.map(step => [step, { servers: 0, all: 0, requests: 0, times: [] as number[] }]),
	) as Record<Step, Taken>

	const idle = await idleTimesOf(servers)

	let turn = 0
	/** Sends the next request of a member to the next server, or to the one that knows the member. */
	const through = (member: Member) => {
		const server = servers.haveOneDatabase ? turn++ : serverOfMeeting(opened.indexOf(member))
		return member.at(servers.urls[server % servers.urls.length] ?? '')
	}

	async function timed(act: () => Promise<Answer<unknown>>, times: number[]): Promise<void> {
		const startedAt = performance.now()
		const answer = await act()
		times.push(performance.now() - startedAt)
		if (!('value' in answer)) throw new Error(`refused: ${answer.refused}`)
	}

	const list = (member: Member) => through(member).list()
	const detail = (member: Member, index: number) => through(member).detail(meetingOf(index))
	const acts: Record<Step, (times: number[]) => Promise<void>> = {
		async 'sign in'(times) {
			for (const member of arriving.slice(0, membersPerMeeting)) await timed(() => through(member).signIn(), times)
		},
		list: times => read(list, arriving, readsPerRound, times),
		detail: times => read(detail, arriving, readsPerRound, times),
		'list, alone': times => read(list, readers, readsAlone, times),
		'detail, alone': times => read(detail, readers, readsAlone, times),
		'list, alone, as many at once for each server': times => read(list, others, readsAlone, times, atEach),
		'detail, alone, as many at once for each server': times => read(detail, others, readsAlone, times, atEach),
		'join and enter': times => joinAndEnter(serverOfMeeting, times),
		'the same, half of it passed on': times => joinAndEnter(index => index, times),
	}

	/** @param serverOf number of the server: that of the meeting, as a proxy chooses it, or another one */
	async function joinAndEnter(serverOf: (index: number) => number, times: number[]): Promise<void> {
		for (const [index, member] of arriving.entries())
			await timed(async () => {
				member.at(servers.urls[serverOf(index) % servers.urls.length] ?? '')
				const joined = await member.join(meetingOf(index))
				if (!('value' in joined)) return joined
				return await member.enter(meetingOf(index), joined.value)
			}, times)
		await Promise.all(arriving.map(member => member.leave()))
	}

	async function read(
		act: (member: Member, index: number) => Promise<Answer<unknown>>,
		readers: readonly Member[],
		readsOfEach: number,
		times: number[],
		atOnce = readsAtOnce,
	) {
		const queue = Array.from({ length: readers.length * readsOfEach }, (_, at) => at % readers.length)
		const next = async () => {
			for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
				const member = readers[index] as Member
				await timed(() => act(member, opened.indexOf(member)), times)
			}
		}
		await Promise.all(Array.from({ length: atOnce }, next))
	}

	return {
		taken,
		count: servers.urls.length,
		haveOneDatabase: servers.haveOneDatabase,
		async measure(step: Step, isCounted: boolean): Promise<void> {
			const times: number[] = []
			const [before, startedAt] = [servers.processorTimes(), performance.now()]
			await acts[step](times)
			const [after, seconds] = [servers.processorTimes(), (performance.now() - startedAt) / 1_000]
			if (!isCounted) return
			const ofStep = taken[step]
			const ofServers = after.servers - before.servers - idle.servers * seconds
			ofStep.servers += ofServers
			ofStep.all += ofServers + after.others - before.others - idle.others * seconds
			ofStep.requests += times.length
			ofStep.times.push(...times)
		},
	}
}

/** Processor time in ms per second without requests. */
async function idleTimesOf({ processorTimes }: ComparedServers) {
	const before = processorTimes()
	await delay(idleS * 1_000)
	const after = processorTimes()
	return { servers: (after.servers - before.servers) / idleS, others: (after.others - before.others) / idleS }
}

/** Opens a browser of a member who is signed in. @param address number of the address of the browser */
export async function openMember({ urls }: ComparedServers, index: number, address: number): Promise<Member> {
	const localAddress = `127.20.${address >> 8}.${address & 255}`
	const member = new Member({ origin: urls[address % urls.length] ?? '', localAddress, name: nameOf(index) })
	await member.openPage()
	const answer = await member.signIn()
	if (!('value' in answer)) throw new Error(`${nameOf(index)} could not sign in: ${answer.refused}`)
	return member
}
