import type { NodeLocks } from '../../../apps/server/src/modules/node/locks.ts'
import type { Db } from '../../../apps/server/src/platform/db.ts'
import type { DatabaseLine } from '../../../apps/server/src/platform/testing/distantDatabase.ts'
import type { Chance, Scheduler } from '../scheduler.ts'

/** Faults that are going on, by the index of a node. */
export interface Trouble {
	isDatabaseDown: boolean
	/** The nodes that have lost the database, and whether their connections are silent. */
	databaseCuts: Map<number, { isSilent: boolean }>
	/** Pairs of nodes that do not reach one another, as `low high`. */
	linkCuts: Set<string>
	areCallsLost: boolean
	areCallsLate: boolean
	areCallsRepeated: boolean
}

export const noTrouble = (): Trouble => ({
	isDatabaseDown: false,
	databaseCuts: new Map(),
	linkCuts: new Set(),
	areCallsLost: false,
	areCallsLate: false,
	areCallsRepeated: false,
})

export const linkOf = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`

/** The process of a node, as the outside sees it. */
export interface RunningProcess {
	readonly index: number
	readonly isAlive: boolean
	/** Runs a function unless the process has ended; delayed while it is frozen. */
	run(act: () => void): void
	after(ms: number, act: () => void): void
}

interface World {
	scheduler: Scheduler
	chance: Chance
	trouble: Trouble
}

const travelMs = { min: 0, max: 4 }
/** A database that is down refuses at once, or a moment later. */
const refusalMs = { min: 1, max: 200 }
/** PostgreSQL ends the session of a silent client after this time. */
const keepAliveMs = 25_000
const lockRetryMs = 100

/** The database server: its state for each node, what is on its way, and the locks of its sessions. */
export function createDatabaseServer(db: Db, { scheduler, chance, trouble }: World) {
	/** Messages of silent lines; they arrive when the line is whole again, or never. */
	const held = new Map<number, (() => void)[]>()
	/** By the id of a node: its process, and when it noticed that its session has ended. */
	const sessions = new Map<string, { process: RunningProcess; isHeld: boolean; lostAt: number | undefined }>()
	const unreachable = () => new Error('the database is unreachable')

	const stateFor = (node: number): 'up' | 'down' | 'silent' => {
		if (trouble.databaseCuts.get(node)?.isSilent) return 'silent'
		return trouble.isDatabaseDown || trouble.databaseCuts.has(node) ? 'down' : 'up'
	}

	function lineOf(process: RunningProcess): DatabaseLine {
		const { index } = process
		function travel(isGated: boolean, resolve: () => void, reject: (error: Error) => void): void {
			const arrive = () => {
				const state = stateFor(index)
				if (state === 'up') return isGated ? process.run(resolve) : resolve()
				if (state === 'down')
					return void scheduler.after(chance.between(refusalMs.min, refusalMs.max), () =>
						process.run(() => reject(unreachable())),
					)
				const waiting = held.get(index) ?? []
				held.set(index, waiting)
				waiting.push(() => (chance.oneIn(2) ? arrive() : process.run(() => reject(unreachable()))))
			}
			scheduler.after(chance.between(travelMs.min, travelMs.max), arrive)
		}
		return {
			toDatabase: what => new Promise((resolve, reject) => travel(what === 'transaction', resolve, reject)),
			toProcess: () => new Promise((resolve, reject) => travel(true, resolve, reject)),
		}
	}

	/** The session of a node has ended at the server; its process notices when it runs. */
	function endSession(id: string): void {
		const session = sessions.get(id)
		if (!session?.isHeld) return
		session.isHeld = false
		session.process.run(() => {
			session.lostAt ??= scheduler.now()
			retry(id)
		})
	}

	function retry(id: string): void {
		const session = sessions.get(id)
		session?.process.after(lockRetryMs, () => {
			if (!sessions.has(id) || session.isHeld) return
			if (stateFor(session.process.index) !== 'up') return retry(id)
			session.isHeld = true
			session.lostAt = undefined
		})
	}

	return {
		db,
		stateFor,
		lineOf,
		isLocked: (id: string): boolean => sessions.get(id)?.isHeld === true,
		/** The ids whose lock is held, in the order of taking it. */
		lockedIds: (): string[] => [...sessions].filter(([, { isHeld }]) => isHeld).map(([id]) => id),
		locksOf(process: RunningProcess): NodeLocks {
			let own = ''
			const line = lineOf(process)
			return {
				async hold(id) {
					await line.toDatabase('transaction')
					own = id
					sessions.set(id, { process, isHeld: true, lostAt: undefined })
				},
				lostForMs() {
					const lostAt = sessions.get(own)?.lostAt
					return lostAt === undefined ? 0 : scheduler.now() - lostAt
				},
				async findFree(ids) {
					await line.toDatabase('statement')
					const free = ids.filter(id => !sessions.get(id)?.isHeld)
					await line.toProcess()
					return free
				},
				release: async () => void sessions.delete(own),
			}
		},
		/** A process has ended, and its connections with it; those of a silent line are noticed by their keepalive. */
		processEnded(id: string): void {
			const session = sessions.get(id)
			if (!session) return
			const isSilent = stateFor(session.process.index) === 'silent'
			scheduler.after(isSilent ? keepAliveMs : 0, () => sessions.delete(id))
		},
		restart(forMs: number): void {
			trouble.isDatabaseDown = true
			for (const id of sessions.keys()) endSession(id)
			scheduler.after(forMs, () => {
				trouble.isDatabaseDown = false
			})
		},
		cut(node: number, forMs: number, isSilent: boolean): void {
			const cut = { isSilent }
			trouble.databaseCuts.set(node, cut)
			const own = [...sessions].filter(([, { process }]) => process.index === node).map(([id]) => id)
			const isCut = () => trouble.databaseCuts.get(node) === cut
			if (isSilent) {
				scheduler.after(keepAliveMs, () => {
					if (isCut()) for (const id of own) endSession(id)
				})
			} else for (const id of own) endSession(id)
			scheduler.after(forMs, () => {
				if (!isCut()) return
				trouble.databaseCuts.delete(node)
				const waiting = held.get(node) ?? []
				held.delete(node)
				for (const act of waiting) act()
			})
		},
	}
}
export type DatabaseServer = ReturnType<typeof createDatabaseServer>
