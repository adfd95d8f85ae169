import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createNodeRegistry, distrustAfterMs, goneAfterMs, type NodeRegistry } from './registry.ts'
import { createSqlNodeStore } from './store.sql.ts'

describeOnEveryDatabase('nodes', open => {
	let database: OpenDatabase
	let elapsed: number
	const nodes: NodeRegistry[] = []
	const removed = vi.fn()

	beforeEach(async () => {
		database = await open()
		elapsed = 1_000_000
		removed.mockClear()
	})
	afterEach(async () => {
		for (const node of nodes.splice(0)) await node.stop()
		await database.close()
	})

	async function start(id: string) {
		const node = createNodeRegistry({
			store: createSqlNodeStore(database.db),
			id,
			url: null,
			version: '1.0.0',
			startedAt: 1,
			elapsedMs: () => elapsed,
			log: createLog('silent'),
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
		expect([one.others(), other.others()]).toEqual([['other'], ['one']])
		await other.stop()
		expect(await rows()).toEqual(['one'])
		await one.beat()
		expect(one.others()).toEqual([])
	})

	test('a node without heartbeats is removed after fifteen seconds, and learns of it when it goes on', async () => {
		const [one, frozen] = [await start('one'), await start('frozen')]
		await one.beat()
		elapsed += goneAfterMs - 1
		await one.beat()
		expect(one.others()).toEqual(['frozen'])
		elapsed += 1
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
		expect(one.others()).toEqual(['other'])
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
})
