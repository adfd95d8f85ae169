import type { MeetingId } from '@parley/core'
import { expect, test } from 'vitest'
import { describeOnEveryDatabase } from '../../../../../platform/testing/index.ts'
import { createSqlSentMeetingStore } from './sentMeetings.sql.ts'

const [meeting, other] = ['123456789', '234567890'] as [MeetingId, MeetingId]

describeOnEveryDatabase('sent meetings', open => {
	test('[NODE-44] a meeting that is sent is listed by every server, with its last time, until it is removed', async () => {
		const { db, close } = await open()
		const [one, another] = [createSqlSentMeetingStore(db), createSqlSentMeetingStore(db)]
		await one.put('abc', meeting, 1_000)
		await one.put('def', other, 2_000)
		await another.put('abc', meeting, 3_000)
		expect((await one.list()).toSorted((a, b) => a.sentAt - b.sentAt)).toEqual([
			{ streamId: 'def', meetingId: other, sentAt: 2_000 },
			{ streamId: 'abc', meetingId: meeting, sentAt: 3_000 },
		])
		await another.remove('abc')
		await another.remove('abc')
		expect(await one.list()).toEqual([{ streamId: 'def', meetingId: other, sentAt: 2_000 }])
		await close()
	})
})
