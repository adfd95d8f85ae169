import { expect, test } from 'vitest'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { createSqlEndRequestStore } from './endRequestStore.sql.ts'
import {
	aRoomMeeting,
	aTicketRequest,
	createRoomHarness,
	enterRoom,
	meetingId,
	otherMeetingId,
	resumeRoom,
} from './fixtures.ts'
import { createSqlRoomNodes, unusedAfterMs } from './roomNodes.sql.ts'

/** Two services on one database, as two nodes have them. */
async function openTwoNodes() {
	const harness = await createRoomHarness()
	const { database, clock } = harness
	const start = async (id: string) => {
		const row = aNodeRow(id)
		await createSqlNodeStore(database.db).insert(row)
		return harness.onOtherNode(
			createSqlRoomNodes({
				db: database.db,
				nodes: { id, isTrusted: () => true, others: () => [], removeIfEnded: async () => false },
				clock,
			}),
		)
	}
	return { ...harness, one: await start('one'), two: await start('two') }
}

const otherNode = { ok: false, failure: 'other-node' }

test('[NODE-01] [NODE-05] whoever asks a node without the room is told so, and enters the other one with the same ticket', async () => {
	const { one, two } = await openTwoNodes()
	const host = await enterRoom(one, { host: true })
	const { ticket } = await two.issueTicket(aTicketRequest({ displayName: 'Ann' }))
	const enter = (service: typeof one) => service.enter({ kind: 'ticket', ticket }, 'socket of Ann')
	expect(await enter(two)).toEqual(otherNode)
	expect(await two.findOtherNode(meetingId)).toEqual({ id: 'one', url: 'http://one' })
	expect(await enter(one)).toMatchObject({ ok: true })
	expect([one.participantCount(meetingId), two.participantCount(meetingId)]).toEqual([2, 0])
	expect(await resumeRoom(two, host.resumeToken)).toEqual(otherNode)
	expect((await resumeRoom(one, host.resumeToken)).ok).toBe(true)
})

test('[NODE-01] whoever waits before a room keeps it on their node', async () => {
	const { one, two, meetings, clock } = await openTwoNodes()
	meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
	const { ticket } = await one.issueTicket(aTicketRequest())
	expect(await one.enter({ kind: 'ticket', ticket }, 'socket-1')).toMatchObject({ failure: 'waiting' })
	clock.pass(unusedAfterMs)
	await one.tick()
	const { ticket: ofHost } = await two.issueTicket(aTicketRequest({ host: true, personKey: 'host' }))
	expect(await two.enter({ kind: 'ticket', ticket: ofHost }, 'socket-2')).toEqual(otherNode)
})

test('[NODE-02] an empty room can be opened elsewhere a minute after its last use, one with people in it cannot', async () => {
	const { one, two, clock } = await openTwoNodes()
	const person = await enterRoom(one)
	clock.pass(unusedAfterMs)
	await one.tick()
	expect(await resumeRoom(two, person.resumeToken)).toEqual(otherNode)
	one.leave(person.who)
	clock.pass(unusedAfterMs - 1)
	await one.tick()
	expect(await one.findOtherNode(meetingId)).toBeUndefined()
	expect(await resumeRoom(two, person.resumeToken)).toEqual(otherNode)
	clock.pass(unusedAfterMs)
	await one.tick()
	expect((await enterRoom(two)).entered.roster).toHaveLength(1)
	expect(await one.findOtherNode(meetingId)).toMatchObject({ id: 'two' })
})

test('[NODE-04] a meeting whose time is up is ended by the node that has its room, once it is empty', async () => {
	const { one, two, meetings, clock } = await openTwoNodes()
	const person = await enterRoom(one)
	meetings.late = [meetingId]
	clock.pass(60_000)
	await two.tick()
	expect(meetings.calls).not.toContain(`ended ${meetingId}`)
	one.leave(person.who)
	await one.tick()
	expect(meetings.calls).toContain(`ended ${meetingId}`)
})

test('[NODE-04] [ROOM-170] an administrator ends a meeting wherever its room is', async () => {
	const { one, two, meetings, clock, database } = await openTwoNodes()
	await enterRoom(one)
	const requests = createSqlEndRequestStore(database.db)
	await requests.add(meetingId, clock.now())
	clock.pass(2_000)
	await two.tick()
	expect(meetings.calls).not.toContain(`ended ${meetingId}`)
	await one.tick()
	expect(meetings.calls).toContain(`ended ${meetingId}`)
	expect(one.participantCount(meetingId)).toBe(0)
	expect(await requests.findSince(0)).toEqual([])
})

test('[NODE-05] [ROOM-210] the ticket of another device leads to the node that has the room, and gives the room to nobody', async () => {
	const { one, two } = await openTwoNodes()
	const person = await enterRoom(one)
	const issued = one.createTransfer(person.who)
	if (!issued.ok) throw new Error(issued.failure)
	const { ticket } = issued.value
	const enter = (service: typeof one) => service.enter({ kind: 'ticket', ticket }, 'other device')
	expect(await enter(two)).toEqual(otherNode)
	expect(await enter(one)).toMatchObject({ ok: true, value: { self: person.who.participantId } })
	const forged = { kind: 'ticket' as const, ticket: `${otherMeetingId}.${'x'.repeat(43)}` }
	expect(await two.enter(forged, 'nobody')).toEqual({ ok: false, failure: 'ticket.unknown' })
	expect(await one.findOtherNode(otherMeetingId)).toBeUndefined()
})
