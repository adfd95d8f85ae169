import type { MeetingId, UserId } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createSqlCallStore } from './store.sql.ts'
import type { CallStore } from './store.ts'

const [meetingId, otherMeeting] = ['312846905', '312846906'] as [MeetingId, MeetingId]
const [ben, olga, zoe] = ['u-ben', 'u-olga', 'u-zoe'] as [UserId, UserId, UserId]
const times = { ringsUntil: 200, admittedAfter: 40 }

describeOnEveryDatabase('calls of meetings', open => {
	let database: OpenDatabase
	let store: CallStore
	beforeEach(async () => {
		database = await open()
		store = createSqlCallStore(database.db)
	})
	afterEach(() => database.close())

	test('[IMCALL-55] those who were admitted lately are not called, others are until they answer', async () => {
		await store.noteAdmitted(meetingId, zoe, 20)
		await store.noteAdmitted(meetingId, zoe, 50)
		await store.noteAdmitted(meetingId, olga, 40)
		await store.noteAdmitted(otherMeeting, ben, 50)
		expect(await store.begin(meetingId, [ben, olga, zoe], times)).toEqual([ben, olga])
		expect([
			await store.isRinging(meetingId, ben, 100),
			await store.isRinging(meetingId, zoe, 100),
			await store.isRinging(otherMeeting, ben, 100),
			await store.isRinging(meetingId, ben, 200),
		]).toEqual([true, false, false, false])
		expect([await store.end(meetingId, ben, 100), await store.end(meetingId, ben, 100)]).toEqual([true, false])
		expect(await store.end(meetingId, olga, 200)).toBe(false)
	})

	test('[IMCALL-55] the end of a meeting ends the calls to it that still ring', async () => {
		await store.begin(meetingId, [ben, olga], times)
		await store.begin(otherMeeting, [ben], times)
		expect((await store.endAll(meetingId, 100)).toSorted()).toEqual([ben, olga])
		expect([await store.endAll(meetingId, 100), await store.endAll(otherMeeting, 200)]).toEqual([[], []])
		expect(await store.isRinging(otherMeeting, ben, 100)).toBe(true)
	})

	test('a call to nobody calls nobody, and a second one rings for as long as the last', async () => {
		expect(await store.begin(meetingId, [], times)).toEqual([])
		await store.begin(meetingId, [ben], times)
		expect(await store.begin(meetingId, [ben], { ...times, ringsUntil: 300 })).toEqual([ben])
		expect(await store.isRinging(meetingId, ben, 250)).toBe(true)
	})

	test('what is over is removed', async () => {
		await store.begin(meetingId, [ben], times)
		await store.begin(meetingId, [olga], { ...times, ringsUntil: 300 })
		await store.noteAdmitted(meetingId, zoe, 50)
		await store.removeOld(200, 50)
		expect((await store.endAll(meetingId, 0)).toSorted()).toEqual([olga])
		expect(await store.begin(meetingId, [zoe], { ringsUntil: 300, admittedAfter: 0 })).toEqual([zoe])
	})
})
