import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeOnEveryDatabase } from '../../../platform/testing/index.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit } from '../model/commit.ts'
import { chatId } from '../model/conversation.ts'
import { sliceRows } from './retention.sql.ts'
import { createSqlMessagingStore } from './store.sql.ts'

/** Enough slices for a write to finish long before all are deleted, even in a synchronous database. */
const slices = 40

const appId = v.parse(ImAppId, 'app')
const li = v.parse(ImUserId, 'li')
const gid = v.parse(GroupId, 'room')
const settings = newGroupSettings({
	name: '',
	mucType: 5,
	owner: li,
})
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describeOnEveryDatabase('removing data past its retention', open => {
	test('thousands are removed in slices, with writes in between', async () => {
		const { db, close } = await open()
		const store = createSqlMessagingStore(db)
		const messages = (count: number, now: number): Commit => ({
			appId,
			now,
			conversation: {
				id: gid,
				...(now === 1 ? { create: { group: settings } } : {}),
				events: upTo(count).map(n => ({ name: 'messagesReceived', uid: li, cmid: `${now}-${n}`, body: { n } })),
			},
			lists: upTo(count).map(n => ({ uid: li, option: 'notice', name: 'notice', body: { n } })),
		})
		const old = sliceRows * slices + 7
		await store.commit([messages(old, 1)])
		await store.commit([messages(3, 10)])
		let isDone = false
		const removal = store
			.applyRetention({ roomEvents: 5, listEntries: 5, requests: 0, audit: 0, guests: 0 })
			.finally(() => {
				isDone = true
			})
		const mins: number[] = []
		for (let now = 20; !isDone; now++) {
			await store.commit([messages(1, now)])
			mins.push((await store.heads(appId, [gid]))[0]?.min ?? 0)
			const [first] = await store.readEvents(appId, gid, { limit: 1, from: 'oldest' })
			expect(first?.hisId).toBeGreaterThanOrEqual(mins.at(-1) ?? 0)
			await new Promise(resolve => setImmediate(resolve))
		}
		expect(await removal).toBe(2 * old)
		// Writes in between saw the log with only some slices deleted.
		expect(mins.some(min => min > 1 && min <= old)).toBe(true)
		expect((await store.heads(appId, [gid]))[0]).toMatchObject({ min: old + 1, last: old + 3 + mins.length })
		const kept = await store.readEvents(appId, gid, { limit: 9_999, from: 'oldest' })
		expect(kept.map(({ hisId }) => hisId)).toEqual(upTo(3 + mins.length).map(n => old + 1 + n))
		expect((await store.listHeads(appId, li)).get('notice')).toMatchObject({ min: old + 1 })
		await close()
	})

	test('[ROOM-134] private messages of a meeting are removed with those to everyone; other chats are kept', async () => {
		const { db, close } = await open()
		const store = createSqlMessagingStore(db)
		const uid = (id: string) => v.parse(ImUserId, id)
		const [ofMeeting, ofColleagues] = [chatId(uid('p-ann'), uid('p-bob')), chatId(uid('li'), uid('p'))]
		for (const id of [ofMeeting, ofColleagues]) {
			const event = { name: 'messagesReceived' as const, uid: li, cmid: 'c', body: {} }
			await store.commit([{ appId, now: 1, conversation: { id, create: {}, events: [event] } }])
		}
		await store.applyRetention({ roomEvents: 5, listEntries: 5, requests: 0, audit: 0, guests: 0 })
		const left = (id: string) => store.readEvents(appId, id, { limit: 9, from: 'oldest' })
		expect([(await left(ofMeeting)).length, (await left(ofColleagues)).length]).toEqual([0, 1])
		await close()
	})
})
