import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { Commit, CommitResult } from '../model/commit.ts'
import { createManualTimers, settled } from '../testing/manualTimers.ts'
import { createCommitQueue } from './commitQueue.ts'

const appId = v.parse(ImAppId, 'app')
const uid = v.parse(ImUserId, 'li')
const commitOf = (cmid: string): Commit => ({
	appId,
	now: 0,
	conversation: { id: 'g', events: [{ name: 'messagesReceived', uid, cmid, body: {} }] },
})
const committed: CommitResult = { status: 'committed', events: [], lists: [], answer: {} }

function setUp({ untilToldMs }: { untilToldMs?: (cmid: string | undefined) => number } = {}) {
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
		...(untilToldMs ? { untilToldMs: commit => untilToldMs(cmidOf(commit)) } : {}),
	})
	return { queue, timers, batches, told, waitedMs }
}

test('commits that arrive within two milliseconds form one transaction, and later ones the next, in order', async () => {
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

test('commits wait longer to be grouped if no one would be notified sooner, unless one of them is announced at once', async () => {
	const { queue, timers, batches } = setUp({ untilToldMs: cmid => (cmid?.startsWith('slow') ? 200 : 0) })
	const commit = (cmid: string) => void queue.commit(commitOf(cmid))
	commit('slow 1')
	await timers.advance(99)
	commit('slow 2')
	expect(batches).toHaveLength(0)
	await timers.advance(1)
	batches[0]?.finish()
	await settled()

	commit('slow 3')
	await timers.advance(10)
	commit('soon')
	await timers.advance(2)
	expect(batches.map(({ cmids }) => cmids)).toEqual([
		['slow 1', 'slow 2'],
		['slow 3', 'soon'],
	])
})

test('a commit whose sender has more writes waiting is not held for grouping, whether those came before or after', async () => {
	const { queue, timers, batches } = setUp({ untilToldMs: () => 90 })
	void queue.commit(commitOf('a'), true)
	await timers.advance(2)
	expect(batches).toHaveLength(1)
	batches[0]?.finish()
	await settled()

	void queue.commit(commitOf('b'))
	await timers.advance(30)
	expect(batches).toHaveLength(1)
	queue.hurry()
	await timers.advance(2)
	expect(batches[1]?.cmids).toEqual(['b'])
	batches[1]?.finish()
	await settled()
	queue.hurry()
	await timers.advance(100)
	expect(batches).toHaveLength(2)
})

test('a commit is stored before those who wait for it are notified', async () => {
	const { queue, timers, batches } = setUp({ untilToldMs: () => 20 })
	void queue.commit(commitOf('a'))
	await timers.advance(14)
	expect(batches).toHaveLength(0)
	await timers.advance(1)
	expect(batches).toHaveLength(1)
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

test('a failed transaction fails only its commits, and no one is notified of them', async () => {
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

test('only stored commits are announced, before the sender is answered', async () => {
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

test('the waiting time of stored commits is measured', async () => {
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

test('a write whose announcement fails is answered, and so are later ones', async () => {
	const timers = createManualTimers()
	const failures: unknown[] = []
	let isBroken = true
	const queue = createCommitQueue({
		timers,
		store: { commit: async commits => commits.map(() => committed) },
		onCommitted() {
			if (isBroken) throw new Error('the announcement failed')
		},
		onTellFailed: error => failures.push(error),
	})
	const statuses: string[] = []
	const send = async (cmid: string) => {
		void queue.commit(commitOf(cmid)).then(({ status }) => statuses.push(status))
		await timers.advance(5)
	}
	await send('a')
	isBroken = false
	await send('b')
	expect(statuses).toEqual(['committed', 'committed'])
	expect(failures).toMatchObject([{ message: 'the announcement failed' }])
})
