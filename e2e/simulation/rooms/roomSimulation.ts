import type { MeetingId } from '@parley/core'
import { aRoomMeeting, aTicketRequest } from '../../../apps/server/src/modules/room/fixtures.ts'
import { openDatabase } from '../../../apps/server/src/platform/database.ts'
import type { Ids } from '../../../apps/server/src/platform/ids.ts'
import { createStoredRows } from '../../../apps/server/src/platform/testing/storedRows.ts'
import type { Outcome } from '../explore.ts'
import { type Chance, createChance, createScheduler } from '../scheduler.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import type { MeetingTable } from './meetingTable.ts'
import { type Connect, createPage, type Page } from './page.ts'
import { type Action, type Fault, isAction, type Plan, type Step } from './plan.ts'
import { createRoomNode, type NodeProcess, type RoomNode } from './roomNode.ts'
import { signAtOnce } from './signatures.ts'
import { createSocketLine, type SocketLine } from './socketLine.ts'
import type { Stage } from './stage.ts'
import { createDatabaseServer, linkOf, noTrouble } from './world.ts'

export const meetingId = '123456789' as MeetingId
const secret = new Uint8Array(32).fill(3)
const checkEveryMs = 250
/** Everything has recovered this long after the last fault: places are given up, nodes removed, visits ended by a job. */
const quietMs = 80_000
/** Servers start within this time of the beginning. */
const startWithinMs = 3_000
const latency = { min: 1, max: 30 }

interface Run extends Stage {
	connect: Connect
	invariants: Invariants
}

/** One database in memory for all runs: its tables take longer to create than a run takes. */
const shared = await openDatabase({ memory: true })
const stored = await createStoredRows(shared.db)

/** Executes a plan and returns the broken promises; the same plan always has the same outcome. */
export async function simulate(plan: Plan): Promise<Outcome> {
	await stored.empty()
	const undoSigning = await signAtOnce(secret)
	const stage = setUp(plan)
	const unhandled = (error: unknown) => stage.problems.push(`unhandled: ${textOf(error)}`)
	process.on('unhandledRejection', unhandled)
	try {
		const beginning = stage.scheduler.now()
		// Otherwise all would write their heartbeats at the same moments.
		for (const node of stage.nodes) stage.scheduler.after(stage.chance.upTo(startWithinMs), node.start)
		keepChecking(stage, beginning + plan.endsAt + quietMs)
		for (const step of plan.steps) {
			await stage.scheduler.runUntil(beginning + step.at)
			take(stage, step)
		}
		await stage.scheduler.runUntil(beginning + plan.endsAt)
		// Faults last at most as long as this.
		const isCalm = () => stage.faults === 0
		while (!isCalm()) await stage.scheduler.runUntil(stage.scheduler.now() + 1_000)
		await stage.scheduler.runUntil(stage.scheduler.now() + quietMs)
		await stage.invariants.checkEnd(stored)
	} catch (error) {
		stage.problems.push(`thrown: ${textOf(error)}`)
	} finally {
		process.off('unhandledRejection', unhandled)
		undoSigning()
		for (const node of stage.nodes) node.process()?.end()
	}
	return { violations: [...new Set(stage.problems)], delivered: stage.invariants.entries() }
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function keepChecking(stage: Run, until: number): void {
	const { scheduler } = stage
	const next = () =>
		scheduler.after(checkEveryMs, () => {
			stage.invariants.check()
			if (scheduler.now() < until || stage.faults > 0) next()
		})
	next()
}

function setUp(plan: Plan): Run {
	const scheduler = createScheduler()
	const chance = createChance(plan.seed ^ 0x5eed)
	const trouble = noTrouble()
	const { cast } = plan
	const database = createDatabaseServer(shared.db, { scheduler, chance, trouble })
	const table: MeetingTable = {
		id: meetingId,
		row: {
			...aRoomMeeting(),
			isInProgress: false,
			isSeries: cast.isSeries,
			overdueAt: cast.overdueAt === null ? null : scheduler.now() + cast.overdueAt,
		},
		ends: [],
	}
	const nodes: RoomNode[] = []
	const lines = new Set<SocketLine>()
	const problems: string[] = []
	const removedIds = new Set<string>()
	const stage = {
		plan,
		scheduler,
		chance,
		trouble,
		database,
		table,
		nodes,
		people: Array.from({ length: cast.people }, () => ({ pages: [], token: undefined, isRemoved: false })),
		lines,
		problems,
		removedIds,
		calmSince: scheduler.now(),
		faults: 0,
	} as unknown as Run
	stage.invariants = createInvariants(stage)
	stage.connect = createConnect(stage)
	const linesOf = (process: NodeProcess) =>
		[...lines].filter(({ entry, target }) => entry === process || target === process)
	for (let index = 0; index < cast.nodes; index++)
		nodes.push(
			createRoomNode(index, {
				scheduler,
				chance,
				trouble,
				database,
				table,
				ids: createSimulatedIds(chance),
				secret,
				capacity: cast.capacity,
				observed: {
					problems,
					removedIds,
					onRemoved: removed => stage.invariants.removed(removed),
					onCutOff: stopped => stage.invariants.cutOff(stopped),
				},
				nodes: () => nodes,
				onEnded(ended) {
					for (const line of linesOf(ended)) line.ended(ended)
				},
				onFrozen(frozen) {
					for (const line of linesOf(frozen)) line.frozen(frozen)
				},
			}),
		)
	return stage
}

/** Connects a page over a node, which passes the connection on if another one has the room that it names. */
function createConnect({ scheduler, chance, nodes, lines, trouble }: Run): Connect {
	let count = 0
	return (end, chosen, isNamed) => {
		let isWanted = true
		const delay = () => chance.between(latency.min, latency.max)
		const fail = () => void scheduler.after(delay(), () => isWanted && end.onClosed())
		const open = (entry: NodeProcess, target: NodeProcess) => {
			const line = createSocketLine({
				scheduler,
				chance,
				id: `socket-${++count}`,
				page: end,
				path: { entry, target },
				onOver: over => void lines.delete(over),
			})
			lines.add(line)
			end.onLine(line)
			for (const process of new Set([entry, target])) if (process.isFrozen()) line.frozen(process)
		}
		scheduler.after(delay(), () => {
			const entry = nodes[chosen ?? chance.upTo(nodes.length - 1)]?.process()
			if (!entry?.isListening()) return fail()
			entry.run(() => void passOn(entry))
		})
		async function passOn(entry: NodeProcess) {
			const other = isNamed ? await entry.rooms.findOtherNode(meetingId).catch(() => undefined) : undefined
			if (!entry.isListening()) return fail()
			if (!other) return open(entry, entry)
			const node = nodes.find(({ url }) => url === other.url)
			// Without an answer the page gives up.
			if (!node || trouble.linkCuts.has(linkOf(entry.index, node.index))) return
			const target = node.process()
			if (target?.isListening()) return open(entry, target)
			fail()
			await entry.service.removeNodeIfEnded(other).catch(() => {})
		}
		return () => {
			isWanted = false
		}
	}
}

function createSimulatedIds(chance: Chance): Ids {
	const random = () => Array.from(chance.bytes(9), byte => byte.toString(36).padStart(2, '0')).join('')
	return {
		row: prefix => `${prefix}_${random()}`,
		meeting: () => {
			throw new Error('a run has one meeting')
		},
		secret: random,
	}
}

function take(stage: Run, step: Step): void {
	if (isAction(step)) act(stage, step)
	else goWrong(stage, step)
	stage.invariants.check()
}

const isOut = (page: Page) => page.state() === 'out'
const openPage = ({ people }: Run, person: number): Page | undefined =>
	people[person]?.pages.findLast(page => !isOut(page))

function act(stage: Run, step: Action): void {
	const { people, scheduler, connect, nodes, invariants } = stage
	const add = (
		person: number,
		fields: Pick<Parameters<typeof createPage>[0], 'request' | 'node' | 'isNamed' | 'place'>,
	) => {
		people[person]?.pages.push(createPage({ scheduler, connect, ...fields }))
	}
	const hostCall = (name: string, input: unknown, answered: () => void = () => {}) =>
		openPage(stage, 0)?.call(name, input, answer => answer.ok && answered())
	const selfOf = (person: number) => openPage(stage, person)?.self
	switch (step.kind) {
		case 'enter': {
			const { person, node } = step
			if (openPage(stage, person)) return
			const joined = nodes[node]?.process()
			if (!joined?.isListening()) return
			joined.run(() => {
				const request = aTicketRequest({
					meetingId,
					userId: `user-${person}`,
					personKey: `person-${person}`,
					displayName: `Person ${person}`,
					host: person === 0,
				})
				joined.rooms
					.isFull(meetingId, request.host)
					.then(async isFull => {
						if (isFull) return
						const { ticket } = await joined.service.issueTicket(request)
						if (!openPage(stage, person)) add(person, { request: { kind: 'ticket', ticket }, node, isNamed: false })
					})
					.catch(() => {})
			})
			return
		}
		case 'leave':
			openPage(stage, step.person)?.leave()
			return
		case 'reload': {
			const page = openPage(stage, step.person)
			if (!page?.token) return
			page.abandon()
			add(step.person, { request: resumeWith(page.token), node: step.node, isNamed: true, place: page.self })
			return
		}
		case 'returnWithToken': {
			const last = people[step.person]?.pages.findLast(page => page.token !== undefined)
			if (last?.token === undefined || openPage(stage, step.person)) return
			const isNamed = stage.chance.oneIn(2)
			add(step.person, { request: resumeWith(last.token), node: step.node, isNamed, place: last.self })
			return
		}
		case 'transfer':
			openPage(stage, step.person)?.call('transfer.create', null, answer => {
				if (!answer.ok) return
				const { ticket } = answer.value as { ticket: string }
				add(step.person, { request: { kind: 'ticket', ticket }, node: step.node, isNamed: false })
			})
			return
		case 'lock':
			if (openPage(stage, 0)?.state() !== 'in') return
			invariants.noteLock(false)
			hostCall('room.lock', { locked: step.locked }, () => invariants.noteLock(true))
			return
		case 'remove': {
			const { person } = step
			hostCall('participant.remove', { participantId: selfOf(person) ?? 'p_nobody' }, () =>
				invariants.noteRemoval(person, true),
			)
			return
		}
		case 'allowAgain': {
			const { person } = step
			invariants.noteRemoval(person, false)
			const known = people[person]?.pages.findLast(page => page.self !== undefined)?.self
			if (known !== undefined) hostCall('participant.allow-again', { participantId: known })
			return
		}
		case 'endByHost':
			hostCall('room.end', null)
			return
		case 'keep':
			hostCall('room.keep', null)
			return
		case 'endOver': {
			const ended = nodes[step.node]?.process()
			if (ended?.isListening()) ended.run(() => void ended.endMeeting().catch(() => {}))
			return
		}
		default:
			step satisfies never
	}
}

const resumeWith = (token: string) =>
	({ kind: 'resume', token, sending: { microphone: false, camera: false } }) as const

function goWrong(stage: Run, step: Fault): void {
	const { scheduler, nodes, trouble, database, lines } = stage
	/** Notes a fault, and its end. */
	const lasts = (forMs: number, end: () => void = () => {}) => {
		stage.faults++
		scheduler.after(forMs, () => {
			end()
			stage.faults--
			stage.calmSince = scheduler.now()
		})
	}
	const callsAre = (fault: 'areCallsLost' | 'areCallsLate' | 'areCallsRepeated', forMs: number) => {
		trouble[fault] = true
		lasts(forMs, () => {
			trouble[fault] = false
		})
	}
	switch (step.kind) {
		case 'cut':
			openPage(stage, step.person)?.line()?.cut()
			lasts(0)
			return
		case 'silent':
			openPage(stage, step.person)?.line()?.silence()
			lasts(14_000)
			return
		case 'kill':
			nodes[step.node]?.killFor(step.forMs)
			lasts(step.forMs)
			return
		case 'restart':
			nodes[step.node]?.restartFor(step.forMs)
			lasts(step.forMs)
			return
		case 'freeze': {
			const frozen = nodes[step.node]?.process()
			if (!frozen || frozen.isFrozen()) return
			frozen.freeze()
			lasts(step.forMs, () => frozen.thaw())
			return
		}
		case 'databaseDown':
			database.restart(step.forMs)
			lasts(step.forMs)
			return
		case 'databaseCut':
			database.cut(step.node, step.forMs, step.isSilent)
			lasts(step.forMs)
			return
		case 'linkCut': {
			const link = linkOf(step.node, step.other)
			trouble.linkCuts.add(link)
			for (const line of lines) if (linkOf(line.entry.index, line.target.index) === link) line.silence()
			lasts(step.forMs, () => void trouble.linkCuts.delete(link))
			return
		}
		case 'callsLost':
			callsAre('areCallsLost', step.forMs)
			return
		case 'callsLate':
			callsAre('areCallsLate', step.forMs)
			return
		case 'callsRepeated':
			callsAre('areCallsRepeated', step.forMs)
			return
		default:
			step satisfies never
	}
}
