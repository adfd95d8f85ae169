import type { Namespace } from 'socket.io'
import { createVisitLog } from '../../../apps/server/src/modules/meetingReport/visitLog.ts'
import { createSqlVisitStore } from '../../../apps/server/src/modules/meetingReport/visitStore.sql.ts'
import { createCutOffCheck, createTellRemoved } from '../../../apps/server/src/modules/node/cutOffCheck.ts'
import { createNodeRegistry } from '../../../apps/server/src/modules/node/registry.ts'
import { createSqlNodeStore } from '../../../apps/server/src/modules/node/store.sql.ts'
import { createConnections } from '../../../apps/server/src/modules/room/adapters/gateway/connections.ts'
import { attachPresence } from '../../../apps/server/src/modules/room/adapters/gateway/presenceGateway.ts'
import { createSqlEndRequestStore } from '../../../apps/server/src/modules/room/endRequestStore.sql.ts'
import { createFakeEngine, createFakeRecordings } from '../../../apps/server/src/modules/room/fixtures.ts'
import { createSqlRoomNodes } from '../../../apps/server/src/modules/room/roomNodes.sql.ts'
import { createRoomsAnywhere } from '../../../apps/server/src/modules/room/roomsAnywhere.ts'
import { createRoomService } from '../../../apps/server/src/modules/room/service.ts'
import { createSqlRoomStore } from '../../../apps/server/src/modules/room/store.sql.ts'
import type { RoomVisit } from '../../../apps/server/src/modules/room/visits.ts'
import type { Ids } from '../../../apps/server/src/platform/ids.ts'
import type { Log } from '../../../apps/server/src/platform/log.ts'
import { answerTimeoutMs, callHeader, createNodeCalls } from '../../../apps/server/src/platform/nodeCalls.ts'
import { createDistantDatabase } from '../../../apps/server/src/platform/testing/distantDatabase.ts'
import { createUnlimitedRateLimit } from '../../../apps/server/src/platform/testing/unlimitedRateLimit.ts'
import type { Repeat } from '../../../apps/server/src/platform/timers.ts'
import type { Chance, Scheduler } from '../scheduler.ts'
import { createMeetingPort, type MeetingTable } from './meetingTable.ts'
import type { ServerSocket } from './serverSocket.ts'
import { type DatabaseServer, linkOf, type RunningProcess, type Trouble } from './world.ts'

const tickMs = 1_000
const jobsEveryMs = 60_000
/** A process that stops has closed its sockets for this long before it closes the rest. */
const flushMs = 200
const stopWithinMs = 10_000
/** Time after which a process that has ended by itself is started again. */
const supervisorMs = { min: 500, max: 4_000 }
const callMs = { min: 0, max: 20 }
const lateMs = { min: 500, max: 8_000 }

/** The observations of a run. */
export interface Observed {
	problems: string[]
	/** Ids of the processes that another one has removed, which may have ended since. */
	removedIds: Set<string>
	/** Processes that others removed although they ran and reached the database. */
	onRemoved(process: NodeProcess): void
	/** Processes that stop because others reach the database, or have removed them. */
	onCutOff(process: NodeProcess): void
}

export interface RoomNodeDeps {
	scheduler: Scheduler
	chance: Chance
	trouble: Trouble
	database: DatabaseServer
	table: MeetingTable
	ids: Ids
	secret: Uint8Array
	capacity: number
	observed: Observed
	/** The nodes by index, for calls to each other. */
	nodes(): readonly RoomNode[]
	onEnded(process: NodeProcess): void
	onFrozen(process: NodeProcess): void
}

export type RoomNode = ReturnType<typeof createRoomNode>

/** A place for server processes, one after the other, at one address. */
export function createRoomNode(index: number, deps: RoomNodeDeps) {
	const { scheduler, chance } = deps
	let current: NodeProcess | undefined
	/** Set while the process must not run: killed or restarted by a fault. */
	let isHeldDown = false

	function start(): void {
		if (current || isHeldDown) return
		const started = createProcess(node, deps)
		current = started
		void started.start()
	}

	const node = {
		index,
		url: `http://node-${index}`,
		process: () => current,
		start,
		/** The process has ended; unless a fault keeps it down, it is started again a little later. */
		ended(process: NodeProcess): void {
			if (current !== process) return
			current = undefined
			deps.onEnded(process)
			scheduler.after(chance.between(supervisorMs.min, supervisorMs.max), start)
		},
		killFor(forMs: number): void {
			isHeldDown = true
			current?.end()
			scheduler.after(forMs, () => node.release())
		},
		restartFor(forMs: number): void {
			isHeldDown = true
			void current?.stop()
			scheduler.after(forMs, () => node.release())
		},
		release(): void {
			isHeldDown = false
			start()
		},
	}
	return node
}

export type NodeProcess = ReturnType<typeof createProcess>

/** A server process: the real nodes, rooms and visits, with simulated time, database and network. */
function createProcess(node: { index: number; url: string; ended(process: NodeProcess): void }, deps: RoomNodeDeps) {
	const { scheduler, chance, trouble, database, table, ids, secret, capacity, observed } = deps
	const { index } = node
	const id = ids.row('node')
	let isAlive = true
	let isListening = false
	let isStopping = false
	let frozen: { isTimer: boolean; act: () => void }[] | undefined

	function run(act: () => void, isTimer = false): void {
		if (!isAlive) return
		if (frozen) frozen.push({ isTimer, act })
		else act()
	}
	const running: RunningProcess = {
		index,
		get isAlive() {
			return isAlive
		},
		run: act => run(act),
		after: (ms, act) => void scheduler.after(ms, () => run(act, true)),
	}
	/** Like `setInterval`, a process that was frozen runs it once for all the times missed. */
	const repeat: Repeat = (ms, act) => {
		let isStopped = false
		const next = () =>
			running.after(ms, () => {
				if (isStopped) return
				act()
				next()
			})
		next()
		return () => {
			isStopped = true
		}
	}

	const clock = { now: () => scheduler.now() }
	const line = database.lineOf(running)
	const db = createDistantDatabase(database.db, line)
	const errors: unknown[] = []
	const quiet = () => {}
	const log = {
		info: quiet,
		warn: quiet,
		debug: quiet,
		error: (fields: unknown, message: string) => void errors.push([message, fields]),
	} as unknown as Log

	const calls = createNodeCalls({ secret: 'relay', id, clock, ids, request: request as typeof fetch })
	/** The nodes that this one has removed. */
	const removedOthers = new Set<string>()
	const nodeStore = createSqlNodeStore(db)
	const locks = database.locksOf(running)
	const registry = createNodeRegistry({
		store: {
			...nodeStore,
			async remove(gone) {
				const removed = await nodeStore.remove(gone)
				for (const other of removed) {
					removedOthers.add(other)
					observed.removedIds.add(other)
				}
				return removed
			},
		},
		locks,
		id,
		url: node.url,
		version: '1',
		secrets: 'secrets',
		newestMigration: 'newest',
		settings: {},
		startedAt: clock.now(),
		elapsedMs: scheduler.now,
		repeat,
		log,
		tellRemoved: createTellRemoved(calls),
		onRemoved() {
			observed.onRemoved(process)
			void process.stop()
		},
	})
	const onCutOff = () => {
		observed.onCutOff(process)
		void process.stop()
	}
	const cutOffCheck = createCutOffCheck({ nodes: registry, calls, repeat, log, onCutOff })
	const roomNodes = createSqlRoomNodes({ db, nodes: registry, clock })
	const service = createRoomService({
		store: createSqlRoomStore(db),
		endRequests: createSqlEndRequestStore(db),
		roomNodes,
		meetings: createMeetingPort(table, line, clock.now, () => void endRoom()),
		broadcasts: { isOnAir: async () => false },
		rights: {
			findRevoked: async () => [],
			mustWait: async () => false,
			ownsMeeting: async () => false,
			isNameLocked: async () => false,
		},
		chats: {
			admit: async () => {
				throw new Error('nobody enters a chat')
			},
			rename: quiet,
			end: quiet,
		},
		recordings: createFakeRecordings().port,
		engine: createFakeEngine(capacity),
		clock,
		ids,
		log,
		secret,
		capacity,
	})
	const rooms = createRoomsAnywhere({ service, roomNodes, nodeCalls: calls, log })
	/** As the room does with the event of a meeting that has ended. */
	const endRoom = () => rooms.close(table.id, 'ended').catch(error => log.error({ err: error }, 'close failed'))

	const visitStore = createSqlVisitStore(db)
	const visitLog = createVisitLog({ store: visitStore, node: id, log })
	/** The people in the room of this process, as its visits say. */
	const present = new Map<string, RoomVisit>()
	service.onVisit(event => {
		if (!isAlive) return
		const { participantId } = event.visit
		if (event.type === 'began') {
			if (present.has(participantId)) observed.problems.push(`R2: ${participantId} began two visits to one room`)
			present.set(participantId, event.visit)
		}
		if (event.type === 'ended' && !present.delete(participantId))
			observed.problems.push(`R8: the visit of ${participantId} ended twice`)
		visitLog.add(event)
	})

	/** The sockets of this process, by their ids. */
	const sockets = new Map<string, ServerSocket>()
	const listeners: ((socket: ServerSocket) => void)[] = []
	const namespace = {
		to: (to: string[]) => ({
			emit(event: string, ...payload: unknown[]) {
				for (const socket of to) sockets.get(socket)?.deliver(event, payload)
			},
		}),
		in: (to: string[]) => ({
			disconnectSockets() {
				for (const socket of to) sockets.get(socket)?.disconnect()
			},
		}),
		on: (_: 'connection', listener: (socket: ServerSocket) => void) => void listeners.push(listener),
	}
	attachPresence(namespace as unknown as Namespace, {
		service,
		connections: createConnections(clock),
		createRateLimit: createUnlimitedRateLimit,
		log,
	})

	/** Sends a request to another node, which may be lost, late or repeated. */
	function request(url: string, init: { headers: Record<string, string>; body: string }): Promise<unknown> {
		const target = deps.nodes().find(other => url.startsWith(`${other.url}/`))
		const call = url.slice(url.lastIndexOf('/') + 1)
		return new Promise((resolve, reject) => {
			running.after(answerTimeoutMs, () => reject(new Error('timeout')))
			const isLost = () =>
				(trouble.areCallsLost && chance.oneIn(2)) || trouble.linkCuts.has(linkOf(index, target?.index ?? index))
			const travel = (act: () => void) => {
				const late = trouble.areCallsLate && chance.oneIn(2) ? chance.between(lateMs.min, lateMs.max) : 0
				scheduler.after(chance.between(callMs.min, callMs.max) + late, () => {
					if (!isLost()) act()
				})
			}
			const answer = (status: number, body: object) =>
				travel(() => run(() => resolve({ ok: status === 200, status, json: async () => body })))
			const deliver = () => {
				const other = target?.process()
				if (!other?.isListening())
					return run(() => reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
				other.run(() => {
					other.calls.answer(call, init.headers[callHeader], init.body).then(
						({ status, body }) => other.run(() => answer(status, body)),
						() => other.run(() => answer(500, {})),
					)
				})
			}
			travel(deliver)
			if (trouble.areCallsRepeated && chance.oneIn(2)) travel(deliver)
		})
	}

	const stopTimers: (() => void)[] = []
	const process = {
		index,
		id,
		calls,
		rooms,
		service,
		registry,
		hasRemoved: (other: string) => removedOthers.has(other),
		present: present as ReadonlyMap<string, RoomVisit>,
		errors,
		isAlive: () => isAlive,
		isFrozen: () => frozen !== undefined,
		isListening: () => isAlive && isListening,
		run,
		async start(): Promise<void> {
			try {
				await registry.start()
				await visitStore.endOfGoneNodes(id)
			} catch {
				return process.end()
			}
			if (isStopping) return
			cutOffCheck.start()
			isListening = true
			stopTimers.push(
				repeat(tickMs, () => void service.tick().catch(error => log.error({ err: error }, 'room tick failed'))),
				repeat(jobsEveryMs, () => {
					void visitLog.flush()
					// The leader is the one that has the lock of the jobs for longest.
					if (database.lockedIds()[0] === id) void visitStore.endOfGoneNodes(id).catch(() => {})
				}),
			)
		},
		/** Ends the process as a signal does. */
		async stop(): Promise<void> {
			if (isStopping || !isAlive) return
			isStopping = true
			isListening = false
			running.after(stopWithinMs, () => process.end())
			for (const stopTimer of stopTimers) stopTimer()
			for (const socket of [...sockets.values()]) socket.disconnect()
			cutOffCheck.stop()
			await new Promise<void>(resolve => running.after(flushMs, resolve))
			await visitLog.flush()
			await registry.stop().catch(() => {})
			process.end()
		},
		/** Ends the process at once, as SIGKILL does. */
		end(): void {
			if (!isAlive) return
			isAlive = false
			isListening = false
			database.processEnded(id)
			node.ended(process)
		},
		freeze(): void {
			if (frozen || !isAlive) return
			frozen = []
			deps.onFrozen(process)
		},
		thaw(): void {
			const waiting = frozen ?? []
			frozen = undefined
			// A process that goes on may look at its sockets before its timers.
			const acts = chance.oneIn(2) ? waiting : waiting.toSorted((a, b) => Number(a.isTimer) - Number(b.isTimer))
			for (const { isTimer, act } of acts) run(act, isTimer)
		},
		attach(socket: ServerSocket): void {
			sockets.set(socket.id, socket)
			socket.on('disconnect', () => void sockets.delete(socket.id))
			for (const listener of listeners) listener(socket)
		},
		/** Ends the meeting outside of its room. */
		async endMeeting(): Promise<void> {
			await createMeetingPort(table, line, clock.now, () => void endRoom()).end(table.id, clock.now())
		},
	}
	return process
}
