import type { MeetingId } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import { roomLimits } from '@parley/room'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { aHouse, aTicketRequest, type House, meetingId, otherMeetingId, pastGrace, resume, walkIn } from './fixtures.ts'

let house: House

beforeEach(async () => {
	house = await aHouse()
})

const failure = async (answer: Promise<{ ok: boolean; failure?: string }>) => (await answer).failure
const heard = (event: string) => house.news.filter(news => news.event === event)
const knock = async (ticket: string) => house.service.enter({ by: 'ticket', ticket }, 'somebody')

describe('tickets', () => {
	test('[ROOM-01] a ticket brings its bearer in under the name and with the rights it was given', async () => {
		const { entered } = await walkIn(house.service, { displayName: '😀 Li Lei', host: true })
		expect(entered.roster).toEqual([
			{
				id: entered.self,
				name: '😀 Li Lei',
				host: true,
				sending: { microphone: false, camera: false },
				present: true,
			},
		])
		expect(entered).toMatchObject({ topic: 'Harbour plans', wants: { microphone: true, camera: false }, locked: false })
	})

	test('[ROOM-01] the ticket itself is not in the store', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		const rows = await house.database.db
			.$extendTables<{ room_tickets: { hash: string } }>()
			.selectFrom('room_tickets')
			.selectAll()
			.execute()
		expect(rows).toHaveLength(1)
		expect(JSON.stringify(rows)).not.toContain(ticket)
	})

	test('[ROOM-03] a ticket is good once', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		expect((await knock(ticket)).ok).toBe(true)
		expect(await failure(knock(ticket))).toBe('ticket.used')
	})

	test('[ROOM-03] of two at once exactly one gets in', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		const both = await Promise.all([knock(ticket), knock(ticket)])
		expect(both.filter(answer => answer.ok)).toHaveLength(1)
		expect(house.service.occupancy(meetingId)).toBe(1)
	})

	test('[ROOM-02] a ticket is good for a minute', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		house.clock.pass(roomLimits.ticketLifetimeMs)
		expect(await failure(knock(ticket))).toBe('ticket.expired')
	})

	test('[ROOM-01] a made-up ticket is unknown', async () => {
		expect(await failure(knock('A'.repeat(43)))).toBe('ticket.unknown')
	})

	test('[ROOM-01] a ticket leads into its own meeting only', async () => {
		await walkIn(house.service, { meetingId: otherMeetingId })
		expect(house.service.occupancy(meetingId)).toBe(0)
		expect(house.service.occupancy(otherMeetingId)).toBe(1)
	})

	test('[ROOM-45] a ticket from before the end is worthless', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		await house.service.end(meetingId)
		house.meetings.rows.set(meetingId, { topic: 'again', locked: false, over: false, startedAt: null })
		expect(await failure(knock(ticket))).toBe('ticket.unknown')
	})

	test('[ROOM-05] nobody enters a meeting that is over or does not exist', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		house.meetings.rows.delete(meetingId)
		expect(await failure(knock(ticket))).toBe('room.ended')
		expect(house.meetings.calls).toEqual([])
	})
})

describe('coming back', () => {
	test('[ROOM-20] whoever drops keeps the place for a while and comes back as the same', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		house.service.drop(guest.who)
		expect(heard('participant.changed').at(-1)?.payload[0]).toMatchObject({ id: guest.id, present: false })
		house.clock.pass(roomLimits.reconnectGraceMs - 1)
		await house.service.tick()
		const back = await resume(house.service, guest.resumeToken)
		expect(back.ok && back.value.self).toBe(guest.id)
		expect(heard('participant.left')).toEqual([])
		expect(house.service.isInside(host.who)).toBe(true)
	})

	test('[ROOM-20] after that the place is given up and the others are told', async () => {
		await walkIn(house.service)
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		house.service.drop(guest.who)
		house.clock.pass(pastGrace)
		await house.service.tick()
		expect(heard('participant.left').map(news => news.payload[0])).toEqual([{ participantId: guest.id, by: 'lost' }])
		expect(house.engine.calls).toContain(`remove ${guest.id}`)
		expect((await resume(house.service, guest.resumeToken)).ok).toBe(true)
	})

	test('[ROOM-21] a resume token survives a restart of the server', async () => {
		const host = await walkIn(house.service, { host: true, displayName: 'Han Mei' })
		house.clock.pass(5_000)
		const service = house.restarted()
		const back = await resume(service, host.resumeToken)
		expect(back.ok && back.value.roster).toMatchObject([{ id: host.id, name: 'Han Mei', host: true }])
		expect(back.ok && back.value.startedAt).toBe(host.entered.startedAt)
	})

	test('[ROOM-22] a token of ours changed by a hand is worthless', async () => {
		const { resumeToken } = await walkIn(house.service)
		const [head, body = '', signature] = resumeToken.split('.')
		const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
		const forged = Buffer.from(JSON.stringify({ ...claims, host: true })).toString('base64url')
		expect(await failure(resume(house.service, [head, forged, signature].join('.')))).toBe('resume.invalid')
	})

	test('[ROOM-22] a token signed with another secret, or without one, is worthless', async () => {
		const claims = { meetingId, siteId: 's', userId: null, personKey: 'x', name: 'X', host: true, enteredAt: 1 }
		const foreign = await new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256' })
			.setAudience('room-resume')
			.setSubject('person-123')
			.setExpirationTime('1h')
			.sign(new Uint8Array(32).fill(4))
		expect(await failure(resume(house.service, foreign))).toBe('resume.invalid')
		const none = [{ alg: 'none' }, { ...claims, sub: 'person-123', aud: 'room-resume' }]
			.map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.')
		expect(await failure(resume(house.service, `${none}.`))).toBe('resume.invalid')
	})

	test('[ROOM-22] a token leads into its own meeting only', async () => {
		const { resumeToken } = await walkIn(house.service, { meetingId: otherMeetingId })
		const back = await resume(house.service, resumeToken)
		expect(back.ok && back.value.meetingId).toBe(otherMeetingId)
	})

	test('[ROOM-40] a removed person comes back neither with the token nor with a new ticket', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		expect((await house.service.remove(host.who, guest.id)).ok).toBe(true)
		expect(await failure(resume(house.service, guest.resumeToken))).toBe('participant.removed')
		expect(await failure(resume(house.restarted(), guest.resumeToken))).toBe('participant.removed')
		const { ticket } = await house.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
		expect(await failure(knock(ticket))).toBe('participant.removed')
		expect(await house.service.isRemoved(meetingId, 'Li Lei')).toBe(true)
	})

	test('[ROOM-45] a token from before the end is worthless, even when the meeting runs again', async () => {
		const host = await walkIn(house.service, { host: true })
		await house.service.endByHost(host.who)
		house.meetings.rows.set(meetingId, { topic: 'again', locked: false, over: false, startedAt: null })
		expect(await failure(resume(house.service, host.resumeToken))).toBe('room.ended')
	})

	test('[ROOM-23] whoever enters in a second window takes the place from the first', async () => {
		const first = await walkIn(house.service)
		const second = await resume(house.service, first.resumeToken, 'second')
		expect(second.ok && second.value.roster).toHaveLength(1)
		expect(heard('room.closed')).toEqual([
			{
				event: 'room.closed',
				payload: [{ reason: 'elsewhere' }],
				connections: [first.who.connection],
				closesConnection: true,
			},
		])
		house.service.drop(first.who)
		house.clock.pass(pastGrace)
		await house.service.tick()
		expect(house.service.occupancy(meetingId)).toBe(1)
	})
})

describe('places', () => {
	test('[ROOM-11] one more than the room holds is turned away', async () => {
		house = await aHouse({ capacity: 2 })
		await walkIn(house.service, { displayName: 'A' })
		const second = await walkIn(house.service, { displayName: 'B' })
		const { ticket } = await house.service.issueTicket(aTicketRequest({ displayName: 'C' }))
		expect(await failure(knock(ticket))).toBe('room.full')
		house.service.drop(second.who)
		expect((await resume(house.service, second.resumeToken)).ok).toBe(true)
	})

	test('[ROOM-11] two who come for the last place at once do not both get it', async () => {
		house = await aHouse({ capacity: 1 })
		const tickets = await Promise.all(
			['A', 'B'].map(displayName => house.service.issueTicket(aTicketRequest({ displayName }))),
		)
		const answers = await Promise.all(tickets.map(({ ticket }) => knock(ticket)))
		expect(answers.filter(answer => answer.ok)).toHaveLength(1)
	})

	test('[ROOM-11] the engine may hold fewer than the configuration allows', async () => {
		house = await aHouse({ capacity: 50, engineLimit: 1 })
		await walkIn(house.service, { displayName: 'A' })
		await expect(walkIn(house.service, { displayName: 'B' })).rejects.toThrow('room.full')
	})
})

describe('the meeting follows the room', () => {
	test('[ROOM-44] the first one in starts it, once', async () => {
		await Promise.all([walkIn(house.service, { displayName: 'A' }), walkIn(house.service, { displayName: 'B' })])
		expect(house.meetings.calls).toEqual([`started ${meetingId}`])
	})

	test('[ROOM-45] the end by the host ends the meeting and sends everybody out', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		expect((await house.service.endByHost(host.who)).ok).toBe(true)
		expect(house.meetings.calls).toContain(`ended ${meetingId}`)
		expect(heard('room.closed')).toEqual([
			{
				event: 'room.closed',
				payload: [{ reason: 'ended-by-host' }],
				connections: [host.who.connection, guest.who.connection],
				closesConnection: true,
			},
		])
		expect(house.engine.calls).toContain(`end ${meetingId}`)
		expect(house.service.occupancy(meetingId)).toBe(0)
	})

	test('[ROOM-45] the meeting’s own announcement does not change the reason given', async () => {
		const host = await walkIn(house.service, { host: true })
		const ended = house.meetings.ended
		house.meetings.ended = async (id, at) => {
			await ended(id, at)
			await house.service.close(id, 'ended')
		}
		await house.service.endByHost(host.who)
		expect(heard('room.closed').map(news => news.payload[0])).toEqual([{ reason: 'ended-by-host' }])
	})

	test('[ROOM-45] a meeting that is deleted sends everybody out and says so', async () => {
		await walkIn(house.service)
		await house.service.close(meetingId, 'deleted')
		expect(heard('room.closed').map(news => news.payload[0])).toEqual([{ reason: 'deleted' }])
	})

	test('[ROOM-45] an end while the first person is coming in leaves nobody inside', async () => {
		const { ticket } = await house.service.issueTicket(aTicketRequest())
		const coming = knock(ticket)
		await Promise.all([coming, house.service.end(meetingId)])
		const answer = await coming
		expect(answer.ok ? heard('room.closed').flatMap(news => news.connections) : ['somebody']).toEqual(['somebody'])
		expect(house.service.occupancy(meetingId)).toBe(0)
	})

	test('[ROOM-46] an empty room whose time is up ends its meeting, one with people does not', async () => {
		house.meetings.late = [meetingId, otherMeetingId]
		await walkIn(house.service, { meetingId: otherMeetingId })
		await house.service.tick()
		expect(house.meetings.calls.filter(call => call.startsWith('ended'))).toEqual([])
		house.clock.pass(90_000)
		await house.service.tick()
		expect(house.meetings.calls.filter(call => call.startsWith('ended'))).toEqual([`ended ${meetingId}`])
	})

	test('[ROOM-47] the last one to leave leaves an open meeting', async () => {
		const only = await walkIn(house.service)
		house.service.leave(only.who)
		expect(house.meetings.calls).toEqual([`started ${meetingId}`])
		expect(house.service.occupancy(meetingId)).toBe(0)
		await walkIn(house.service, { displayName: 'B' })
	})
})

describe('host rights', () => {
	const nobody = 'nobody-here' as ParticipantId

	test('[ROOM-30] what the host may do is refused to everybody else', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		expect(await failure(house.service.lock(guest.who, true))).toBe('host.only')
		expect(await failure(house.service.endByHost(guest.who))).toBe('host.only')
		expect(await failure(house.service.remove(guest.who, host.id))).toBe('host.only')
		expect(await failure(house.service.mute(guest.who, host.id, 'microphone'))).toBe('host.only')
		expect(house.meetings.calls).toEqual([`started ${meetingId}`])
		expect(house.service.occupancy(meetingId)).toBe(2)
	})

	test('[ROOM-30] a host of one meeting has no say in another', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { meetingId: otherMeetingId })
		expect(await failure(house.service.remove(host.who, guest.id))).toBe('participant.missing')
		const pretending = { ...host.who, meetingId: otherMeetingId as MeetingId }
		expect(await failure(house.service.lock(pretending, true))).toBe('host.only')
	})

	test('[ROOM-30] after leaving, a host has no say any more', async () => {
		const host = await walkIn(house.service, { host: true })
		await walkIn(house.service, { displayName: 'Li Lei' })
		house.service.leave(host.who)
		expect(await failure(house.service.lock(host.who, true))).toBe('host.only')
		expect(house.service.hostPresent(meetingId)).toBe(false)
	})

	test('[ROOM-33] a locked room turns newcomers away, and is kept as locked', async () => {
		const host = await walkIn(house.service, { host: true })
		const { ticket } = await house.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
		await house.service.lock(host.who, true)
		expect(await failure(knock(ticket))).toBe('room.locked')
		expect(house.meetings.rows.get(meetingId)?.locked).toBe(true)
		expect(heard('room.locked').map(news => news.payload[0])).toEqual([{ locked: true }])
		await house.service.lock(host.who, false)
		await walkIn(house.service, { displayName: 'Li Lei' })
	})

	test('[ROOM-42] muting reaches the engine and the muted person only', async () => {
		const host = await walkIn(house.service, { host: true })
		const guest = await walkIn(house.service, { displayName: 'Li Lei' })
		await house.service.mute(host.who, guest.id, 'microphone')
		expect(house.engine.calls).toContain(`mute ${guest.id} microphone`)
		expect(heard('muted').map(news => news.connections)).toEqual([[guest.who.connection]])
	})

	test('[ROOM-40] removing sends out every seat of the person and tells the others', async () => {
		const host = await walkIn(house.service, { host: true })
		const phone = await walkIn(house.service, { displayName: 'Li Lei', personKey: 'lilei' })
		const computer = await walkIn(house.service, { displayName: 'Li Lei', personKey: 'lilei' })
		await house.service.remove(host.who, phone.id)
		expect(heard('room.closed').flatMap(news => news.connections)).toEqual([
			phone.who.connection,
			computer.who.connection,
		])
		expect(house.service.occupancy(meetingId)).toBe(1)
		expect(await failure(house.service.remove(host.who, nobody))).toBe('participant.missing')
		expect(await failure(house.service.remove(host.who, host.id))).toBe('participant.self')
	})
})

describe('media', () => {
	test('[ROOM-60] without the engine one is inside without a grant, and told when it is back', async () => {
		house.engine.away = true
		const { who, entered } = await walkIn(house.service)
		expect(entered.grant).toBeNull()
		expect(await failure(house.service.grant(who))).toBe('engine.away')
		house.engine.away = false
		house.engine.emit({ type: 'back' })
		expect(heard('media.available').map(news => news.connections)).toEqual([[who.connection]])
		expect((await house.service.grant(who)).ok).toBe(true)
	})

	test('[ROOM-12] what somebody sends is told to the others', async () => {
		const first = await walkIn(house.service)
		const second = await walkIn(house.service, { displayName: 'Li Lei' })
		house.service.setSending(second.who, { microphone: true, camera: true })
		const told = heard('participant.changed').at(-1)
		expect(told?.connections).toEqual([first.who.connection])
		expect(told?.payload[0]).toMatchObject({ id: second.id, sending: { microphone: true, camera: true } })
	})
})
