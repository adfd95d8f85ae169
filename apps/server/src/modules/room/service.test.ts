import type { MeetingId } from '@parley/core'
import type { Participant, ParticipantId } from '@parley/room'
import { roomLimits } from '@parley/room'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import {
	afterGraceMs,
	aRoomMeeting,
	aTicketRequest,
	createRoomHarness,
	enterRoom,
	meetingId,
	otherMeetingId,
	type RoomHarness,
	resumeRoom,
} from './fixtures.ts'
import type { ParticipantConnection } from './openRoom.ts'

let harness: RoomHarness

type Answer = { ok: boolean; failure?: string }

beforeEach(async () => {
	harness = await createRoomHarness()
})

const failure = async (answer: Answer | Promise<Answer>) => (await answer).failure
const heard = (event: string) => harness.events.filter(roomEvent => roomEvent.event === event)
/** Ends the meeting as its host, and lets the time pass in which that can be taken back. */
async function endByHost(host: ParticipantConnection) {
	const answer = harness.service.endByHost(host)
	harness.clock.pass(roomLimits.endingGraceMs)
	await harness.service.tick()
	return answer
}
const enter = async (ticket: string) => harness.service.enter({ kind: 'ticket', ticket }, 'somebody')

describe('tickets', () => {
	test('[ROOM-01] a ticket admits its bearer under its name and with its rights', async () => {
		const { entered } = await enterRoom(harness.service, { displayName: '😀 Li Lei', host: true })
		expect(entered.roster).toEqual([
			{
				id: entered.self,
				name: '😀 Li Lei',
				role: 'host',
				sending: { microphone: false, camera: false },
				connected: true,
				handRaisedAt: null,
			},
		])
		expect(entered).toMatchObject({ topic: 'Harbour plans', wants: { microphone: true, camera: false }, locked: false })
	})

	test('[ROOM-01] the ticket itself is not stored', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		const rows = await harness.database.db
			.$extendTables<{ room_tickets: { hash: string } }>()
			.selectFrom('room_tickets')
			.selectAll()
			.execute()
		expect(rows).toHaveLength(1)
		expect(JSON.stringify(rows)).not.toContain(ticket)
	})

	test('[ROOM-03] a ticket can be used once', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		expect((await enter(ticket)).ok).toBe(true)
		expect(await failure(enter(ticket))).toBe('ticket.used')
	})

	test('[ROOM-03] of two concurrent uses exactly one succeeds', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		const both = await Promise.all([enter(ticket), enter(ticket)])
		expect(both.filter(answer => answer.ok)).toHaveLength(1)
		expect(harness.service.participantCount(meetingId)).toBe(1)
	})

	test('[ROOM-02] a ticket is valid for a minute', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		harness.clock.pass(roomLimits.ticketLifetimeMs)
		expect(await failure(enter(ticket))).toBe('ticket.expired')
	})

	test('[ROOM-01] an invented ticket is unknown', async () => {
		expect(await failure(enter('A'.repeat(43)))).toBe('ticket.unknown')
	})

	test('[ROOM-01] a ticket admits to its own meeting only', async () => {
		await enterRoom(harness.service, { meetingId: otherMeetingId })
		expect(harness.service.participantCount(meetingId)).toBe(0)
		expect(harness.service.participantCount(otherMeetingId)).toBe(1)
	})

	test('[ROOM-45] a ticket from before the end is invalid', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		await harness.service.end(meetingId)
		harness.meetings.rows.set(meetingId, aRoomMeeting({ topic: 'again' }))
		expect(await failure(enter(ticket))).toBe('ticket.unknown')
	})

	test('[ROOM-05] no one enters a meeting that has ended or does not exist', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		harness.meetings.rows.delete(meetingId)
		expect(await failure(enter(ticket))).toBe('room.ended')
		expect(harness.meetings.calls).toEqual([])
	})
})

describe('reconnecting', () => {
	test('[ROOM-20] a disconnected participant keeps the place for a while and reconnects as the same', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.drop(guest.who)
		expect(heard('participant.changed').at(-1)?.payload[0]).toMatchObject({ id: guest.id, connected: false })
		harness.clock.pass(roomLimits.reconnectGraceMs - 1)
		await harness.service.tick()
		const back = await resumeRoom(harness.service, guest.resumeToken)
		expect(back.ok && back.value.self).toBe(guest.id)
		expect(heard('participant.left')).toEqual([])
		expect(harness.service.isInRoom(host.who)).toBe(true)
	})

	test('[ROOM-20] after the grace period the place is released and the others are notified', async () => {
		await enterRoom(harness.service)
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.drop(guest.who)
		harness.clock.pass(afterGraceMs)
		await harness.service.tick()
		expect(heard('participant.left').map(roomEvent => roomEvent.payload[0])).toEqual([
			{ participantId: guest.id, reason: 'lost' },
		])
		expect(harness.engine.calls).toContain(`remove ${guest.id}`)
		expect((await resumeRoom(harness.service, guest.resumeToken)).ok).toBe(true)
	})

	test('[ROOM-20] a person who enters again with another ticket does not see their own disconnected place', async () => {
		const mine = { personKey: 'hanmei', displayName: 'Han Mei' }
		const other = await enterRoom(harness.service, { displayName: 'Li Lei' })
		const before = await enterRoom(harness.service, mine)
		harness.service.drop(before.who)
		const again = await enterRoom(harness.service, mine)
		expect(again.entered.roster.map(({ id }) => id)).toEqual([other.id, again.id])
		// A place held by another of their devices is shown.
		const beside = await enterRoom(harness.service, mine)
		expect(beside.entered.roster.map(({ id }) => id)).toEqual([other.id, again.id, beside.id])
		// Others still see the place of a participant who may return.
		expect((await enterRoom(harness.service)).entered.roster.map(({ id }) => id)).toContain(before.id)
	})

	test('[ROOM-21] a resume token survives a restart of the server', async () => {
		const host = await enterRoom(harness.service, { host: true, displayName: 'Han Mei' })
		harness.clock.pass(5_000)
		const service = harness.restarted()
		const back = await resumeRoom(service, host.resumeToken)
		expect(back.ok && back.value.roster).toMatchObject([{ id: host.id, name: 'Han Mei', role: 'host' }])
		expect(back.ok && back.value.startedAt).toBe(host.entered.startedAt)
	})

	test('[ROOM-22] a modified token is invalid', async () => {
		const { resumeToken } = await enterRoom(harness.service)
		const [head, body = '', signature] = resumeToken.split('.')
		const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
		const forged = Buffer.from(JSON.stringify({ ...claims, host: true })).toString('base64url')
		expect(await failure(resumeRoom(harness.service, [head, forged, signature].join('.')))).toBe('resume.invalid')
	})

	test('[ROOM-22] a token signed with another secret, or unsigned, is invalid', async () => {
		const claims = { meetingId, siteId: 's', userId: null, personKey: 'x', name: 'X', host: true, enteredAt: 1 }
		const foreign = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256' })
			.setAudience('room-resume')
			.setSubject('person-123')
			.setExpirationTime('1h')
			.sign(new Uint8Array(32).fill(4))
		expect(await failure(resumeRoom(harness.service, foreign))).toBe('resume.invalid')
		const none = [{ alg: 'none' }, { ...claims, sub: 'person-123', aud: 'room-resume' }]
			.map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.')
		expect(await failure(resumeRoom(harness.service, `${none}.`))).toBe('resume.invalid')
	})

	test('[ROOM-22] a token admits to its own meeting only', async () => {
		const { resumeToken } = await enterRoom(harness.service, { meetingId: otherMeetingId })
		const back = await resumeRoom(harness.service, resumeToken)
		expect(back.ok && back.value.meetingId).toBe(otherMeetingId)
	})

	test('[ROOM-40] a removed person returns neither with the token nor with a new ticket', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect((await harness.service.remove(host.who, guest.id)).ok).toBe(true)
		expect(await failure(resumeRoom(harness.service, guest.resumeToken))).toBe('participant.removed')
		expect(await failure(resumeRoom(harness.restarted(), guest.resumeToken))).toBe('participant.removed')
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
		expect(await failure(enter(ticket))).toBe('participant.removed')
		expect(await harness.service.isRemoved(meetingId, 'Li Lei')).toBe(true)
	})

	test('[ROOM-45] a token from before the end is invalid, even when the meeting runs again', async () => {
		const host = await enterRoom(harness.service, { host: true })
		await endByHost(host.who)
		harness.meetings.rows.set(meetingId, aRoomMeeting({ topic: 'again' }))
		expect(await failure(resumeRoom(harness.service, host.resumeToken))).toBe('room.ended')
	})

	test('[ROOM-23] entering in a second window takes the place from the first', async () => {
		const first = await enterRoom(harness.service)
		const second = await resumeRoom(harness.service, first.resumeToken, 'second')
		expect(second.ok && second.value.roster).toHaveLength(1)
		expect(heard('room.closed')).toEqual([
			{
				event: 'room.closed',
				payload: [{ reason: 'elsewhere' }],
				connections: [first.who.connection],
				closesConnection: true,
			},
		])
		harness.service.drop(first.who)
		harness.clock.pass(afterGraceMs)
		await harness.service.tick()
		expect(harness.service.participantCount(meetingId)).toBe(1)
	})
})

describe('places', () => {
	test('[ROOM-11] a person beyond the capacity is refused', async () => {
		harness = await createRoomHarness({ capacity: 2 })
		await enterRoom(harness.service, { displayName: 'A', host: true })
		const second = await enterRoom(harness.service, { displayName: 'B' })
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'C' }))
		expect(await failure(enter(ticket))).toBe('room.full')
		harness.service.drop(second.who)
		expect((await resumeRoom(harness.service, second.resumeToken)).ok).toBe(true)
	})

	test('[ROOM-11] two concurrent entries do not both get the last place', async () => {
		harness = await createRoomHarness({ capacity: 2 })
		const tickets = await Promise.all(
			['A', 'B'].map(displayName => harness.service.issueTicket(aTicketRequest({ displayName }))),
		)
		const answers = await Promise.all(tickets.map(({ ticket }) => enter(ticket)))
		expect(answers.filter(answer => answer.ok)).toHaveLength(1)
	})

	test('[ROOM-11] the engine may hold fewer than the configuration allows', async () => {
		harness = await createRoomHarness({ capacity: 50, engineLimit: 2 })
		await enterRoom(harness.service, { displayName: 'A' })
		await expect(enterRoom(harness.service, { displayName: 'B' })).rejects.toThrow('room.full')
	})
})

describe('places of one person', () => {
	test('[ROOM-15, ROOM-16] one browser cannot take every place, and the host still gets in', async () => {
		harness = await createRoomHarness({ capacity: 4 })
		const same = { personKey: 'browser-1' }
		const [first] = [
			await enterRoom(harness.service, same),
			await enterRoom(harness.service, same),
			await enterRoom(harness.service, same),
		]
		await expect(enterRoom(harness.service, same)).rejects.toThrow('person.too-often')
		await expect(enterRoom(harness.service, { personKey: 'browser-2' })).rejects.toThrow('room.full')
		expect(harness.service.isFull(meetingId, false)).toBe(true)
		expect(harness.service.isFull(meetingId, true)).toBe(false)
		await enterRoom(harness.service, { personKey: 'host', host: true })
		// People inside may reconnect.
		harness.service.drop(first.who)
		expect((await resumeRoom(harness.service, first.resumeToken)).ok).toBe(true)
	})
})

describe('rights', () => {
	test('[ROOM-25] a person who could no longer join is removed within five seconds, with the reason and without media', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.revoked.add(guest.id)
		harness.clock.pass(5_000)
		await harness.service.tick()
		expect(heard('room.closed')).toMatchObject([
			{ payload: [{ reason: 'access-ended' }], connections: [guest.who.connection], closesConnection: true },
		])
		expect(harness.engine.calls).toContain(`remove ${guest.id}`)
		expect(harness.service.isInRoom(guest.who)).toBe(false)
		expect(harness.service.isInRoom(host.who)).toBe(true)
		for (const service of [harness.service, harness.restarted()])
			expect(await failure(resumeRoom(service, guest.resumeToken))).toBe('access.ended')
	})

	test('[ROOM-25] a person within the grace period is removed as well', async () => {
		await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.drop(guest.who)
		harness.revoked.add(guest.id)
		harness.clock.pass(5_000)
		await harness.service.tick()
		expect(harness.service.participantCount(meetingId)).toBe(1)
	})
})

describe('effects on the meeting', () => {
	test('[ROOM-44] the first participant starts it, once', async () => {
		await Promise.all([
			enterRoom(harness.service, { displayName: 'A' }),
			enterRoom(harness.service, { displayName: 'B' }),
		])
		expect(harness.meetings.calls).toEqual([`started ${meetingId}`])
	})

	test('[ROOM-45] the end by the host ends the meeting and disconnects everyone', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect((await endByHost(host.who)).ok).toBe(true)
		expect(harness.meetings.calls).toContain(`ended ${meetingId}`)
		expect(heard('room.closed')).toEqual([
			{
				event: 'room.closed',
				payload: [{ reason: 'ended-by-host' }],
				connections: [host.who.connection, guest.who.connection],
				closesConnection: true,
			},
		])
		expect(harness.engine.calls).toContain(`end ${meetingId}`)
		expect(harness.service.participantCount(meetingId)).toBe(0)
	})

	test('[ROOM-45] the meeting’s own event does not change the reason given', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const markEnded = harness.meetings.markEnded
		harness.meetings.markEnded = async (id, at) => {
			await markEnded(id, at)
			await harness.service.close(id, 'ended')
		}
		await endByHost(host.who)
		expect(heard('room.closed').map(roomEvent => roomEvent.payload[0])).toEqual([{ reason: 'ended-by-host' }])
	})

	test('[ROOM-45] a failed end is not the reason for a later close of the room', async () => {
		const host = await enterRoom(harness.service, { host: true })
		harness.meetings.end = async () => {
			throw new Error('the database is unavailable')
		}
		await expect(endByHost(host.who)).rejects.toThrow('unavailable')
		await harness.service.close(meetingId, 'deleted')
		expect(heard('room.closed').map(roomEvent => roomEvent.payload[0])).toEqual([{ reason: 'deleted' }])
	})

	test('[ROOM-45] a deleted meeting disconnects everyone and gives the reason', async () => {
		await enterRoom(harness.service)
		await harness.service.close(meetingId, 'deleted')
		expect(heard('room.closed').map(roomEvent => roomEvent.payload[0])).toEqual([{ reason: 'deleted' }])
	})

	test('[ROOM-45] an end while the first person is entering leaves no one inside', async () => {
		const { ticket } = await harness.service.issueTicket(aTicketRequest())
		const coming = enter(ticket)
		await Promise.all([coming, harness.service.end(meetingId)])
		const answer = await coming
		expect(answer.ok ? heard('room.closed').flatMap(roomEvent => roomEvent.connections) : ['somebody']).toEqual([
			'somebody',
		])
		expect(harness.service.participantCount(meetingId)).toBe(0)
	})

	test('[ROOM-46] an empty room whose time is up ends its meeting, an occupied one does not', async () => {
		harness.meetings.late = [meetingId, otherMeetingId]
		await enterRoom(harness.service, { meetingId: otherMeetingId })
		await harness.service.tick()
		expect(harness.meetings.calls.filter(call => call.startsWith('ended'))).toEqual([])
		harness.clock.pass(90_000)
		await harness.service.tick()
		expect(harness.meetings.calls.filter(call => call.startsWith('ended'))).toEqual([`ended ${meetingId}`])
	})

	test('[ROOM-47] the meeting stays open when the last participant leaves', async () => {
		const only = await enterRoom(harness.service)
		harness.service.leave(only.who)
		expect(harness.meetings.calls).toEqual([`started ${meetingId}`])
		expect(harness.service.participantCount(meetingId)).toBe(0)
		await enterRoom(harness.service, { displayName: 'B' })
	})
})

describe('host rights', () => {
	const nobody = 'nobody-here' as ParticipantId

	test('[ROOM-30] the actions of the host are refused to everyone else', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect(await failure(harness.service.lock(guest.who, true))).toBe('role.not-allowed')
		expect(await failure(harness.service.endByHost(guest.who))).toBe('role.not-allowed')
		expect(await failure(harness.service.remove(guest.who, host.id))).toBe('role.not-allowed')
		expect(await failure(harness.service.mute(guest.who, host.id, 'microphone'))).toBe('role.not-allowed')
		expect(harness.service.lowerHand(guest.who, host.id)).toEqual({ ok: false, failure: 'role.not-allowed' })
		expect(harness.meetings.calls).toEqual([`started ${meetingId}`])
		expect(harness.service.participantCount(meetingId)).toBe(2)
	})

	test('[ROOM-30] a host of one meeting has no rights in another', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { meetingId: otherMeetingId })
		expect(await failure(harness.service.remove(host.who, guest.id))).toBe('participant.missing')
		const pretending = { ...host.who, meetingId: otherMeetingId as MeetingId }
		expect(await failure(harness.service.lock(pretending, true))).toBe('role.not-allowed')
	})

	test('[ROOM-30] after leaving, a host has no rights in the room', async () => {
		const host = await enterRoom(harness.service, { host: true })
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.leave(host.who)
		expect(await failure(harness.service.lock(host.who, true))).toBe('role.not-allowed')
	})

	test('[DESK-16] a new participant is told whether the meeting is broadcast, and everyone when that changes', async () => {
		harness.onAir.add(meetingId)
		const host = await enterRoom(harness.service, { host: true })
		expect(host.entered.onAir).toBe(true)
		const other = await enterRoom(harness.service, { displayName: 'Li Lei' })
		await harness.service.setOnAir(meetingId, true)
		await harness.service.setOnAir(otherMeetingId, true)
		expect(heard('room.on-air')).toEqual([])
		await harness.service.setOnAir(meetingId, false)
		expect(heard('room.on-air')).toMatchObject([
			{
				payload: [{ onAir: false }],
				connections: [host.who.connection, other.who.connection],
				closesConnection: false,
			},
		])
		const late = await enterRoom(harness.service, { displayName: 'Han Mei 2' })
		expect(late.entered.onAir).toBe(false)
	})

	test('[ROOM-33] a locked room refuses newcomers, and the lock is stored', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
		await harness.service.lock(host.who, true)
		expect(await failure(enter(ticket))).toBe('room.locked')
		expect(harness.meetings.rows.get(meetingId)?.locked).toBe(true)
		expect(heard('room.locked').map(roomEvent => roomEvent.payload[0])).toEqual([{ locked: true, by: host.id }])
		await harness.service.lock(host.who, false)
		await enterRoom(harness.service, { displayName: 'Li Lei' })
	})

	test('[ROOM-33] a lock keeps out neither who was inside before nor a co-host, also after everybody has left', async () => {
		const host = await enterRoom(harness.service, { host: true, personKey: 'hanmei' })
		const member = await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei' })
		const guest = await enterRoom(harness.service, { displayName: 'Ann', personKey: 'g_ann' })
		await harness.service.setCoHost(host.who, member.id, true)
		await harness.service.lock(host.who, true)
		harness.service.leave(guest.who)
		const again = await enterRoom(harness.service, { displayName: 'Ann', personKey: 'g_ann' })
		expect(await harness.service.isKnown(meetingId, 'g_ann')).toBe(true)
		for (const { who } of [again, member, host]) harness.service.leave(who)
		await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei' })
		expect(await harness.service.isKnown(meetingId, 'g_other')).toBe(false)
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ personKey: 'g_other' }))
		expect(await failure(enter(ticket))).toBe('room.locked')
	})

	test('[ROOM-34] hosts in the room are warned of guessed passwords on every device, at most every ten minutes', async () => {
		const phone = await enterRoom(harness.service, { host: true, personKey: 'hanmei' })
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		const warned = () => heard('passwords.tried').map(roomEvent => roomEvent.connections)
		harness.service.warnOfPasswordGuessing(meetingId, 'meeting')
		expect(warned()).toEqual([[phone.who.connection]])
		const computer = await enterRoom(harness.service, { host: true, personKey: 'hanmei' })
		harness.clock.pass(9 * 60_000)
		harness.service.warnOfPasswordGuessing(meetingId, 'meeting')
		expect(warned()).toHaveLength(1)
		harness.clock.pass(60_000)
		harness.service.warnOfPasswordGuessing(meetingId, 'meeting')
		expect(warned()[1]).toEqual([phone.who.connection, computer.who.connection])
	})

	test('[ROOM-34] the warning names the password, once for each, and ends when that was changed', async () => {
		const host = await enterRoom(harness.service, { host: true })
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		for (const password of ['host', 'host', 'live', 'host'] as const)
			harness.service.warnOfPasswordGuessing(meetingId, password)
		expect(heard('passwords.tried').map(({ payload }) => payload)).toEqual([
			[{ password: 'host' }],
			[{ password: 'live' }],
		])
		harness.service.endPasswordWarnings(meetingId, [])
		harness.service.endPasswordWarnings(otherMeetingId, ['host'])
		expect(heard('passwords.changed')).toEqual([])
		harness.service.endPasswordWarnings(meetingId, ['host'])
		expect(heard('passwords.changed')).toMatchObject([
			{ connections: [host.who.connection], payload: [{ passwords: ['host'] }] },
		])
		for (const password of ['host', 'live'] as const) harness.service.warnOfPasswordGuessing(meetingId, password)
		expect(heard('passwords.tried').map(({ payload }) => payload)).toHaveLength(3)
	})

	test('[ROOM-34] a host who arrives after the first attempt is warned of the next', async () => {
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.warnOfPasswordGuessing(meetingId, 'meeting')
		harness.service.warnOfPasswordGuessing(otherMeetingId, 'meeting')
		expect(heard('passwords.tried')).toEqual([])
		await enterRoom(harness.service, { host: true })
		harness.service.warnOfPasswordGuessing(meetingId, 'meeting')
		expect(heard('passwords.tried')).toHaveLength(1)
	})

	test('[ROOM-42] muting reaches the engine and the muted person only', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		await harness.service.mute(host.who, guest.id, 'microphone')
		expect(harness.engine.calls).toContain(`mute ${guest.id} microphone`)
		expect(heard('muted').map(roomEvent => roomEvent.connections)).toEqual([[guest.who.connection]])
	})

	test('[ROOM-40] removing disconnects the person on every device and notifies the others', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const phone = await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei' })
		const computer = await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei' })
		await harness.service.remove(host.who, phone.id)
		expect(heard('room.closed').flatMap(roomEvent => roomEvent.connections)).toEqual([
			phone.who.connection,
			computer.who.connection,
		])
		expect(harness.service.participantCount(meetingId)).toBe(1)
		expect(await failure(harness.service.remove(host.who, nobody))).toBe('participant.missing')
		expect(await failure(harness.service.remove(host.who, host.id))).toBe('participant.self')
	})
})

describe('media', () => {
	test('[ROOM-60] without the engine, participants enter without a grant, and are notified when it returns', async () => {
		harness.engine.available = false
		const { who, entered } = await enterRoom(harness.service)
		expect(entered.grant).toBeNull()
		expect(await failure(harness.service.grant(who))).toBe('engine.unavailable')
		harness.engine.available = true
		harness.engine.emit({ type: 'available' })
		expect(heard('media.available').map(roomEvent => roomEvent.connections)).toEqual([[who.connection]])
		expect((await harness.service.grant(who)).ok).toBe(true)
	})

	test('[ROOM-249] an engine that replaces one room tells its pages only', async () => {
		const { who } = await enterRoom(harness.service)
		await enterRoom(harness.service, { meetingId: otherMeetingId })
		harness.engine.emit({ type: 'available', roomId: who.meetingId })
		expect(heard('media.available').map(({ connections }) => connections)).toEqual([[who.connection]])
	})

	test('[ROOM-98] a raised hand is seen by everybody, keeps its place over a reconnect, and is lowered by its owner or the host', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		const hands = () => heard('participant.changed').map(({ payload }) => (payload[0] as Participant).handRaisedAt)
		const raisedAt = harness.clock.now()
		harness.service.setHand(guest.who, true)
		expect(heard('participant.changed').at(-1)?.connections).toEqual([host.who.connection, guest.who.connection])
		harness.clock.pass(1_000)
		harness.service.setHand(guest.who, true)
		expect(hands()).toEqual([raisedAt])
		harness.service.drop(guest.who)
		const back = await resumeRoom(harness.service, guest.resumeToken)
		if (!back.ok) throw new Error(back.failure)
		expect(back.value.roster.find(({ id }) => id === guest.id)?.handRaisedAt).toBe(raisedAt)
		expect(harness.service.lowerHand(host.who, guest.id)).toEqual({ ok: true, value: null })
		expect(hands().at(-1)).toBeNull()
		const count = hands().length
		expect(harness.service.lowerHand(host.who, guest.id)).toEqual({ ok: true, value: null })
		expect(hands()).toHaveLength(count)
		expect(harness.service.lowerHand(host.who, host.id)).toEqual({ ok: false, failure: 'participant.self' })
		expect(harness.service.lowerHand(host.who, 'nobody-here' as ParticipantId)).toEqual({
			ok: false,
			failure: 'participant.missing',
		})
		harness.service.setHand(host.who, true)
		harness.service.setHand(host.who, false)
		expect(hands().slice(count)).toEqual([harness.clock.now(), null])
	})

	test('[ROOM-12] changes of a participant’s sources are sent to the others', async () => {
		const first = await enterRoom(harness.service)
		const second = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.setSending(second.who, { microphone: true, camera: true })
		const told = heard('participant.changed').at(-1)
		expect(told?.connections).toEqual([first.who.connection])
		expect(told?.payload[0]).toMatchObject({ id: second.id, sending: { microphone: true, camera: true } })
	})
})

describe('[ROOM-100] shared screens', () => {
	const sharing = () => heard('room.sharing').at(-1)?.payload[0]

	test('there is one presenter at a time, whom everybody is told of, and who can stop', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect(host.entered.sharing).toEqual({ presenter: null })
		expect(harness.service.startScreen(guest.who)).toEqual({ ok: true, value: null })
		expect(heard('room.sharing').at(-1)).toMatchObject({
			connections: [host.who.connection, guest.who.connection],
			payload: [{ presenter: guest.id }],
		})
		expect(harness.service.startScreen(host.who)).toEqual({ ok: false, failure: 'screen.taken' })
		expect(harness.service.startScreen(guest.who)).toEqual({ ok: true, value: null })
		const third = await enterRoom(harness.service, { displayName: 'Ann' })
		expect(third.entered.sharing.presenter).toBe(guest.id)
		harness.service.stopScreen(third.who)
		expect(sharing()).toMatchObject({ presenter: guest.id })
		harness.service.stopScreen(guest.who)
		expect(sharing()).toEqual({ presenter: null })
		expect(harness.engine.calls).toContain(`mute ${guest.id} screen`)
	})

	test('the host ends a presentation, and decides whether others may share', async () => {
		const host = await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.startScreen(guest.who)
		harness.service.stopScreen(host.who)
		expect(sharing()).toEqual({ presenter: null })
		expect(await failure(harness.service.setPermissions(guest.who, { share: false }))).toBe('role.not-allowed')
		harness.service.startScreen(guest.who)
		expect((await harness.service.setPermissions(host.who, { share: false })).ok).toBe(true)
		expect(sharing()).toEqual({ presenter: null })
		expect(harness.service.startScreen(guest.who)).toEqual({ ok: false, failure: 'screen.not-allowed' })
		expect(harness.service.startScreen(host.who)).toEqual({ ok: true, value: null })
		await harness.service.setPermissions(host.who, { share: false })
		expect(sharing()).toEqual({ presenter: host.id })
	})

	test('a presenter who leaves presents no more; one whose connection drops for a moment goes on', async () => {
		await enterRoom(harness.service, { host: true })
		const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.startScreen(guest.who)
		harness.service.drop(guest.who)
		expect(sharing()).toMatchObject({ presenter: guest.id })
		const back = await resumeRoom(harness.service, guest.resumeToken, 'connection-back')
		expect(back.ok && back.value.sharing.presenter).toBe(guest.id)
		harness.service.leave({ ...guest.who, connection: 'connection-back' })
		expect(sharing()).toEqual({ presenter: null })
	})

	test.each(['screen', 'screen-audio'] as const)(
		'a %s that a page sends unasked is muted, that of the presenter is not',
		async source => {
			const host = await enterRoom(harness.service, { host: true })
			const guest = await enterRoom(harness.service, { displayName: 'Li Lei' })
			const publish = (participantId: ParticipantId) =>
				harness.engine.emit({ type: 'published', roomId: meetingId, participantId, source })
			publish(guest.id)
			expect(harness.engine.calls).toContain(`mute ${guest.id} ${source}`)
			harness.service.startScreen(host.who)
			publish(host.id)
			expect(harness.engine.calls).not.toContain(`mute ${host.id} ${source}`)
		},
	)

	test('nobody outside of the room can do any of it', async () => {
		const host = await enterRoom(harness.service, { host: true })
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		harness.service.leave(host.who)
		expect(harness.service.startScreen(host.who)).toEqual({ ok: false, failure: 'screen.not-allowed' })
		expect(await failure(harness.service.setPermissions(host.who, { share: false }))).toBe('role.not-allowed')
		harness.service.stopScreen(host.who)
		expect(heard('room.sharing')).toEqual([])
	})
})

describe('the chat', () => {
	test('[ROOM-130] is entered by those in the room, and ends with their visit', async () => {
		const { who, entered } = await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect(await harness.service.enterChat(who)).toMatchObject({ ok: true, value: { gid: 'chat of Harbour plans' } })
		expect(harness.service.findChatMember(entered.self)).toMatchObject({ identity: { name: 'Li Lei' }, mayWrite: true })
		harness.service.leave(who)
		expect(await harness.service.enterChat(who)).toEqual({ ok: false, failure: 'not.entered' })
		expect(harness.service.findChatMember(entered.self)).toBeUndefined()
		expect(harness.chatsEnded).toEqual([entered.self])
	})

	test('[ROOM-137] members write as long as the host permits it, those who run the meeting always; a new name is the chat’s, too', async () => {
		const { service } = harness
		const host = await enterRoom(service, { displayName: 'Host', host: true })
		const member = await enterRoom(service, { displayName: 'Li Lei', userId: 'u-li' })
		const mayWrite = () => [host, member].map(({ id }) => service.findChatMember(id)?.mayWrite)
		expect(mayWrite()).toEqual([true, true])
		expect(await service.setPermissions(host.who, { write: false })).toEqual({ ok: true, value: null })
		expect(mayWrite()).toEqual([true, false])
		expect(await service.rename(host.who, member.id, 'Lei Li')).toEqual({ ok: true, value: null })
		expect(harness.renamed).toEqual([[member.id, 'Lei Li']])
	})

	test('[ROOM-136] newcomers see what was written before they joined, unless the host decides otherwise', async () => {
		const { service, clock } = harness
		const { who: host } = await enterRoom(service, { displayName: 'Host', host: true })
		clock.pass(60_000)
		const late = await enterRoom(service, { displayName: 'Late' })
		const seesFrom = () => service.findChatMember(late.id)?.seesFrom
		expect(seesFrom()).toBe(late.entered.startedAt)
		expect(await service.setChatHistory(late.who, false)).toEqual({ ok: false, failure: 'role.not-allowed' })
		expect(await service.setChatHistory(host, false)).toEqual({ ok: true, value: null })
		expect(heard('room.chat').at(-1)?.payload).toEqual([{ showsHistory: false }])
		expect(seesFrom()).toBe(late.entered.startedAt + 60_000)
		service.drop(late.who)
		clock.pass(5_000)
		const back = await resumeRoom(service, late.resumeToken)
		expect(back).toMatchObject({ ok: true, value: { chat: { showsHistory: false } } })
		expect(seesFrom()).toBe(late.entered.startedAt + 60_000)
	})

	test('[ROOM-136] who was there sees what was written since they joined, also after a lost line and a restart', async () => {
		const { service, clock } = harness
		const { who: host } = await enterRoom(service, { displayName: 'Host', host: true })
		await service.setChatHistory(host, false)
		clock.pass(60_000)
		const late = await enterRoom(service, { displayName: 'Late' })
		service.drop(late.who)
		clock.pass(5_000)
		const back = await resumeRoom(service, late.resumeToken, 'socket of Late')
		clock.pass(5_000)
		const restarted = harness.restarted()
		const token = back.ok ? back.value.resumeToken : ''
		expect(await resumeRoom(restarted, token, 'new socket of Late')).toMatchObject({ ok: true })
		const joinedAt = late.entered.startedAt + 60_000
		expect(restarted.findChatMember(late.id)?.seesFrom).toBe(joinedAt)
		const who = { meetingId, participantId: late.id, connection: 'new socket of Late' }
		expect(await restarted.enterChat(who)).toMatchObject({ ok: true, value: { joinedAt } })
	})

	test('[ROOM-136] whoever was moved to the waiting room sees nothing that was written meanwhile', async () => {
		const { service, clock } = harness
		const { who: host } = await enterRoom(service, { displayName: 'Host', host: true })
		await service.setChatHistory(host, false)
		const member = await enterRoom(service, { displayName: 'Li Lei', personKey: 'li' })
		service.drop(member.who)
		const back = await resumeRoom(service, member.resumeToken)
		expect(await service.moveToWaiting(host, member.id)).toMatchObject({ ok: true })
		clock.pass(60_000)
		const waiting = await resumeRoom(service, back.ok ? back.value.resumeToken : '')
		expect(waiting).toMatchObject({ ok: false, failure: 'waiting' })
		expect(await service.admitWaiting(host, member.id)).toMatchObject({ ok: true })
		expect(service.findChatMember(member.id)?.seesFrom).toBe(clock.now())
	})

	test('[ROOM-136] hidden from newcomers stays hidden over a restart and an empty room, until the meeting ends', async () => {
		const { service, clock } = harness
		const { who, entered } = await enterRoom(service, { displayName: 'Host', host: true })
		await service.setChatHistory(who, false)
		await service.setPermissions(who, { rename: false })
		clock.pass(60_000)
		const restarted = harness.restarted()
		const newcomer = await enterRoom(restarted, { displayName: 'Late' })
		expect(newcomer.entered.chat).toEqual({ showsHistory: false })
		expect(restarted.findChatMember(newcomer.id)?.seesFrom).toBe(entered.startedAt + 60_000)
		service.leave(who)
		expect(service.counts().rooms).toBe(0)
		expect((await enterRoom(service, { displayName: 'Late' })).entered.chat).toEqual({ showsHistory: false })
		await service.close(meetingId, 'ended')
		expect((await enterRoom(service)).entered.chat).toEqual({ showsHistory: true })
	})
})
