import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { createCommitQueue } from './commitQueue.ts'
import type { Commit, CommitResult } from './store.ts'
import { createManualTimers, settled } from './testing/manualTimers.ts'

const appId = v.parse(ImAppId, 'app')
const uid = v.parse(ImUserId, 'li')
const commitOf = (cmid: string): Commit => ({
	appId,
	now: 0,
	conversation: { id: 'g', events: [{ name: 'messagesReceived', uid, cmid, body: {} }] },
})
const committed: CommitResult = { status: 'committed', events: [], lists: [], answer: {} }

function setUp() {
	const timers = createManualTimers()
	const batches: { cmids: (string | undefined)[]; finish(results?: CommitResult[]): void; fail(): void }[] = []
	const told: (string | undefined)[] = []
	const waitedMs: number[] = []
	const cmidOf = (commit: Commit) => commit.conversation?.events[0]?.cmid
	const queue = createCommitQueue({
		timers,
		store: {
			commit: commits =>
				new Promise((resolve, reject) => {
					batches.push({
						cmids: commits.map(cmidOf),
						finish: (results = commits.map(() => committed)) => resolve(results),
						fail: () => reject(new Error('the disk is full')),
					})
				}),
		},
		onCommitted: commit => told.push(cmidOf(commit)),
		onStored: ms => waitedMs.push(ms),
	})
	return { queue, timers, batches, told, waitedMs }
}

test('what comes in within two milliseconds is one transaction, and what comes in meanwhile the next, in its order', async () => {
	const { queue, timers, batches, told } = setUp()
	const answers: string[] = []
	for (const cmid of ['a', 'b']) void queue.commit(commitOf(cmid)).then(() => answers.push(cmid))
	expect(batches).toHaveLength(0)
	await timers.advance(2)
	for (const cmid of ['c', 'd']) void queue.commit(commitOf(cmid)).then(() => answers.push(cmid))
	await timers.advance(50)
	expect(batches.map(batch => batch.cmids)).toEqual([['a', 'b']])
	expect([told, answers]).toEqual([[], []])
	batches[0]?.finish()
	await settled()
	expect(told).toEqual(['a', 'b'])
	expect(answers).toEqual(['a', 'b'])
	expect(batches[1]?.cmids).toEqual(['c', 'd'])
})

test('a transaction has at most 64 commits, and starts with the 64th', async () => {
	const { queue, batches } = setUp()
	for (let i = 0; i < 100; i++) void queue.commit(commitOf(`m${i}`))
	await settled()
	expect(batches[0]?.cmids).toHaveLength(64)
	batches[0]?.finish()
	await settled()
	expect(batches[1]?.cmids).toHaveLength(36)
})

test('a failed transaction fails its commits alone, and nobody is told of them', async () => {
	const { queue, timers, batches, told } = setUp()
	const failed = expect(queue.commit(commitOf('a'))).rejects.toThrow('the disk is full')
	await timers.advance(2)
	const later = queue.commit(commitOf('b'))
	batches[0]?.fail()
	await failed
	await settled()
	batches[1]?.finish()
	await expect(later).resolves.toMatchObject({ status: 'committed' })
	expect(told).toEqual(['b'])
})

test('only what was stored is told, before its sender is answered', async () => {
	const { queue, timers, batches, told } = setUp()
	const order: string[] = []
	void queue.commit(commitOf('a')).then(() => order.push(`answered with ${told.length} told`))
	void queue.commit(commitOf('b')).then(result => order.push(result.status))
	await timers.advance(2)
	batches[0]?.finish([committed, { status: 'changed' }])
	await settled()
	expect(told).toEqual(['a'])
	expect(order).toEqual(['answered with 1 told', 'changed'])
})

test('how long a commit waited until it was stored is measured, of those that were', async () => {
	const { queue, timers, batches, waitedMs } = setUp()
	for (const cmid of ['a', 'b']) void queue.commit(commitOf(cmid))
	await timers.advance(2)
	void queue.commit(commitOf('c'))
	await timers.advance(30)
	batches[0]?.finish([committed, { status: 'changed' }])
	await settled()
	expect(waitedMs).toEqual([32])
	await timers.advance(10)
	batches[1]?.finish()
	await settled()
	expect(waitedMs).toEqual([32, 40])
})

test('it is drained when the last commit is stored', async () => {
	const { queue, batches } = setUp()
	const drained = vi.fn()
	void queue.commit(commitOf('a'))
	void queue.drained().then(drained)
	await settled()
	expect(drained).not.toHaveBeenCalled()
	batches[0]?.finish()
	await settled()
	expect(drained).toHaveBeenCalled()
})
