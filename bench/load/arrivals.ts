import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cpuUsage, env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { findSharedPrograms } from '../../apps/server/src/platform/testing/nodes.ts'
import { meetingOf, membersPerCompany, membersPerMeeting, nameOf } from './companies.ts'
import { createMeasurements, type Measurements, machineTimeMs, rowsOf, slowestCall } from './measurements.ts'
import { arrive } from './member.ts'
import { type LoadedServers, startLoadedServers } from './servers.ts'

/** Members who arrive before the measurements, so that the servers have compiled their code. */
const warmUp = 50
/** Members who arrive one after the other. */
const idleMembers = 200
/** They stay so long: one process may have 20,000 open files, and HAProxy needs two for each connection. */
const stayMs = 30_000
/** The p99 of each call may be so many times that of the idle servers. */
const goal = 4
/** Shares of what the processors can serve, at which arrivals are measured until the goal is met. */
const smallerShares = [0.6, 0.4, 0.25, 0.15]
const smallerMinutes = 1

export interface LoadOptions {
	members: number
	minutes: number
}

/** Measures members who arrive at two servers, and finds the rate that meets the goal. */
export async function run({ members, minutes }: LoadOptions) {
	const programs = findSharedPrograms(env)
	const haproxy = env.PARLEY_TEST_HAPROXY
	if (!programs || !haproxy) throw new Error('PostgreSQL, Redis, the object store or HAProxy is missing')
	console.log(`creating ${members} members …`)
	const servers = await startLoadedServers({ ...programs, haproxy }, Math.max(members, idleMembers))
	try {
		await arriveInTurn(servers, warmUp, createMeasurements())
		const idle = await measure(servers, idleMembers, seen => arriveInTurn(servers, idleMembers, seen))
		print('one after the other', idle, idle)
		const whole = await measureArrivals(servers, members, minutes)
		print(`${members} in ${minutes} minutes`, whole, idle)
		const rates = [rateRow(whole, idle)]
		const capacity = availableParallelism() / (sumOf(idle.cpuMs) / 1_000)
		for (const share of smallerShares) {
			if (slowestCall(whole.seen, idle.seen).ratio <= goal) break
			const count = Math.min(members, Math.round(capacity * share * smallerMinutes * 60))
			if (count / smallerMinutes >= members / minutes) continue
			const smaller = await measureArrivals(servers, count, smallerMinutes)
			print(`${count} in ${smallerMinutes} minute`, smaller, idle)
			rates.push(rateRow(smaller, idle))
			if (slowestCall(smaller.seen, idle.seen).ratio <= goal) break
		}
		return {
			rows: rowsOf(whole.seen, idle.seen),
			processes: processRows(idle, whole),
			rates,
			conditions: { idleMembers, membersPerCompany, membersPerMeeting, goal, staySeconds: stayMs / 1_000 },
			capacity: {
				cores: availableParallelism(),
				/** Processor time of everything but the program that measures. */
				cpuMsPerMember: Math.round(sumOf(idle.cpuMs) - (idle.cpuMs.load ?? 0)),
				perCoreAndSecond: Number((1_000 / (sumOf(idle.cpuMs) - (idle.cpuMs.load ?? 0))).toFixed(1)),
				needed: Number(((members / minutes / 60) * (sumOf(idle.cpuMs) / 1_000)).toFixed(1)),
			},
		}
	} finally {
		await servers.stop()
	}
}

interface Measured {
	seen: Measurements
	members: number
	seconds: number
	/** Processor time per member of each kind of process, in ms. */
	cpuMs: Record<string, number>
	/** Share of the machine that was in use, and of that the share of other programs. */
	busy: number
	others: number
	/** p99 of how late the program that measures was, in ms. */
	lateMs: number
}

const sumOf = (times: Record<string, number>) => Object.values(times).reduce((sum, ms) => sum + ms, 0)

async function measure(
	servers: LoadedServers,
	members: number,
	work: (seen: Measurements) => Promise<void>,
): Promise<Measured> {
	const timesNow = (): Record<string, number> => {
		const { user, system } = cpuUsage()
		return { ...servers.processorTimes(), load: (user + system) / 1_000 }
	}
	const late = monitorEventLoopDelay({ resolution: 5 })
	late.enable()
	const seen = createMeasurements()
	const [before, machineBefore, startedAt] = [timesNow(), machineTimeMs(), performance.now()]
	await work(seen)
	const ms = performance.now() - startedAt
	const machine = machineTimeMs() - machineBefore
	const used = Object.fromEntries(Object.entries(timesNow()).map(([name, now]) => [name, now - (before[name] ?? 0)]))
	late.disable()
	return {
		seen,
		members,
		seconds: ms / 1_000,
		cpuMs: Object.fromEntries(Object.entries(used).map(([name, all]) => [name, all / members])),
		busy: machine / (ms * availableParallelism()),
		others: Math.max(0, 1 - sumOf(used) / machine),
		lateMs: late.percentile(99) / 1e6,
	}
}

/** Addresses of this machine other than 127.0.0.1, which is trusted as a proxy. */
const addressOf = (member: number) => `127.${10 + (member >> 16)}.${(member >> 8) & 255}.${member & 255}`
const setupOf = ({ origin }: LoadedServers, member: number) => ({
	origin,
	localAddress: addressOf(member),
	name: nameOf(member),
})

async function arriveInTurn(servers: LoadedServers, members: number, seen: Measurements): Promise<void> {
	for (let member = 0; member < members; member++)
		await (await arrive(setupOf(servers, member), meetingOf(member), seen))?.leave()
}

/** Members arrive at random, as many in each minute. */
async function measureArrivals(servers: LoadedServers, members: number, minutes: number): Promise<Measured> {
	const leaving: Promise<void>[] = []
	const measured = await measure(servers, members, async seen => {
		const arrivals: Promise<void>[] = []
		const startedAt = performance.now()
		let dueMs = 0
		for (let member = 0; member < members; member++) {
			// Exponential times between arrivals.
			dueMs += -Math.log(1 - Math.random()) * ((minutes * 60_000) / members)
			await delay(Math.max(0, startedAt + dueMs - performance.now()))
			const arrival = arrive(setupOf(servers, member), meetingOf(member), seen)
			arrivals.push(arrival.then(arrived => void (arrived && leaving.push(delay(stayMs).then(() => arrived.leave())))))
		}
		await Promise.all(arrivals)
	})
	await Promise.all(leaving)
	return measured
}

const processRows = (idle: Measured, busy: Measured) =>
	Object.keys(idle.cpuMs).map(name => ({
		process: name === 'load' ? 'the program that measures' : name,
		'idle: CPU ms per member': idle.cpuMs[name]?.toFixed(1) ?? '',
		'busy: CPU ms per member': busy.cpuMs[name]?.toFixed(1) ?? '',
	}))

function rateRow(measured: Measured, idle: Measured) {
	const { seen, members, seconds, busy, others, lateMs } = measured
	const { call, ratio } = slowestCall(seen, idle.seen)
	return {
		members,
		'all entered after': `${Math.round(seconds)} s`,
		'entered per second': (seen.times.enter.length / seconds).toFixed(1),
		'refused for good': Object.values(seen.failures).reduce((sum, each) => sum + each, 0),
		'slowest p99 to idle': `${ratio.toFixed(1)} (${call})`,
		'processors in use': `${Math.round(busy * 100)} %`,
		'of that by other programs': `${Math.round(others * 100)} %`,
		load: loadavg()[0]?.toFixed(1) ?? '',
		'measuring late (p99)': `${lateMs.toFixed(0)} ms`,
	}
}

function print(title: string, measured: Measured, idle: Measured): void {
	console.log(`\n${title}`)
	console.table(rowsOf(measured.seen, idle.seen))
	console.table([rateRow(measured, idle)])
	console.log(measured.cpuMs)
}
