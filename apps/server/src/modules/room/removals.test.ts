import type { RemovedPerson, WaitingRoom } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import {
	aRoomMeeting,
	aTicketRequest,
	createRoomHarness,
	enterRoom,
	meetingId,
	type RoomHarness,
	resumeRoom,
} from './fixtures.ts'
import type { TicketRequest } from './joinTickets.ts'
import type { RoomService } from './service.ts'

let harness: RoomHarness

beforeEach(async () => {
	harness = await createRoomHarness()
})

const host = (service = harness.service) => enterRoom(service, { host: true, displayName: 'Anna' })
const addressKey = 'a_1'
const mallory = { personKey: 'g_1', displayName: 'Mallory', addressKey }
let sockets = 0

/** Joins: `enters`, `waiting`, or why not. */
async function joins(fields: Partial<TicketRequest>, service: RoomService = harness.service): Promise<string> {
	const { ticket } = await service.issueTicket(aTicketRequest(fields))
	const entered = await service.enter({ kind: 'ticket', ticket }, `joins-${++sockets}`)
	return entered.ok ? 'enters' : entered.failure
}

/** Payloads of an event that a connection was sent, in order. */
const heardBy = (connection: string, name: string) =>
	harness.events
		.filter(({ event, connections }) => event === name && connections.includes(connection))
		.map(({ payload }) => payload[0])
const lastRemoved = (connection: string) =>
	(heardBy(connection, 'room.removed').at(-1) as { people: RemovedPerson[] } | undefined)?.people
const lastWaiting = (connection: string) => heardBy(connection, 'room.waiting').at(-1) as WaitingRoom | undefined

describe('guests at the address of a removed guest', () => {
	test('[ROOM-40] newcomers wait until a host lets them in, marked for the hosts; the removed person is refused', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		expect(await joins(mallory)).toBe('participant.removed')
		const tina = { personKey: 'g_3', displayName: 'Tina', addressKey }
		expect(await joins(tina)).toBe('waiting')
		expect(await joins({ personKey: 'g_4', displayName: 'Bo', addressKey: 'a_2' })).toBe('enters')
		expect(await joins({ personKey: 'ben', userId: 'ben', displayName: 'Ben' })).toBe('enters')
		const waiting = lastWaiting(anna.who.connection)
		expect(waiting?.people).toEqual([
			{ id: expect.any(String), name: 'Tina', isGuest: true, sharesRemovedAddress: true },
		])
		const [shown] = waiting?.people ?? []
		if (!shown) throw new Error('nobody waits')
		await harness.service.admitWaiting(anna.who, shown.id)
		expect(harness.service.participantCount(meetingId)).toBe(4)
		// They were let in once.
		expect(await joins(tina)).toBe('enters')
	})

	test('[ROOM-40] those who wait already when the person is removed are marked, too', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
		expect(await joins({ personKey: 'g_3', displayName: 'Tina', addressKey })).toBe('waiting')
		expect(lastWaiting(anna.who.connection)?.people[0]).not.toHaveProperty('sharesRemovedAddress')
		await harness.service.remove(anna.who, guest.id)
		expect(lastWaiting(anna.who.connection)?.people).toMatchObject([{ name: 'Tina', sharesRemovedAddress: true }])
	})

	test('[ROOM-40] those who were in the room stay, return and join again, also after a restart', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		const colleague = await enterRoom(harness.service, { personKey: 'g_2', addressKey })
		const former = await enterRoom(harness.service, { personKey: 'g_5', addressKey })
		harness.service.leave(former.who)
		await harness.service.remove(anna.who, guest.id)
		expect(await joins({ personKey: 'g_2', addressKey })).toBe('enters')
		expect(await joins({ personKey: 'g_5', addressKey })).toBe('enters')
		harness.service.drop(colleague.who)
		expect((await resumeRoom(harness.service, colleague.resumeToken)).ok).toBe(true)
		expect((await resumeRoom(harness.restarted(), colleague.resumeToken)).ok).toBe(true)
	})

	test('[ROOM-40] they wait also after a restart, before and after the room is open again', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		const restarted = harness.restarted()
		expect(await joins({ personKey: 'g_3', addressKey }, restarted)).toBe('waiting')
		expect(restarted.participantCount(meetingId)).toBe(0)
		await resumeRoom(restarted, anna.resumeToken)
		expect(await joins({ personKey: 'g_4', addressKey }, restarted)).toBe('waiting')
		expect(await joins(mallory, restarted)).toBe('participant.removed')
	})

	test('[ROOM-40] a new occurrence of the meeting knows nothing of it', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		await harness.service.end(meetingId)
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		expect([await joins(mallory), await joins({ personKey: 'g_3', addressKey })]).toEqual(['enters', 'enters'])
	})
})

describe('allowing again', () => {
	test('[ROOM-181] hosts and co-hosts, and only they, are told whom they can allow again, the last one first', async () => {
		const anna = await host()
		const carl = await enterRoom(harness.service, { displayName: 'Carl', userId: 'carl' })
		await harness.service.setCoHost(anna.who, carl.id, true)
		const eve = await enterRoom(harness.service, { displayName: 'Eve', userId: 'eve' })
		const guest = await enterRoom(harness.service, mallory)
		const dora = await enterRoom(harness.service, { displayName: 'Dora', userId: 'dora' })
		expect([anna.entered.removed, guest.entered.removed]).toEqual([[], undefined])
		await harness.service.remove(anna.who, guest.id)
		harness.clock.pass(1)
		await harness.service.remove(carl.who, dora.id)
		const removed = [
			{ id: dora.id, name: 'Dora', role: 'member' },
			{ id: guest.id, name: 'Mallory', role: 'guest' },
		]
		expect(lastRemoved(anna.who.connection)).toEqual(removed)
		expect(lastRemoved(carl.who.connection)).toEqual(removed)
		expect(heardBy(eve.who.connection, 'room.removed')).toEqual([])
		// One who becomes co-host, and one who enters, know it too.
		await harness.service.setCoHost(anna.who, eve.id, true)
		expect(lastRemoved(eve.who.connection)).toEqual(removed)
		const again = await resumeRoom(harness.service, anna.resumeToken)
		expect(again.ok && again.value.removed).toEqual(removed)
	})

	test('[ROOM-181] a person who is allowed again joins, also after a restart; others at their address wait no longer', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		expect(await joins({ personKey: 'g_3', addressKey })).toBe('waiting')
		expect(await harness.service.allowAgain(anna.who, guest.id)).toEqual({ ok: true, value: null })
		expect(lastRemoved(anna.who.connection)).toEqual([])
		// A person in line stays there, without the mark.
		harness.clock.pass(1_000)
		expect(lastWaiting(anna.who.connection)?.people).toEqual([
			{ id: expect.any(String), name: 'Han Mei', isGuest: true },
		])
		expect(await harness.service.isRemoved(meetingId, 'g_1')).toBe(false)
		expect(await harness.restarted().isRemoved(meetingId, 'g_1')).toBe(false)
		expect([await joins(mallory), await joins({ personKey: 'g_4', addressKey })]).toEqual(['enters', 'enters'])
		expect(await harness.service.allowAgain(anna.who, guest.id)).toMatchObject({ failure: 'participant.missing' })
	})

	test('[ROOM-181] the list outlives a restart', async () => {
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		const restarted = harness.restarted()
		const back = await resumeRoom(restarted, anna.resumeToken, 'back')
		expect(back.ok && back.value.removed).toEqual([{ id: guest.id, name: 'Mallory', role: 'guest' }])
		const who = { ...anna.who, connection: 'back' }
		expect(await restarted.allowAgain(who, guest.id)).toMatchObject({ ok: true })
		expect(await joins(mallory, restarted)).toBe('enters')
	})

	test('[ROOM-181] a co-host does not undo what the host did towards another co-host', async () => {
		const anna = await host()
		const [carl, dora] = [
			await enterRoom(harness.service, { displayName: 'Carl' }),
			await enterRoom(harness.service, { displayName: 'Dora' }),
		]
		for (const { id } of [carl, dora]) await harness.service.setCoHost(anna.who, id, true)
		await harness.service.remove(anna.who, dora.id)
		expect(await harness.service.allowAgain(carl.who, dora.id)).toMatchObject({ failure: 'role.not-allowed' })
		expect(await joins({ displayName: 'Dora' })).toBe('participant.removed')
		expect(await harness.service.allowAgain(anna.who, dora.id)).toMatchObject({ ok: true })
	})

	test('[ROOM-165] [ROOM-181] it is noted who allowed whom to join again', async () => {
		const noted: string[] = []
		harness.service.onActivity(({ action, actor, target }) => {
			if (action === 'removed' || action === 'allowed-again') noted.push(`${actor?.name} ${action} ${target?.name}`)
		})
		const anna = await host()
		const guest = await enterRoom(harness.service, mallory)
		await harness.service.remove(anna.who, guest.id)
		await harness.service.allowAgain(anna.who, guest.id)
		expect(noted).toEqual(['Anna removed Mallory', 'Anna allowed-again Mallory'])
	})
})

/** Begins to end the meeting; the end is on its way to the database when this resolves. */
async function beginToEnd(): Promise<{ closing: Promise<void> }> {
	const closing = harness.service.close(meetingId, 'ended')
	await Promise.resolve()
	await Promise.resolve()
	return { closing }
}

test('[ROOM-40] a removal at the moment at which the meeting ends keeps nobody out of the next one', async () => {
	const anna = await host()
	const guest = await enterRoom(harness.service, mallory)
	const { closing } = await beginToEnd()
	await harness.service.remove(anna.who, guest.id)
	await closing
	expect(await joins(mallory)).toBe('enters')
})

test('[ROOM-40] a removal holds where the room is empty before it is stored', async () => {
	const anna = await host()
	const guest = await enterRoom(harness.service, mallory)
	const removing = harness.service.remove(anna.who, guest.id)
	harness.service.leave(guest.who)
	harness.service.leave(anna.who)
	await removing
	expect(await joins(mallory)).toBe('participant.removed')
})

test('[ROOM-168] a visit ends once where its person is moved to the waiting room while the meeting ends', async () => {
	const anna = await host()
	const guest = await enterRoom(harness.service, mallory)
	const ended: string[] = []
	harness.service.onVisit(({ type, visit }) => void (type === 'ended' && ended.push(visit.participantId)))
	const { closing } = await beginToEnd()
	await harness.service.moveToWaiting(anna.who, guest.id)
	await closing
	expect(ended.toSorted()).toEqual([anna.id, guest.id].toSorted())
})
