import type { Instant } from '@parley/core'
import type { SettingFingerprints } from './sharedSettings.ts'

/** One running server of a database. */
export interface NodeRow {
	id: string
	/** The address at which other nodes reach it; null if its settings do not name one. */
	url: string | null
	version: string
	/** Fingerprint of its secrets; null for those of earlier versions. */
	secrets: string | null
	/** Newest migration that it knows; null for earlier versions. */
	newestMigration: string | null
	/** Fingerprints of the settings that all servers have alike; null for earlier versions. */
	settings: SettingFingerprints | null
	startedAt: Instant
	/** Number of its heartbeats so far. */
	beats: number
}

export interface NodeStore {
	insert(node: NodeRow): Promise<void>
	/** Counts a heartbeat; false if another node has removed this one. */
	beat(id: string): Promise<boolean>
	list(): Promise<NodeRow[]>
	/** Removes nodes whose number of heartbeats is still the given one, and returns their ids; one with another heartbeat stays. */
	remove(nodes: readonly Pick<NodeRow, 'id' | 'beats'>[]): Promise<string[]>
	/** Removes all nodes: the caller knows that none is running. */
	removeAll(): Promise<void>
	/** Removes a node that stops. */
	leave(id: string): Promise<void>
}
