import type { StoredRows } from '../../../apps/server/src/platform/testing/storedRows.ts'
import type { Page } from './page.ts'
import { isAction } from './plan.ts'
import type { NodeProcess } from './roomNode.ts'
import type { Stage } from './stage.ts'
import { linkOf } from './world.ts'

/** A meeting that ended elsewhere closes its room within five seconds (NODE-16), at the next tick and over the network. */
const endFoundMs = 6_500
/** Without faults its room is told at once. */
const endToldMs = 1_500
/** A node that was cut off from everybody stops at its next heartbeat, or after its next question to the others. */
const cutOffNoticedMs = 6_500
/** Time in which a running node may have been silent for the others because of a fault that is over. */
const faultAftermathMs = 25_000

export type Invariants = ReturnType<typeof createInvariants>

/**
 * The promises about rooms of several nodes: R1 one room, R2 everybody once, R3 capacity, R4 removals, R5 ends, R6 one roster,
 * R7 nothing of nodes that are gone, R8 visits, R9 everybody returns, R10 acknowledged changes, R11 no errors without faults,
 * R12 no running node is removed.
 */
export function createInvariants(stage: Stage) {
	const { scheduler, nodes, people, problems, removedIds, table, trouble, database } = stage
	let entries = 0
	let lastEnds = 0
	const seenEntries = new WeakMap<Page, number>()
	/** When a node could last reach neither the database nor another node, by its process. */
	const isolatedAt = new Map<NodeProcess, number>()
	/** When each process was last frozen or without the database by itself. */
	const disturbedAt = new Map<number, number>()
	/** When each process was last without the database by itself; it may be about to stop then. */
	const cutAt = new Map<number, number>()
	/** The last change of the lock was answered: one whose answer was lost may be stored, and unknown to the room. */
	let isLockKnown = true
	/** A person may end the meeting; otherwise it ends once it is overdue and nobody is in its room. */
	const canBeEnded = stage.plan.steps.some(({ kind }) => kind === 'endByHost' || kind === 'endOver')
	/** The number of people in the room at the last check. */
	let wereIn = 0
	const hasFaults = stage.plan.steps.some(step => !isAction(step))

	const processes = () => nodes.flatMap(node => node.process() ?? [])
	const found = (problem: string) => problems.push(`${problem} (at ${scheduler.now() % 10_000_000})`)

	/** Pages that are in the room, as they and the process of their room see it, and can act. */
	function acting(): { person: number; page: Page; process: NodeProcess }[] {
		return people.flatMap(({ pages }, person) =>
			pages.flatMap(page => {
				const line = page.line()
				if (page.state() !== 'in' || !line?.isWhole() || page.self === undefined) return []
				const caller = { meetingId: table.id, participantId: page.self, connection: line.id }
				return line.target.service.isInRoom(caller as never) ? [{ person, page, process: line.target }] : []
			}),
		)
	}

	function noteIsolation(): void {
		for (const process of processes()) {
			const { index } = process
			const isReached = (other: NodeProcess) =>
				other !== process &&
				other.isListening() &&
				!other.isFrozen() &&
				!trouble.areCallsLost &&
				!trouble.areCallsLate &&
				!trouble.linkCuts.has(linkOf(index, other.index)) &&
				database.stateFor(other.index) === 'up' &&
				// It has removed this process, and tells it, or this process asks it.
				(other.hasRemoved(process.id) || process.registry.others().some(({ id }) => id === other.id))
			if (database.stateFor(index) !== 'up' && !processes().some(isReached)) isolatedAt.set(process, scheduler.now())
			if (process.isFrozen() || trouble.databaseCuts.has(index)) disturbedAt.set(index, scheduler.now())
			if (trouble.databaseCuts.has(index)) cutAt.set(index, scheduler.now())
		}
	}

	const wasIsolated = (process: NodeProcess) =>
		scheduler.now() - (isolatedAt.get(process) ?? Number.NEGATIVE_INFINITY) < cutOffNoticedMs

	function check(): void {
		noteIsolation()
		const now = scheduler.now()
		const acts = acting()
		if (table.ends.length > lastEnds) {
			lastEnds = table.ends.length
			for (const person of people) person.isRemoved = false
			if (!canBeEnded && wereIn > 0 && acts.length > 0)
				found('R5: the meeting has ended although people are in its room')
		}
		wereIn = acts.filter(({ process }) => !wasIsolated(process)).length
		for (const { page } of acts)
			if (seenEntries.get(page) !== page.enteredAt) {
				seenEntries.set(page, page.enteredAt)
				if (page.hasOtherPlace) found('R2: a person has returned to another place')
				entries++
			}
		const connected = acts.filter(({ process }) => !wasIsolated(process))
		const inRooms = Map.groupBy(connected, ({ process }) => process)
		if (inRooms.size > 1)
			found(
				`R1: the meeting is open on ${[...inRooms].map(([process, there]) => `node ${process.index} with ${there.map(({ person }) => person)}`).join(' and ')}`,
			)
		if (connected.length > stage.plan.cast.capacity) found(`R3: ${connected.length} people are in the room`)
		for (const process of processes()) {
			if (process.service.participantCount(table.id) > stage.plan.cast.capacity)
				found(`R3: node ${process.index} has ${process.service.participantCount(table.id)} people in the room`)
		}
		for (const { person, page } of connected) {
			if (people[person]?.isRemoved) found(`R4: person ${person} is in the room although they were removed`)
			checkEnded(page, now)
		}
	}

	function checkEnded(page: Page, now: number): void {
		const endedAt = table.ends.at(-1)
		if (endedAt === undefined || page.enteredAt > endedAt) return
		const limitMs = hasFaults ? endFoundMs : endToldMs
		if (stage.faults === 0 && now - Math.max(endedAt, stage.calmSince) > limitMs)
			found('R5: a person is still in a meeting that has ended')
	}

	async function checkEnd(stored: StoredRows): Promise<void> {
		check()
		const acts = acting()
		for (const [person, { pages }] of people.entries()) {
			const open = pages.filter(page => page.state() !== 'out')
			if (open.length > 1) found(`R2: person ${person} has ${open.length} pages in the room`)
			for (const page of open)
				if (!acts.some(act => act.page === page)) found(`R9: the page of person ${person} is not in: ${page.state()}`)
		}
		const ids = acts.map(({ page }) => page.self ?? '').toSorted()
		for (const { person, page } of acts) {
			const shown = [...page.roster.values()].map(({ id }) => id).toSorted()
			if (JSON.stringify(shown) !== JSON.stringify(ids))
				found(`R6: person ${person} sees ${shown.length} people, of ${ids.length}`)
			if ([...page.roster.values()].some(({ connected }) => !connected))
				found(`R6: person ${person} sees people without a connection`)
			const hosts = [...page.roster.values()].filter(({ role }) => role === 'host').length
			if (hosts > 1) found(`R6: person ${person} sees ${hosts} hosts`)
			if (isLockKnown && page.locked !== table.row.locked)
				found(`R10: person ${person} sees the room ${page.locked ? '' : 'not '}locked`)
		}
		await checkStored(stored, acts)
		for (const process of processes()) {
			const count = process.service.participantCount(table.id)
			const inIt = acts.filter(act => act.process === process).length
			if (count !== inIt)
				found(`R2: node ${process.index} has ${count} people in the room, of which ${inIt} are connected`)
			if (!hasFaults && process.errors.length > 0)
				found(`R11: node ${process.index} logged an error: ${JSON.stringify(process.errors[0], jsonError)}`)
		}
	}

	async function checkStored(stored: StoredRows, acts: ReturnType<typeof acting>): Promise<void> {
		const running = processes().map(({ id }) => id)
		const rows = (await stored.all('nodes')).map(({ id }) => id)
		if (JSON.stringify(rows.toSorted()) !== JSON.stringify(running.toSorted()))
			found(`R7: the database has ${rows.length} nodes, of which ${running.length} run`)
		const owner = (await stored.all('room_nodes'))[0]?.node
		for (const { person, process } of acts)
			if (owner !== process.id) found(`R7: person ${person} is in a room that node ${process.index} does not have`)
		const visits = await stored.all('meeting_visits')
		const open = visits.filter(({ left_at }) => left_at === null).map(visit => visit.participant_id)
		const present = acts.map(({ page }) => page.self)
		if (JSON.stringify(open.toSorted()) !== JSON.stringify(present.toSorted()))
			found(`R8: ${open.length} visits are open, and ${present.length} people are in the room`)
		if (visits.some(({ left_at, joined_at }) => left_at !== null && Number(left_at) < Number(joined_at)))
			found('R8: a visit ends before it begins')
	}

	/** Others have removed a process that goes on. */
	function removed({ index }: NodeProcess): void {
		const before = disturbedAt.get(index) ?? Number.NEGATIVE_INFINITY
		if (scheduler.now() - before > faultAftermathMs) found(`R12: node ${index} was removed although it ran`)
	}

	return {
		entries: () => entries,
		check,
		checkEnd,
		noteRemoval(person: number, isRemoved: boolean): void {
			const removed = people[person]
			if (removed) removed.isRemoved = isRemoved
		},
		noteLock(isAnswered: boolean): void {
			isLockKnown = isAnswered
		},
		removed,
		/** A process stops because it takes itself for cut off, or was told that it was removed. */
		cutOff(process: NodeProcess): void {
			if (removedIds.has(process.id)) removed(process)
			else if (
				database.stateFor(process.index) === 'up' &&
				scheduler.now() - (cutAt.get(process.index) ?? Number.NEGATIVE_INFINITY) > cutOffNoticedMs
			)
				found(`R12: node ${process.index} stops although it reaches the database`)
		},
	}
}

const jsonError = (_key: string, value: unknown) => (value instanceof Error ? value.stack : value)
