import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { repeatInBackground } from '../../platform/timers.ts'
import type { NodeLocks } from './locks.ts'
import {
	beatEveryMs,
	createNodeRegistry,
	distrustAfterMs,
	distrustWithoutLockMs,
	goneAfterMs,
	type NodeRegistry,
} from './registry.ts'
import { createSqlNodeStore } from './store.sql.ts'

describeOnEveryDatabase('nodes', open => {
	let database: OpenDatabase
	let elapsed: number
	const nodes: NodeRegistry[] = []
	const removed = vi.fn()
	/** The nodes that hold their lock, and for how long the others have been without. */
	const held = new Set<string>()
	let lostForMs: number
	/** The nodes that were told of their removal, and whether they have understood. */
	const told: string[] = []
	let isKnown: boolean

	beforeEach(async () => {
		database = await open()
		elapsed = 1_000_000
		removed.mockClear()
		held.clear()
		told.length = 0
		isKnown = true
		lostForMs = 0
	})
	afterEach(async () => {
		for (const node of nodes.splice(0)) await node.stop()
		await database.close()
	})

	const locksOf = (id: string): NodeLocks => ({
		hold: async () => void held.add(id),
		lostForMs: () => (held.has(id) ? 0 : lostForMs),
		findFree: async ids => ids.filter(other => !held.has(other)),
		release: async () => void held.delete(id),
	})

	async function start(id: string) {
		const node = createNodeRegistry({
			store: createSqlNodeStore(database.db),
			locks: locksOf(id),
			id,
			url: `http://${id}`,
			version: '1.0.0',
			secrets: 'fingerprint',
			newestMigration: '0001-first',
			settings: {},
			startedAt: 1,
			elapsedMs: () => elapsed,
			repeat: repeatInBackground,
			log: createLog('silent'),
			tellRemoved: async ({ id: other }) => {
				told.push(other)
				return isKnown
			},
			onRemoved: () => removed(id),
		})
		nodes.push(node)
		await node.start()
		return node
	}
	const rows = async () => (await createSqlNodeStore(database.db).list()).map(({ id }) => id)

	test('a node sees the others, and one that stops is gone at once', async () => {
		const [one, other] = [await start('one'), await start('other')]
		await one.beat()
		expect([one.others(), other.others()]).toEqual([
			[{ id: 'other', url: 'http://other' }],
			[{ id: 'one', url: 'http://one' }],
		])
		await other.stop()
		expect(await rows()).toEqual(['one'])
		await one.beat()
		expect(one.others()).toEqual([])
	})

	test('a node without heartbeats is removed after fifteen seconds, and learns of it when it goes on', async () => {
		const [one, frozen] = [await start('one'), await start('frozen')]
		await one.beat()
		const others = () => one.others().map(({ id }) => id)
		for (let waited = beatEveryMs; waited < goneAfterMs; waited += beatEveryMs) {
			elapsed += beatEveryMs
			await one.beat()
			expect(others()).toEqual(['frozen'])
		}
		elapsed += beatEveryMs
		await one.beat()
		expect([one.others(), await rows()]).toEqual([[], ['one']])
		expect(removed).not.toHaveBeenCalled()
		await frozen.beat()
		expect(removed.mock.calls).toEqual([['frozen']])
		expect(frozen.isTrusted()).toBe(false)
		// It does not come back under the same id.
		await frozen.beat()
		expect(await rows()).toEqual(['one'])
	})

	test('a node that sends heartbeats stays, whatever the clocks say', async () => {
		const [one, other] = [await start('one'), await start('other')]
		for (let seconds = 0; seconds < 60; seconds += 3) {
			elapsed += 3_000
			await other.beat()
			await one.beat()
		}
		expect(one.others()).toEqual([{ id: 'other', url: 'http://other' }])
	})

	test('a heartbeat at the last moment saves a node from its removal', async () => {
		const store = createSqlNodeStore(database.db)
		const late = await start('late')
		const [before] = await store.list()
		await late.beat()
		expect(await store.remove([before ?? { id: 'late', beats: -1 }])).toEqual([])
		expect(await rows()).toEqual(['late'])
	})

	test('a node that cannot write heartbeats stops trusting itself before others remove it', async () => {
		const one = await start('one')
		elapsed += distrustAfterMs - 1
		expect(one.isTrusted()).toBe(true)
		elapsed += 1
		expect(one.isTrusted()).toBe(false)
		await one.beat()
		expect(one.isTrusted()).toBe(true)
		expect(distrustAfterMs).toBeLessThan(goneAfterMs)
	})

	test('[NODE-13] a killed node is removed at the second heartbeat that finds its lock free', async () => {
		const [one] = [await start('one'), await start('killed')]
		await one.beat()
		held.delete('killed')
		elapsed += beatEveryMs
		await one.beat()
		expect(await rows()).toEqual(['killed', 'one'])
		elapsed += beatEveryMs
		await one.beat()
		expect(await rows()).toEqual(['one'])
	})

	test('[NODE-13] a node whose lock is free, and at whose address nothing listens, is removed at once', async () => {
		const one = await start('one')
		await start('other')
		expect(await one.removeIfEnded('other')).toBe(false)
		held.delete('other')
		expect(await one.removeIfEnded('other')).toBe(true)
		expect(await rows()).toEqual(['one'])
		expect(await one.removeIfEnded('other')).toBe(true)
	})

	test('[NODE-13] a node without its lock stops trusting itself before others remove it', async () => {
		const one = await start('one')
		held.delete('one')
		lostForMs = distrustWithoutLockMs - 1
		expect(one.isTrusted()).toBe(true)
		lostForMs = distrustWithoutLockMs
		expect(one.isTrusted()).toBe(false)
		expect(distrustWithoutLockMs).toBeLessThan(beatEveryMs)
	})

	test('[NODE-13] after the database was away for everybody, nobody is removed for the silence meanwhile', async () => {
		const [one, other] = [await start('one'), await start('other')]
		await one.beat()
		elapsed += 60_000
		await one.beat()
		elapsed += beatEveryMs
		await other.beat()
		await one.beat()
		expect(await rows()).toEqual(['one', 'other'])
	})

	test('[NODE-24] a node that was removed is told with each heartbeat, until it knows', async () => {
		const [one] = [await start('one'), await start('cut-off')]
		await one.beat()
		isKnown = false
		elapsed += beatEveryMs
		held.delete('cut-off')
		await one.beat()
		expect(told).toEqual([])
		elapsed += beatEveryMs
		await one.beat()
		expect(await rows()).toEqual(['one'])
		expect(told).toEqual(['cut-off'])
		isKnown = true
		await one.beat()
		await one.beat()
		expect(told).toEqual(['cut-off', 'cut-off'])
	})
})
