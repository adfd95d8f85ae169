import type { MeetingId } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { createFixtureClock, meetingId, otherMeetingId } from './fixtures.ts'
import { createSqlRoomNodes, unusedAfterMs } from './roomNodes.sql.ts'

describeOnEveryDatabase('nodes of rooms', open => {
	let database: OpenDatabase
	let clock: ReturnType<typeof createFixtureClock>
	beforeEach(async () => {
		database = await open()
		clock = createFixtureClock()
	})
	afterEach(() => database.close())

	const nodeStore = () => createSqlNodeStore(database.db)
	async function start(id: string, isTrusted = () => true) {
		await nodeStore().insert(aNodeRow(id, { url: `http://${id}:3000` }))
		return createSqlRoomNodes({
			db: database.db,
			nodes: { id, isTrusted, others: () => [], removeIfEnded: async () => false },
			clock,
		})
	}
	const inUse =
		(...meetings: MeetingId[]) =>
		(asked: MeetingId) =>
			meetings.includes(asked)

	test('[NODE-01] one node has the room of a meeting, however many claim it at once; the others know where it is', async () => {
		const all = [await start('one'), await start('two'), await start('three')]
		expect(await Promise.all(all.map(node => node.findOther(meetingId)))).toEqual([undefined, undefined, undefined])
		const claims = await Promise.all([...all, ...all].map(node => node.claim(meetingId)))
		expect(claims.slice(0, 3).filter(Boolean)).toHaveLength(1)
		expect(claims.slice(3)).toEqual(claims.slice(0, 3))
		const owner = ['one', 'two', 'three'][claims.indexOf(true)] ?? ''
		const others = await Promise.all(all.map(node => node.findOther(meetingId)))
		for (const [index, other] of others.entries())
			expect(other).toEqual(claims[index] ? undefined : { id: owner, url: `http://${owner}:3000` })
		expect(await all[0]?.claim(otherMeetingId)).toBe(true)
	})

	test('[NODE-02] a room that is not in use is given up after a minute; one in use, and one just claimed, are not', async () => {
		const [one, two] = [await start('one'), await start('two')]
		await one.claim(meetingId)
		await one.claim(otherMeetingId)
		clock.pass(unusedAfterMs - 1)
		await one.releaseUnused(inUse())
		expect(await two.claim(meetingId)).toBe(false)
		clock.pass(1)
		await one.claim(otherMeetingId)
		await one.releaseUnused(inUse())
		expect([await two.claim(meetingId), await two.claim(otherMeetingId)]).toEqual([true, false])
		clock.pass(unusedAfterMs)
		await one.releaseUnused(inUse(otherMeetingId))
		expect(await two.claim(otherMeetingId)).toBe(false)
		expect([await one.claim(meetingId), (await one.findOther(meetingId))?.id]).toEqual([false, 'two'])
	})

	test('[NODE-03] the rooms of a node that others have removed are free, and it cannot claim any', async () => {
		const [one, two] = [await start('one'), await start('two')]
		await one.claim(meetingId)
		await nodeStore().remove([{ id: 'one', beats: 0 }])
		expect(await two.findOther(meetingId)).toBeUndefined()
		expect(await two.claim(meetingId)).toBe(true)
		await expect(one.claim(otherMeetingId)).rejects.toThrow()
	})

	test('[NODE-03] a node that may have been removed claims nothing, not even a room it has', async () => {
		let isTrusted = true
		const one = await start('one', () => isTrusted)
		expect(await one.claim(meetingId)).toBe(true)
		isTrusted = false
		await expect(one.claim(meetingId)).rejects.toThrow('other nodes')
	})
})
