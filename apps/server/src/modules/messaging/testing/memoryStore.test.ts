import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Commit } from '../model/commit.ts'
import { chatId } from '../model/conversation.ts'
import { messagingStoreSuite } from '../store/store.suite.ts'
import { type CommitStep, createMemoryStore } from './memoryStore.ts'

describe('messaging store in memory', () =>
	messagingStoreSuite(async () => ({ store: createMemoryStore(), close: async () => {} })))

const appId = v.parse(ImAppId, 'app')
const li = v.parse(ImUserId, 'li')
const id = chatId(li, v.parse(ImUserId, 'han'))
const send = (cmid: string): Commit => ({
	appId,
	now: 1,
	conversation: { id, create: {}, events: [{ name: 'messagesReceived', uid: li, cmid, body: { content: cmid } }] },
})

test('killed before the commit, none of a list is stored; killed after it, all is', async () => {
	const steps: CommitStep[] = []
	let killAfter = Number.POSITIVE_INFINITY
	const store = createMemoryStore({
		onStep(step) {
			steps.push(step)
			if (steps.length > killAfter) throw new Error('killed')
		},
	})
	const positions = async () =>
		(await store.readEvents(appId, id, { limit: 9, from: 'oldest' })).map(({ hisId }) => hisId)
	await store.commit([send('a'), send('b')])
	const all = [...steps]
	expect(all).toEqual(['begun', 'applied', 'applied', 'staged', 'committed'])
	for (const [index, step] of all.entries()) {
		steps.length = 0
		killAfter = index
		await expect(store.commit([send('c'), send('d')])).rejects.toThrow('killed')
		expect(await positions()).toEqual(step === 'committed' ? [1, 2, 3, 4] : [1, 2])
	}
	killAfter = Number.POSITIVE_INFINITY
	const again = await store.commit([send('c'), send('e')])
	expect(again.map(({ status }) => status)).toEqual(['repeated', 'committed'])
	expect(await positions()).toEqual([1, 2, 3, 4, 5])
})

test('stored data cannot be modified through its input or output', async () => {
	const store = createMemoryStore()
	const commit = send('a')
	await store.commit([commit])
	const body = commit.conversation?.events[0]?.body ?? {}
	body.content = 'changed'
	const read = await store.findEvent(appId, id, 1)
	expect(read?.body.content).toBe('a')
	expect(() => Object.assign(read?.body ?? {}, { content: 'changed' })).toThrow()
})
