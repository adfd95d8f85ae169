import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSharedReads } from './sharedReads.ts'

/** A store whose content is the number of writes, with reads that may take time. */
function aStore() {
	const share = createSharedReads<{ content: number; version: number }>()
	const store = { content: 0, reads: 0, pause: async () => {} }
	const ask = (key = 'key', version = store.content) =>
		share(key, version, async latest => {
			store.reads += 1
			const { content } = store
			await store.pause()
			return { content, version: latest }
		})
	return { store, ask }
}

test('concurrent requests share a read, which begins after the last of them', async () => {
	const { store, ask } = aStore()
	const asked = []
	for (; store.content < 5; store.content += 1) asked.push(ask())
	const answers = await Promise.all(asked)
	expect(answers).toEqual(Array.from({ length: 5 }, () => ({ content: 5, version: 4 })))
	expect(store.reads).toBe(1)
})

test('a shared read uses the latest known version, whatever the order of the requests', async () => {
	const { ask } = aStore()
	const answers = await Promise.all([ask('key', 2), ask('key', 3), ask('key', 1)])
	expect(answers.map(({ version }) => version)).toEqual([3, 3, 3])
})

test('a request for another key has a read of its own', async () => {
	const { store, ask } = aStore()
	await Promise.all([ask('one'), ask('other')])
	expect(store.reads).toBe(2)
})

test('a request during a read waits for the next one, so that the answer is not older than the request', async () => {
	const { store, ask } = aStore()
	let finish = () => {}
	store.pause = () => new Promise(resolve => (finish = resolve))
	const first = ask()
	await setImmediate()
	expect(store.reads).toBe(1)

	store.content += 1
	store.pause = async () => {}
	const second = ask()
	expect(await second).toEqual({ content: 1, version: 1 })
	finish()
	expect(await first).toEqual({ content: 0, version: 0 })
})

test('a failed read fails for all who share it, and the next one is tried', async () => {
	const { store, ask } = aStore()
	store.pause = () => Promise.reject(new Error('no'))
	const outcomes = await Promise.allSettled([ask(), ask()])
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
	store.pause = async () => {}
	expect(await ask()).toEqual({ content: 0, version: 0 })
	expect(store.reads).toBe(2)
})
