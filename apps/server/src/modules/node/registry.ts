import type { Instant } from '@parley/core'
import type { Log } from '../../platform/log.ts'
import type { NodeRow, NodeStore } from './store.ts'

/** Interval of heartbeats. */
export const beatEveryMs = 3_000
/** A node without a heartbeat for this long is gone: others remove it and take over what it had. */
export const goneAfterMs = 15_000
/** A node that could not write a heartbeat for this long must assume that others are about to remove it. */
export const distrustAfterMs = 10_000

/** The view that other modules have of the servers of a database. */
export interface Nodes {
	/** Id of this node; another one with every start. */
	readonly id: string
	/** False once others may take over what this node has: it must not write about it any more. */
	isTrusted(): boolean
	/** The ids of the other running nodes, as of the last heartbeat. */
	others(): string[]
}

/** The node of a database that only one process can open. */
export const createOnlyNode = (id: string): Nodes => ({ id, isTrusted: () => true, others: () => [] })

export interface NodeRegistryDeps {
	store: NodeStore
	id: string
	/** Where other nodes reach this one. */
	url: string | null
	version: string
	startedAt: Instant
	/** Unaffected by adjustments of the clock: nodes are judged by the number of their heartbeats, not by times. */
	elapsedMs(): number
	log: Log
	/** Others have removed this node, and taken over what it had: it must stop. */
	onRemoved(): void
}

/** Knows which servers run on a database, by heartbeats that each counts in its row. */
export function createNodeRegistry(deps: NodeRegistryDeps) {
	const { store, id, url, version, startedAt, elapsedMs, log, onRemoved } = deps
	/** The number of heartbeats of each node, and when this node first saw it. */
	const seen = new Map<string, { beats: number; since: number }>()
	let beatenAt = elapsedMs()
	let isRemoved = false
	let timer: NodeJS.Timeout | undefined
	let beating: Promise<void> | undefined

	/** Writes a heartbeat, reads those of the others, and removes nodes that are gone. */
	async function beat(): Promise<void> {
		const at = elapsedMs()
		if (!(await store.beat(id))) {
			isRemoved = true
			clearInterval(timer)
			log.error(
				{ node: id },
				'other servers of this database removed this one because its heartbeats were missing: it stops',
			)
			return onRemoved()
		}
		beatenAt = at
		const others = (await store.list()).filter(node => node.id !== id)
		note(others)
		const gone = others.filter(node => elapsedMs() - (seen.get(node.id)?.since ?? 0) >= goneAfterMs)
		if (gone.length === 0) return
		for (const removed of await store.remove(gone)) {
			seen.delete(removed)
			log.warn({ node: removed }, 'another server of this database sends no more heartbeats: it is taken for stopped')
		}
	}

	function note(others: readonly NodeRow[]) {
		const running = new Set(others.map(node => node.id))
		for (const known of seen.keys()) if (!running.has(known)) seen.delete(known)
		for (const { id: other, beats } of others)
			if (seen.get(other)?.beats !== beats) seen.set(other, { beats, since: elapsedMs() })
	}

	/** The next heartbeat waits for the one before. */
	const beatOnce = () => {
		beating ??= beat()
			.catch(error => log.warn({ err: error }, 'the heartbeat of this server could not be written'))
			.finally(() => {
				beating = undefined
			})
		return beating
	}

	return {
		id,
		async start(): Promise<void> {
			await store.insert({ id, url, version, startedAt, beats: 0 })
			beatenAt = elapsedMs()
			await beatOnce()
			timer = setInterval(beatOnce, beatEveryMs)
			timer.unref()
		},
		beat: beatOnce,
		isTrusted: (): boolean => !isRemoved && elapsedMs() - beatenAt < distrustAfterMs,
		others: (): string[] => [...seen.keys()],
		async stop(): Promise<void> {
			clearInterval(timer)
			await beating
			if (!isRemoved) await store.leave(id)
		},
	}
}
export type NodeRegistry = ReturnType<typeof createNodeRegistry>
