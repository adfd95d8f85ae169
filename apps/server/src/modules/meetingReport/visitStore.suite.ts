import type { UserId } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { aQualityReport } from '../../testing/aQualityReport.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { aVisit, meetingId, otherMeetingId } from './fixtures.ts'
import { createSqlVisitStore } from './visitStore.sql.ts'
import type { VisitStore } from './visitStore.ts'

const second = 'p_000000000002' as ParticipantId

/** Requirements on every store of visits; called once per database, inside its own `describe`. */
export function visitStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: VisitStore

	beforeEach(async () => {
		database = await open()
		store = createSqlVisitStore(database.db)
	})
	afterEach(() => database.close())

	const nothingYet = { leftAt: null, joinMs: null, firstFrameMs: null, rating: null, samples: [] }
	const list = () => store.listLast(meetingId)

	test('[ROOM-168] a visit keeps what was reported, in order, and its last name', async () => {
		const visit = aVisit({ name: 'Robert"); drop table' })
		await store.begin(visit, 'node-1')
		expect(await list()).toEqual([{ ...visit, ...nothingYet }])
		await store.addReport(visit, 60_000, aQualityReport({ concealedMs: 12_000 }))
		await store.addReport(visit, 30_000, aQualityReport({ joinMs: 900, firstFrameMs: 1_400 }))
		await store.addReport(visit, 30_000, aQualityReport({ freezes: 9 }))
		await store.end({ ...visit, name: 'Robert' }, 90_000)
		const { joinMs: _, firstFrameMs: __, ...sample } = aQualityReport()
		expect(await list()).toEqual([
			{
				...visit,
				name: 'Robert',
				leftAt: 90_000,
				joinMs: 900,
				firstFrameMs: 1_400,
				rating: null,
				samples: [
					{ ...sample, at: 30_000 },
					{ ...sample, at: 60_000, concealedMs: 12_000 },
				],
			},
		])
	})

	test('[ROOM-168] of a series the visits of the last time are listed, and those of other meetings are not', async () => {
		await store.begin(aVisit(), 'node-1')
		await store.begin(aVisit({ participantId: second, heldAt: 2_000 }), 'node-1')
		await store.begin(
			aVisit({ participantId: 'p_000000000003' as ParticipantId, meetingId: otherMeetingId, heldAt: 3_000 }),
			'node-1',
		)
		expect((await list()).map(({ participantId }) => participantId)).toEqual([second])
	})

	test('[ROOM-171] a killed server leaves visits open: they end with their last report', async () => {
		const visit = aVisit()
		await store.begin(visit, 'node-1')
		await store.begin(aVisit({ participantId: second }), 'node-1')
		await store.addReport(visit, 30_000, aQualityReport())
		await store.endOfGoneNodes('node-1')
		expect((await list()).map(({ leftAt }) => leftAt)).toEqual([null, null])
		await store.endOfGoneNodes('node-2')
		expect((await list()).map(({ leftAt }) => leftAt)).toEqual([30_000, 1_500])
	})

	test('[NODE-03] visits to rooms of another node are open as long as it runs', async () => {
		const nodes = createSqlNodeStore(database.db)
		await nodes.insert(aNodeRow('node-1', { url: null }))
		await store.begin(aVisit(), 'node-1')
		await store.endOfGoneNodes('node-2')
		expect((await list()).map(({ leftAt }) => leftAt)).toEqual([null])
		await nodes.leave('node-1')
		await store.endOfGoneNodes('node-2')
		expect((await list()).map(({ leftAt }) => leftAt)).toEqual([1_500])
	})

	test('[ROOM-168] whoever comes back has another visit, with its own reports, end and rating', async () => {
		const visit = aVisit()
		await store.begin(visit, 'node-1')
		await store.addReport(visit, 30_000, aQualityReport())
		await store.end(visit, 40_000)
		await store.rate(visit.participantId, 'poor')
		const again = aVisit({ joinedAt: 7_200_000 })
		await store.begin(again, 'node-1')
		await store.addReport(again, 7_230_000, aQualityReport({ joinMs: 900 }))
		await store.rate(visit.participantId, 'great')
		const shown = async () =>
			(await list()).map(({ joinedAt, leftAt, joinMs, rating, samples }) => [
				...[joinedAt, leftAt, joinMs, rating],
				samples.map(({ at }) => at),
			])
		expect(await shown()).toEqual([
			[1_500, 40_000, null, 'poor', [30_000]],
			[7_200_000, null, 900, 'great', [7_230_000]],
		])
		await store.end(again, 7_240_000)
		expect((await store.totalsSince(0)).totalMs).toBe(38_500 + 40_000)
		const next = aVisit({ heldAt: 90_000_000, joinedAt: 90_000_500 })
		await store.begin(next, 'node-1')
		expect((await list()).map(({ joinedAt }) => joinedAt)).toEqual([90_000_500])
	})

	test('[ROOM-174] a person whose account is deleted during a visit leaves without a name', async () => {
		const visit = aVisit({ name: 'Ada', userId: 'u-ada' })
		await store.begin(visit, 'node-1')
		await store.begin(aVisit({ participantId: second }), 'node-1')
		await store.forgetPerson('u-ada' as UserId)
		await store.end(visit, 90_000)
		expect((await list()).map(({ name, leftAt }) => [name, leftAt])).toEqual([
			['', 90_000],
			['李雷', null],
		])
	})

	test('[ROOM-172] a visit is rated, and rated again, unless it is gone', async () => {
		const { participantId } = aVisit()
		expect(await store.rate(participantId, 'great')).toBe(undefined)
		await store.begin(aVisit(), 'node-1')
		expect(await store.rate(participantId, 'great')).toEqual({ before: null })
		expect(await store.rate(participantId, 'poor')).toEqual({ before: 'great' })
		expect((await list())[0]?.rating).toBe('poor')
	})

	test('[ROOM-171] totals are those of the visits since a time', async () => {
		expect(await store.totalsSince(0)).toMatchObject({
			meetings: 0,
			visits: 0,
			totalMs: 0,
			joinMs: null,
			receivedPackets: 0,
		})
		await store.begin(aVisit({ joinedAt: 100 }), 'node-1')
		await store.end(aVisit({ joinedAt: 100 }), 200)
		const visit = aVisit({ participantId: second, joinedAt: 2_000 })
		await store.begin(visit, 'node-1')
		await store.addReport(
			visit,
			3_000,
			aQualityReport({ joinMs: 800, lostPackets: 10, concealedMs: 500, freezeMs: 700, reconnects: 1 }),
		)
		await store.end(visit, 5_000)
		await store.rate(second, 'ok')
		expect(await store.totalsSince(1_000)).toEqual({
			meetings: 1,
			visits: 1,
			totalMs: 3_000,
			freezeMs: 700,
			concealedMs: 500,
			receivedPackets: 1_000,
			lostPackets: 10,
			reconnects: 1,
			joinMs: 800,
			firstFrameMs: null,
			ratings: { poor: 0, ok: 1, great: 0 },
		})
		expect((await store.totalsSince(0)).visits).toBe(2)
	})

	test('[ROOM-168] old visits are removed in slices with their reports, those of people in the room are not', async () => {
		for (const [index, leftAt] of [10, 20, null].entries()) {
			const visit = aVisit({ participantId: `p_00000000000${index}` as ParticipantId, joinedAt: index })
			await store.begin(visit, 'node-1')
			await store.addReport(visit, 5, aQualityReport())
			if (leftAt !== null) await store.end(visit, leftAt)
		}
		expect(await store.removeBegunBefore(100, 1)).toBe(1)
		expect(await store.removeBegunBefore(100, 10)).toBe(1)
		expect(await store.removeBegunBefore(100, 10)).toBe(0)
		expect(await list()).toHaveLength(1)
		await store.forget(meetingId)
		expect(await list()).toEqual([])
		await store.begin(aVisit({ participantId: 'p_000000000002' as ParticipantId }), 'node-1')
		expect((await list())[0]?.samples).toEqual([])
	})
}
