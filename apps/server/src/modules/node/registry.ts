import type { Instant } from '@parley/core'
import type { Log } from '../../platform/log.ts'
import type { NodeAddress } from '../../platform/nodeCalls.ts'
import type { Repeat } from '../../platform/timers.ts'
import type { NodeLocks } from './locks.ts'
import type { SettingFingerprints } from './sharedSettings.ts'
import type { NodeRow, NodeStore } from './store.ts'

/** Interval of heartbeats. */
export const beatEveryMs = 3_000
/** A node without a heartbeat for this long is gone: others remove it and take over what it had. */
export const goneAfterMs = 15_000
/** A node that could not write a heartbeat for this long must assume that others are about to remove it. */
export const distrustAfterMs = 10_000
/** A node that has lost its lock for this long must assume the same. Others remove it when its lock is free twice in a row. */
export const distrustWithoutLockMs = 2_000
/** A node whose last look at the others is older than this cannot say how long they have been silent. */
const blindAfterMs = 2 * beatEveryMs
/** A removed node is notified with at most this many heartbeats. */
const maxNotifications = 100

/** The view that other modules have of the servers of a database. */
export interface Nodes {
	/** Id of this node; another one with every start. */
	readonly id: string
	/** False once others may take over what this node has: it must not write about it any more. */
	isTrusted(): boolean
	/** The other running nodes, as of the last heartbeat. */
	others(): NodeAddress[]
	/** Removes a node, at whose address nothing listens, if its process has ended. Returns whether it is removed. */
	removeIfEnded(id: string): Promise<boolean>
}

/** The node of a database that only one process can open. */
export const createOnlyNode = (id: string): Nodes => ({
	id,
	isTrusted: () => true,
	others: () => [],
	removeIfEnded: async () => false,
})

export interface NodeRegistryDeps {
	store: NodeStore
	locks: NodeLocks
	id: string
	/** The address at which other nodes reach this one. */
	url: string | null
	version: string
	/** Fingerprint of the secrets of this node. */
	secrets: string
	/** Newest migration that this node knows. */
	newestMigration: string
	/** Fingerprints of the settings that are the same on all nodes. */
	settings: SettingFingerprints
	startedAt: Instant
	/** Adjustments of the clock do not affect it: nodes are judged by the number of their heartbeats, not by times. */
	elapsedMs(): number
	repeat: Repeat
	log: Log
	/** Tells a node that it was removed; returns whether it knows, or has ended. */
	tellRemoved(node: NodeAddress): Promise<boolean>
	/** Others have removed this node, and taken over what it had: it must stop. */
	onRemoved(): void
}

interface SeenNode {
	url: string | null
	beats: number
	/** When this node first saw this number. */
	since: number
	/** Nobody held its lock when this node last looked. */
	isUnlocked: boolean
}

/** Knows which servers run on a database: each counts heartbeats in its row, and holds a lock while its process runs. */
export function createNodeRegistry(deps: NodeRegistryDeps) {
	const {
		store,
		locks,
		id,
		url,
		version,
		secrets,
		newestMigration,
		settings,
		startedAt,
		elapsedMs,
		repeat,
		log,
		tellRemoved,
		onRemoved,
	} = deps
	const seen = new Map<string, SeenNode>()
	/** Nodes that do not know yet that this one has removed them, and how often they were notified. */
	const unnotified = new Map<NodeAddress, number>()
	let beatenAt = elapsedMs()
	let lookedAt = elapsedMs()
	let isRemoved = false
	let stopBeating = () => {}
	let beating: Promise<void> | undefined

	/** Writes a heartbeat, reads those of the others, and removes nodes that are gone. */
	async function beat(): Promise<void> {
		const at = elapsedMs()
		if (!(await store.beat(id))) {
			isRemoved = true
			stopBeating()
			log.error(
				{ node: id },
				'other servers of this database removed this one because its heartbeats were missing: it stops',
			)
			return onRemoved()
		}
		beatenAt = at
		await remove(await findGone())
		notifyRemoved()
	}

	/** Looks at the other nodes; returns those that are gone. */
	async function findGone(): Promise<NodeRow[]> {
		const rows = (await store.list()).filter(node => node.id !== id)
		const unlocked = new Set(await locks.findFree(rows.map(node => node.id)))
		const now = elapsedMs()
		// Where no node could reach the database for a while, the others were silent for the same reason.
		if (now - lookedAt > blindAfterMs) seen.clear()
		lookedAt = now
		const before = new Map(seen)
		seen.clear()
		return rows.filter(({ id: other, url: address, beats }) => {
			const last = before.get(other)
			const isSilent = last?.beats === beats
			const isUnlocked = unlocked.has(other)
			const since = isSilent ? last.since : now
			seen.set(other, { url: address, beats, since, isUnlocked })
			return isSilent && (now - since >= goneAfterMs || (isUnlocked && last.isUnlocked))
		})
	}

	async function remove(gone: readonly NodeRow[]): Promise<string[]> {
		const removed = gone.length > 0 ? await store.remove(gone) : []
		for (const node of gone) {
			if (!removed.includes(node.id)) continue
			seen.delete(node.id)
			unnotified.set({ id: node.id, url: node.url }, 0)
			log.warn({ node: node.id }, 'another server of this database was removed: it has ended, or sends no heartbeats')
		}
		return removed
	}

	/** Does not wait for answers, because a node that is gone gives none. */
	function notifyRemoved(): void {
		for (const [node, times] of unnotified) {
			unnotified.set(node, times + 1)
			if (times >= maxNotifications) unnotified.delete(node)
			else void tellRemoved(node).then(isKnown => isKnown && unnotified.delete(node))
		}
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
			await locks.hold(id)
			await store.insert({ id, url, version, secrets, newestMigration, settings, startedAt, beats: 0 })
			beatenAt = elapsedMs()
			await beatOnce()
			stopBeating = repeat(beatEveryMs, () => void beatOnce())
		},
		beat: beatOnce,
		isTrusted: (): boolean =>
			!isRemoved && elapsedMs() - beatenAt < distrustAfterMs && locks.lostForMs() < distrustWithoutLockMs,
		others: (): NodeAddress[] => [...seen].map(([other, { url: address }]) => ({ id: other, url: address })),
		async removeIfEnded(other: string): Promise<boolean> {
			const row = (await store.list()).find(node => node.id === other)
			if (!row) return true
			if ((await locks.findFree([other])).length === 0) return false
			return (await remove([row])).length > 0
		},
		async stop(): Promise<void> {
			stopBeating()
			await beating
			if (!isRemoved) await store.leave(id)
			await locks.release()
		},
	}
}
export type NodeRegistry = ReturnType<typeof createNodeRegistry>
