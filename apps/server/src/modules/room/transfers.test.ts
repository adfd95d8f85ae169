import { roomLimits } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRoomHarness, enterRoom, meetingId, type RoomHarness } from './fixtures.ts'

let harness: RoomHarness
beforeEach(async () => {
	harness = await createRoomHarness()
})

const refused = (failure: string) => ({ ok: false, failure })

/** A host, and a member with a ticket for another device. */
async function aMember(fields = {}) {
	const { service } = harness
	const host = await enterRoom(service, { displayName: 'Han Mei', personKey: 'hanmei', host: true })
	const member = await enterRoom(service, { displayName: 'Li Lei', personKey: 'lilei', ...fields })
	const created = service.createTransfer(member.who)
	if (!created.ok) throw new Error(created.failure)
	return { host, member, ticket: created.value.ticket }
}

const enterWith = (ticket: string, connection = 'phone') =>
	harness.service.enter({ kind: 'ticket', ticket }, connection)

async function enteredWith(ticket: string, connection = 'phone') {
	const entry = await enterWith(ticket, connection)
	if (!entry.ok) throw new Error(entry.failure)
	return entry.value.snapshot()
}

test('[ROOM-210] another device takes the place with its role, name, hand and devices; the old one is told, nobody else', async () => {
	const { host, member, ticket } = await aMember()
	await harness.service.setCoHost(host.who, member.id, true)
	harness.service.setSending(member.who, { microphone: true, camera: true })
	harness.service.setHand(member.who, true)
	harness.events.length = 0
	const entered = await enteredWith(ticket)
	expect(entered.self).toBe(member.id)
	expect(entered.wants).toEqual({ microphone: true, camera: true })
	expect(entered.roster.find(({ id }) => id === member.id)).toMatchObject({ role: 'co-host', name: 'Li Lei' })
	expect(entered.roster.find(({ id }) => id === member.id)?.handRaisedAt).not.toBeNull()
	expect(harness.events.map(({ event, connections }) => [event, connections])).toEqual([
		['room.closed', [member.who.connection]],
		['participant.changed', [host.who.connection]],
	])
	expect(harness.events[0]?.payload).toEqual([{ reason: 'elsewhere' }])
	// The old device has no place any more, also where it does not hear of it.
	harness.service.drop(member.who)
	expect(harness.service.isInRoom({ ...member.who, connection: 'phone' })).toBe(true)
})

test('[ROOM-210] a full or locked room and a waiting room keep nobody from their own place', async () => {
	harness = await createRoomHarness({ capacity: 2 })
	const { host, ticket } = await aMember()
	await harness.service.lock(host.who, true)
	await harness.service.setWaitingRoom(host.who, true)
	expect(await enterWith(ticket)).toMatchObject({ ok: true })
})

describe('[ROOM-211] the ticket is refused', () => {
	test('where it is wrong', async () => {
		const { ticket } = await aMember()
		expect(await enterWith(`${ticket}x`)).toEqual(refused('ticket.unknown'))
	})

	test('the second time', async () => {
		const { ticket } = await aMember()
		await enteredWith(ticket)
		expect(await enterWith(ticket, 'thief')).toEqual(refused('ticket.used'))
	})

	test('after two minutes', async () => {
		const { ticket } = await aMember()
		harness.clock.pass(roomLimits.transferLifetimeMs)
		expect(await enterWith(ticket)).toEqual(refused('ticket.expired'))
	})

	test('after another one of the same person was used, and where three are newer', async () => {
		const { member, ticket } = await aMember()
		const newTicket = () => {
			const created = harness.service.createTransfer(member.who)
			return created.ok ? created.value.ticket : ''
		}
		const [second, third, fourth] = [newTicket(), newTicket(), newTicket()]
		expect(await enterWith(ticket)).toEqual(refused('ticket.unknown'))
		expect(await enterWith(second)).toMatchObject({ ok: true })
		expect(await enterWith(third)).toEqual(refused('ticket.used'))
		expect(await enterWith(fourth)).toEqual(refused('ticket.used'))
	})

	test('after the person has left, or was removed', async () => {
		const { host, member, ticket } = await aMember()
		harness.service.leave(member.who)
		expect(await enterWith(ticket)).toEqual(refused('ticket.expired'))
		const again = await enterRoom(harness.service, { personKey: 'lilei' })
		const created = harness.service.createTransfer(again.who)
		await harness.service.remove(host.who, again.id)
		expect(await enterWith(created.ok ? created.value.ticket : '')).toEqual(refused('ticket.expired'))
	})

	test('where the person has lost the right to be in the room', async () => {
		const { member, ticket } = await aMember()
		harness.revoked.add(member.id)
		expect(await enterWith(ticket)).toEqual(refused('access.ended'))
	})

	test('after the meeting has ended', async () => {
		const { ticket } = await aMember()
		await harness.service.close(meetingId, 'ended')
		expect(await enterWith(ticket)).toEqual(refused('ticket.expired'))
	})

	test('after a restart of the server', async () => {
		const { ticket } = await aMember()
		expect(await harness.restarted().enter({ kind: 'ticket', ticket }, 'phone')).toEqual(refused('ticket.unknown'))
	})
})

test('[ROOM-212] the host decides whether members continue on another device; those who run the meeting always may', async () => {
	const { host, member, ticket } = await aMember()
	await harness.service.setPermissions(host.who, { transfer: false })
	expect(harness.service.createTransfer(member.who)).toEqual(refused('role.not-allowed'))
	expect(await enterWith(ticket)).toEqual(refused('ticket.expired'))
	expect(harness.service.createTransfer(host.who)).toMatchObject({ ok: true })
})
