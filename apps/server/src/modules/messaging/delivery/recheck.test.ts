import { expect, test } from 'vitest'
import { createManualTimers } from '../testing/manualTimers.ts'
import { appId, uidOf } from '../testing/messagingNodes.ts'
import { createRecheck } from './recheck.ts'
import { createSubscriber, type Subscriber } from './subscribers.ts'

/** Sets up a node with `sessions` sessions, each of which takes `costMs` to check, concurrently within a slice. */
function aNode({ sessions, costMs }: { sessions: number; costMs: number }) {
	const timers = createManualTimers()
	const connection = { id: 'c', address: '', origin: '', send() {}, pendingBytes: () => 0, close() {} }
	const all = Array.from({ length: sessions }, (_, index) =>
		createSubscriber({ connection, giveUp() {} }, appId, uidOf(`p${index}`)),
	)
	/** Time of the last check of each subscriber. */
	const lookedAt = new Map<Subscriber, number>()
	const state = { isFailing: false, warnings: 0, written: undefined as number | undefined }
	const { stop, checkAll } = createRecheck({
		store: {
			conversationsStamp: async () => '',
			listConversations: async () => [],
			writesElsewhere: async () => state.written,
		},
		subscribers: { all: () => all },
		lists: {
			async readNew(subscriber) {
				if (state.isFailing) throw new Error('no database')
				if (costMs > 0) await new Promise<void>(resolve => void timers.after(costMs, resolve))
				lookedAt.set(subscriber, timers.now())
			},
		},
		fanOut: { push() {} },
		timers,
		log: { warn: () => void state.warnings++ },
	})
	/** Advances in steps, so that chained work can run. */
	const pass = async (ms: number) => {
		for (let passed = 0; passed < ms; passed += 10) await timers.advance(10)
	}
	return { timers, lookedAt, pass, state, stop, checkAll }
}

test('every session is checked within ten seconds, however many exist', async () => {
	const { lookedAt, pass, stop } = aNode({ sessions: 5_000, costMs: 0 })
	await pass(7_000)
	expect(lookedAt.size).toBe(5_000)
	stop()
})

test('a round on a slow database ends in time, and the next continues with the others', async () => {
	const { lookedAt, pass, stop } = aNode({ sessions: 1_000, costMs: 300 })
	await pass(9_900)
	const inFirst = lookedAt.size
	expect(inFirst).toBeGreaterThan(500)
	expect(inFirst).toBeLessThan(1_000)
	await pass(9_000)
	expect(lookedAt.size).toBe(1_000)
	stop()
})

test('a failing database is reported, and the check retried', async () => {
	const { lookedAt, pass, state, stop } = aNode({ sessions: 10, costMs: 0 })
	state.isFailing = true
	await pass(6_000)
	expect([lookedAt.size, state.warnings]).toEqual([0, 1])
	state.isFailing = false
	await pass(5_000)
	expect(lookedAt.size).toBe(10)
	stop()
})

test('if only this process writes no session is checked, until another process has written or a commit failed', async () => {
	const { lookedAt, pass, state, stop, checkAll } = aNode({ sessions: 100, costMs: 0 })
	const looked = async () => {
		lookedAt.clear()
		await pass(6_000)
		return lookedAt.size
	}
	state.written = 1
	expect(await looked()).toBe(100)
	expect(await looked()).toBe(0)
	state.written = 2
	expect(await looked()).toBe(100)
	expect(await looked()).toBe(0)
	checkAll()
	expect(await looked()).toBe(100)
	stop()
})

test('sessions that were not checked when the database failed are checked later, even without further writes', async () => {
	const { lookedAt, pass, state, stop } = aNode({ sessions: 100, costMs: 0 })
	state.written = 1
	state.isFailing = true
	await pass(6_000)
	state.isFailing = false
	await pass(6_000)
	expect(lookedAt.size).toBe(100)
	stop()
})
