import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { NodeUnreachableError } from '../../platform/nodeCalls.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { aRoomMeeting, aTicketRequest, createRoomHarness, enterRoom, meetingId } from './fixtures.ts'
import { createSqlRoomNodes } from './roomNodes.sql.ts'
import { createRoomsAnywhere } from './roomsAnywhere.ts'
import type { NamedJoin } from './service.ts'

/** Two nodes on one database that call each other; `cut` ends that, `refuse` as a killed process does. */
async function openTwoNodes() {
	const harness = await createRoomHarness()
	const { database, clock } = harness
	const handlers = new Map<string, (args: never) => unknown>()
	const failing = { cut: false, refuse: false }
	const store = createSqlNodeStore(database.db)
	const removeIfEnded = vi.fn(async (id: string) => {
		await store.leave(id)
		return true
	})
	const ids = ['one', 'two']
	const othersOf = (id: string) =>
		ids.filter(other => other !== id).map(other => ({ id: other, url: `http://${other}` }))
	const start = async (id: string) => {
		await store.insert(aNodeRow(id))
		const roomNodes = createSqlRoomNodes({
			db: database.db,
			nodes: { id, isTrusted: () => true, others: () => othersOf(id), removeIfEnded },
			clock,
		})
		const service = harness.onOtherNode(roomNodes)
		const rooms = createRoomsAnywhere({
			service,
			roomNodes,
			nodeCalls: {
				handle: (call, _, answer) => void handlers.set(`${id} ${call}`, answer),
				async ask(node, call, input) {
					const cause = failing.refuse ? Object.assign(new Error(), { code: 'ECONNREFUSED' }) : new Error()
					if (failing.cut || failing.refuse) throw new NodeUnreachableError(node, cause)
					return await handlers.get(`${node.id} ${call}`)?.(JSON.parse(JSON.stringify(input)) as never)
				},
			},
			log: { info() {}, error() {} },
		})
		return { service, rooms }
	}
	return { ...harness, one: await start('one'), two: await start('two'), failing, removeIfEnded }
}

test('[NODE-16] a node asks the one that has the room who is in it', async () => {
	const { one, two } = await openTwoNodes()
	const person = await enterRoom(one.service, { personKey: 'Ann' })
	expect(await two.rooms.participantCount(meetingId)).toBe(1)
	expect(await two.rooms.isKnown(meetingId, 'Ann')).toBe(true)
	expect(await two.rooms.isKnown(meetingId, 'Eve')).toBe(false)
	expect(await two.rooms.claimHost(meetingId, person.who.participantId)).toEqual({ ok: true, value: null })
	expect(person.entered.self).toBe(person.who.participantId)
})

test('[NODE-16] a meeting that ends on one node closes its room on another one', async () => {
	const { one, two } = await openTwoNodes()
	await enterRoom(one.service)
	const sent: string[] = []
	one.service.onRoomEvent(({ event }) => void sent.push(event))
	await two.rooms.close(meetingId, 'ended')
	expect(one.service.participantCount(meetingId)).toBe(0)
	expect(sent).toEqual(['room.closed'])
})

test('[NODE-16] where that node is not told, it finds out within five seconds', async () => {
	const { one, two, failing, clock } = await openTwoNodes()
	await enterRoom(one.service)
	failing.cut = true
	await two.rooms.close(meetingId, 'ended')
	expect(one.service.participantCount(meetingId)).toBe(1)
	clock.pass(5_000)
	await one.service.tick()
	expect(one.service.participantCount(meetingId)).toBe(0)
})

test.each([
	['has ended', { over: true }],
	['waits for the next occurrence of a series', { startedAt: null }],
])(
	'[NODE-25] a node that failed before it told of the end: the room of a meeting that %s closes within five seconds',
	async (_, end) => {
		const { one, meetings, clock } = await openTwoNodes()
		await enterRoom(one.service)
		meetings.rows.set(meetingId, aRoomMeeting({ startedAt: clock.now(), ...end }))
		clock.pass(5_000)
		await one.service.tick()
		expect(one.service.participantCount(meetingId)).toBe(0)
	},
)

test('[NODE-25] an end that the database did not store is stored when it is back, also with one server', async () => {
	const { service, meetings, database, clock } = await createRoomHarness()
	await enterRoom(service)
	await sql`alter table room_endings rename to unreachable`.execute(database.db)
	await expect(service.end(meetingId)).rejects.toThrow()
	expect([meetings.rows.get(meetingId)?.over, service.participantCount(meetingId)]).toEqual([true, 1])
	await sql`alter table unreachable rename to room_endings`.execute(database.db)
	clock.pass(5_000)
	await service.tick()
	expect(service.participantCount(meetingId)).toBe(0)
})

test('[NODE-16] a meeting that was ended before does not close the room of the next one', async () => {
	const { one, clock } = await openTwoNodes()
	await enterRoom(one.service)
	await one.rooms.close(meetingId, 'ended')
	await enterRoom(one.service)
	clock.pass(5_000)
	await one.service.tick()
	expect(one.service.participantCount(meetingId)).toBe(1)
})

test('[NODE-16] a question that the node cannot answer is an error, and no answer that was made up', async () => {
	const { one, two, failing, removeIfEnded } = await openTwoNodes()
	await enterRoom(one.service)
	failing.cut = true
	await expect(two.rooms.isFull(meetingId, false)).rejects.toThrow(NodeUnreachableError)
	expect(removeIfEnded).not.toHaveBeenCalled()
})

test('[NODE-16] the room of a killed node is free at once', async () => {
	const { one, two, failing } = await openTwoNodes()
	await enterRoom(one.service)
	failing.refuse = true
	expect(await two.rooms.participantCount(meetingId)).toBe(0)
	expect((await enterRoom(two.service)).entered.roster).toHaveLength(1)
})

test('[NODE-18] a join enters with the socket that it names, whichever node the socket is connected to', async () => {
	const { one, two } = await openTwoNodes()
	const joins = { one: [] as NamedJoin[], two: [] as NamedJoin[] }
	one.service.onNamedJoin(join => join.connection === 'socket of one' && joins.one.push(join) > 0)
	two.service.onNamedJoin(join => join.connection === 'socket of two' && joins.two.push(join) > 0)
	const issue = (connection?: string) => one.rooms.issueTicket(aTicketRequest(), connection)

	const here = await issue('socket of one')
	const elsewhere = await issue('socket of two')
	await issue()
	await issue('a closed socket')
	await vi.waitFor(() => expect(joins.two).toHaveLength(1))
	expect(joins).toEqual({
		one: [{ ...here, connection: 'socket of one' }],
		two: [{ ...elsewhere, connection: 'socket of two' }],
	})
})

test('[NODE-18] a join succeeds without the nodes that cannot be asked for its socket', async () => {
	const { one, failing } = await openTwoNodes()
	failing.cut = true
	expect(await one.rooms.issueTicket(aTicketRequest(), 'socket of two')).toEqual({ ticket: expect.any(String) })
})
