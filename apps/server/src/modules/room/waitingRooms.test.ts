import { type ParticipantId, roomLimits, type Waiting, type WaitingRoom } from '@parley/room'
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
	whileTokenIsSigned,
} from './fixtures.ts'
import type { TicketRequest } from './joinTickets.ts'
import type { ParticipantConnection } from './openRoom.ts'
import type { Entry } from './service.ts'

let harness: RoomHarness

beforeEach(async () => {
	harness = await createRoomHarness()
	harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
})

let sockets = 0

interface Waiter {
	who: ParticipantConnection
	waiting: Waiting
	id: ParticipantId
}

function waiterOf(entry: Entry | Awaited<ReturnType<typeof resumeRoom>>, connection: string): Waiter {
	if (entry.ok || entry.failure !== 'waiting') throw new Error(entry.ok ? 'they are in' : entry.failure)
	const { waiting } = entry
	return { who: { meetingId: waiting.meetingId, participantId: waiting.self, connection }, waiting, id: waiting.self }
}

/** Joins and has to wait. */
async function waits(fields: Partial<TicketRequest> = {}, service = harness.service): Promise<Waiter> {
	const { ticket } = await service.issueTicket(aTicketRequest(fields))
	const connection = `waiting-${++sockets}`
	return waiterOf(await service.enter({ kind: 'ticket', ticket }, connection), connection)
}

const waitsAgain = async (token: string, service = harness.service) => {
	const connection = `waiting-${++sockets}`
	return waiterOf(await resumeRoom(service, token, connection), connection)
}

const host = (service = harness.service) => enterRoom(service, { host: true, displayName: 'Anna' })

/** Events that a connection was sent, in order. */
const sentTo = (connection: string) =>
	harness.events
		.filter(({ connections }) => connections.includes(connection))
		.map(({ event, payload }) => [event, payload[0]] as const)
const lastList = (connection: string) =>
	sentTo(connection).findLast(([event]) => event === 'room.waiting')?.[1] as WaitingRoom | undefined
const failure = async (answer: Promise<{ ok: boolean; failure?: string }>) => (await answer).failure
/** Time passes until what has changed is told. */
async function later(ms: number = 1_000, service = harness.service) {
	harness.clock.pass(ms)
	await service.tick()
}

describe('entering', () => {
	test('[ROOM-140] hosts enter, newcomers wait, and without a waiting room nobody does', async () => {
		await host()
		await waits()
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		await enterRoom(harness.service, { displayName: 'Li Lei' })
	})

	test('[ROOM-141] who waits knows topic, host and place, and nothing of the room', async () => {
		const { entered } = await host()
		const { waiting, who } = await waits({ displayName: 'Tina He' })
		expect(waiting).toEqual({
			self: expect.any(String),
			meetingId,
			topic: 'Harbour plans',
			hostName: 'Anna',
			place: 1,
			message: null,
			wants: { microphone: true, camera: false },
			resumeToken: expect.any(String),
		})
		expect(harness.service.participantCount(meetingId)).toBe(1)
		const newcomer = await enterRoom(harness.service, { host: true, displayName: 'Bo' })
		await harness.service.lock(newcomer.who, true)
		harness.service.setHand(newcomer.who, true)
		expect(sentTo(who.connection)).toEqual([])
		expect(newcomer.entered.roster.map(({ id }) => id)).toEqual([entered.self, newcomer.id])
		expect(await failure(harness.service.grant(who))).toBe('engine.unavailable')
	})

	test('[ROOM-141] waiting starts no meeting and opens no room', async () => {
		await waits()
		expect(harness.meetings.calls).toEqual([])
		expect(harness.engine.calls).toEqual([])
		expect(harness.service.counts().rooms).toBe(0)
	})

	test('[ROOM-142] hosts hear who waits, and nobody else does', async () => {
		const anna = await host()
		expect(anna.entered.waiting).toEqual({ isOn: true, count: 0, people: [], message: null })
		const tina = await waits({ displayName: 'Tina He' })
		const bo = await waits({ displayName: 'Bo', userId: 'u-bo', sessionId: 's' })
		await later()
		expect(lastList(anna.who.connection)).toEqual({
			isOn: true,
			count: 2,
			people: [
				{ id: tina.id, name: 'Tina He', isGuest: true },
				{ id: bo.id, name: 'Bo', isGuest: false },
			],
			message: null,
		})
		await harness.service.admitWaiting(anna.who, tina.id)
		await later()
		const told = sentTo(tina.who.connection)
		expect(told.map(([event]) => event)).not.toContain('room.waiting')
		const admitted = told.find(([event]) => event === 'admitted')?.[1]
		expect(admitted).not.toHaveProperty('waiting')
		const second = await enterRoom(harness.service, { host: true, displayName: 'Carl' })
		expect(second.entered.waiting).toMatchObject({ count: 1 })
	})
})

describe('answering', () => {
	test('[ROOM-142] one who is admitted enters on their socket, with the devices they chose, and does not wait again', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		expect((await harness.service.admitWaiting(anna.who, tina.id)).ok).toBe(true)
		expect(harness.service.isInRoom(tina.who)).toBe(true)
		const [event, entered] = sentTo(tina.who.connection).at(-1) ?? []
		expect(event).toBe('admitted')
		expect(entered).toMatchObject({ self: tina.id, wants: { microphone: true, camera: false } })
		expect(sentTo(anna.who.connection)).toContainEqual([
			'participant.joined',
			expect.objectContaining({ id: tina.id, name: 'Tina He', connected: true }),
		])
		harness.service.leave(tina.who)
		const again = await enterRoom(harness.service, { displayName: 'Tina He' })
		expect(harness.service.isInRoom(again.who)).toBe(true)
	})

	test('[ROOM-12] what happens while one is let in is in what their page is sent', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		whileTokenIsSigned(async () => {
			expect(harness.service.isInRoom(tina.who)).toBe(true)
			await enterRoom(harness.service, { host: true, displayName: 'Carl' })
			await harness.service.lock(anna.who, true)
		})
		await harness.service.admitWaiting(anna.who, tina.id)
		const [event, entered] = sentTo(tina.who.connection).at(-1) ?? []
		expect(event).toBe('admitted')
		expect(entered).toMatchObject({ locked: true, roster: [{ name: 'Anna' }, { name: 'Tina He' }, { name: 'Carl' }] })
	})

	test('[ROOM-142] all are admitted in line, until the room is full', async () => {
		harness = await createRoomHarness({ capacity: 3 })
		harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
		const anna = await host()
		const [first, second, third] = [
			await waits({ displayName: 'One' }),
			await waits({ displayName: 'Two' }),
			await waits({ displayName: 'Three' }),
		]
		expect(await failure(harness.service.admitAllWaiting(anna.who))).toBe('room.full')
		expect([first, second, third].map(({ who }) => harness.service.isInRoom(who))).toEqual([true, true, false])
		expect(harness.service.isWaiting(third.who)).toBe(true)
		expect(await failure(harness.service.admitWaiting(anna.who, third.id))).toBe('room.full')
		harness.service.leave(first.who)
		expect((await harness.service.admitWaiting(anna.who, third.id)).ok).toBe(true)
	})

	test('[ROOM-142] only hosts in this room answer', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		const member = await enterRoom(harness.service, { displayName: 'Li Lei' })
		const stranger = await enterRoom(harness.service, { host: true, displayName: 'Eve', meetingId: otherMeetingId })
		for (const { who } of [member, tina]) {
			expect(await failure(harness.service.admitWaiting(who, tina.id))).toBe('role.not-allowed')
			expect(await failure(harness.service.admitAllWaiting(who))).toBe('role.not-allowed')
			expect(await failure(harness.service.denyWaiting(who, tina.id, ''))).toBe('role.not-allowed')
			expect(await failure(harness.service.moveToWaiting(who, anna.id))).toBe('role.not-allowed')
			expect(await failure(harness.service.setWaitingRoom(who, false))).toBe('role.not-allowed')
			expect(harness.service.messageWaiting(who, 'x')).toMatchObject({ failure: 'role.not-allowed' })
		}
		expect(await failure(harness.service.admitWaiting(stranger.who, tina.id))).toBe('participant.missing')
		await harness.service.admitAllWaiting(stranger.who)
		expect(harness.service.isWaiting(tina.who)).toBe(true)
	})

	test('[ROOM-144] one who is not let in hears the cleaned words of the host, and may ask again after five minutes', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		await harness.service.denyWaiting(anna.who, tina.id, '  Please\u202E come\n at three ')
		expect(sentTo(tina.who.connection).at(-1)).toEqual([
			'room.closed',
			{ reason: 'denied', message: 'Please come at three', askAgainInMs: roomLimits.askAgainMs },
		])
		expect(harness.service.isWaiting(tina.who)).toBe(false)
		expect(await failure(resumeRoom(harness.service, tina.waiting.resumeToken))).toBe('entry.denied')
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Tina He' }))
		expect(await failure(harness.service.enter({ kind: 'ticket', ticket }, 's'))).toBe('entry.denied')
		await later(roomLimits.askAgainMs)
		await waits({ displayName: 'Tina He' })
	})

	test('[ROOM-144] [ROOM-183] who asks again too early is told the meeting, its host, their words and the time that is left, also after a restart', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		await harness.service.denyWaiting(anna.who, tina.id, 'Please come at three')
		await later(60_000)
		const denial = {
			topic: 'Harbour plans',
			hostName: 'Anna',
			message: 'Please come at three',
			askAgainInMs: roomLimits.askAgainMs - 60_000,
		}
		for (const service of [harness.service, harness.restarted()]) {
			const { ticket } = await service.issueTicket(aTicketRequest({ displayName: 'Tina He' }))
			const refusal = { ok: false, failure: 'entry.denied', denial }
			expect(await service.enter({ kind: 'ticket', ticket }, 's')).toEqual(refusal)
			expect(await resumeRoom(service, tina.waiting.resumeToken)).toEqual(refusal)
		}
	})

	test.each(['admits first', 'denies first'])(
		'[ROOM-142] [ROOM-144] of two hosts who answer at once one is obeyed: who %s',
		async order => {
			const [anna, carl] = [await host(), await enterRoom(harness.service, { host: true, displayName: 'Carl' })]
			for (const pauses of [0, 1, 2, 3, 4, 5, 8, 12, 20, 40]) {
				const displayName = `Person ${pauses}`
				const tina = await waits({ displayName })
				const admit = () => harness.service.admitWaiting(anna.who, tina.id)
				const deny = () => harness.service.denyWaiting(carl.who, tina.id, '')
				const [first, second] = order === 'admits first' ? [admit, deny] : [deny, admit]
				const answered = first()
				for (let times = 0; times < pauses; times++) await Promise.resolve()
				await Promise.all([answered, second()])
				const isIn = harness.service.isInRoom(tina.who)
				const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName }))
				const again = await harness.service.enter({ kind: 'ticket', ticket }, `again-${pauses}`)
				expect(again).toMatchObject(isIn ? { ok: true } : { failure: 'entry.denied' })
				harness.service.leave(tina.who)
				if (again.ok)
					harness.service.leave({ meetingId, participantId: again.value.self, connection: `again-${pauses}` })
				expect(harness.service.participantCount(meetingId)).toBe(2)
			}
		},
	)

	test('[ROOM-142] the message of the host reaches all who wait, and those who come later', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		await later()
		harness.service.messageWaiting(anna.who, 'We start at ten\u0000')
		await later()
		expect(sentTo(tina.who.connection).at(-1)).toEqual(['waiting.changed', { place: 1, message: 'We start at ten' }])
		expect((await waits({ displayName: 'Bo' })).waiting.message).toBe('We start at ten')
		expect(lastList(anna.who.connection)?.message).toBe('We start at ten')
		harness.service.messageWaiting(anna.who, '')
		await later()
		expect(sentTo(tina.who.connection).at(-1)).toEqual(['waiting.changed', { place: 1, message: null }])
	})

	test('[ROOM-145] one who is moved to the waiting room waits in all windows, also with a resume token', async () => {
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		const anna = await host()
		const [here, elsewhere] = [
			await enterRoom(harness.service, { displayName: 'Li Lei' }),
			await enterRoom(harness.service, { displayName: 'Li Lei' }),
		]
		expect((await harness.service.moveToWaiting(anna.who, here.id)).ok).toBe(true)
		for (const { who, resumeToken } of [here, elsewhere]) {
			expect(harness.service.isInRoom(who)).toBe(false)
			expect(sentTo(who.connection).at(-1)).toEqual(['room.closed', { reason: 'moved-to-waiting' }])
			await waitsAgain(resumeToken)
		}
		expect(harness.engine.calls).toContain(`remove ${here.id}`)
		await waits({ displayName: 'Li Lei', sessionId: 'another device' })
		await harness.service.admitAllWaiting(anna.who)
		expect(harness.service.participantCount(meetingId)).toBe(4)
	})

	test('[ROOM-145] hosts are not moved, neither oneself nor others', async () => {
		const anna = await host()
		const carl = await enterRoom(harness.service, { host: true, displayName: 'Carl' })
		expect(await failure(harness.service.moveToWaiting(anna.who, anna.id))).toBe('participant.self')
		expect(await failure(harness.service.moveToWaiting(anna.who, carl.id))).toBe('role.not-allowed')
		expect(await failure(harness.service.moveToWaiting(anna.who, 'p_unknown0' as ParticipantId))).toBe(
			'participant.missing',
		)
	})

	test('[ROOM-140] the host opens and closes it for newcomers; who waits stays in line', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		await harness.service.setWaitingRoom(anna.who, false)
		expect(lastList(anna.who.connection)).toMatchObject({ isOn: false, count: 1 })
		await enterRoom(harness.service, { displayName: 'Li Lei' })
		expect(harness.service.isWaiting(tina.who)).toBe(true)
		await harness.service.setWaitingRoom(anna.who, true)
		await waits({ displayName: 'Bo' })
	})

	test('[ROOM-140] a person who enters meanwhile does not undo what the host has set', async () => {
		const anna = await host()
		const { find } = harness.meetings
		harness.meetings.find = async id => {
			const meeting = await find(id)
			harness.meetings.find = find
			await harness.service.setWaitingRoom(anna.who, false)
			return meeting
		}
		const carl = await enterRoom(harness.service, { host: true, displayName: 'Carl' })
		expect(carl.entered.waiting?.isOn).toBe(false)
	})

	test('[ROOM-142] somebody who has lost their rights is not let in', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		harness.revoked.add(tina.id)
		await harness.service.admitWaiting(anna.who, tina.id)
		expect(harness.service.isInRoom(tina.who)).toBe(false)
		expect(sentTo(tina.who.connection).at(-1)).toEqual(['room.closed', { reason: 'access-ended' }])
	})

	test('[ROOM-142] a locked room keeps out newcomers; who is in line may be let in', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		await harness.service.lock(anna.who, true)
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Bo' }))
		expect(await failure(harness.service.enter({ kind: 'ticket', ticket }, 's'))).toBe('room.locked')
		expect((await harness.service.admitWaiting(anna.who, tina.id)).ok).toBe(true)
	})
})

describe('keeping the place', () => {
	test('[ROOM-143] a lost connection keeps it for the grace period, and leaving gives it up', async () => {
		const anna = await host()
		const [first, second] = [await waits({ displayName: 'One' }), await waits({ displayName: 'Two' })]
		harness.service.drop(first.who)
		await later(roomLimits.reconnectGraceMs - 1)
		const back = await waitsAgain(first.waiting.resumeToken)
		expect(back.id).toBe(first.id)
		expect(back.waiting.place).toBe(1)
		harness.service.leave(back.who)
		await later()
		expect(sentTo(second.who.connection).at(-1)).toEqual(['waiting.changed', { place: 1, message: null }])
		expect(lastList(anna.who.connection)?.people.map(({ id }) => id)).toEqual([second.id])
	})

	test('[ROOM-143] after the grace period the place is given up, and a return begins at the end', async () => {
		const [first, second] = [await waits({ displayName: 'One' }), await waits({ displayName: 'Two' })]
		harness.service.drop(first.who)
		await later(afterGraceMs)
		expect(sentTo(second.who.connection).at(-1)).toEqual(['waiting.changed', { place: 1, message: null }])
		expect((await waitsAgain(first.waiting.resumeToken)).waiting.place).toBe(2)
	})

	test('[ROOM-143] the order outlives a restart of the server', async () => {
		const first = await waits({ displayName: 'One' })
		harness.clock.pass(10)
		const second = await waits({ displayName: 'Two' })
		harness.clock.pass(10)
		const restarted = harness.restarted()
		const third = await waits({ displayName: 'Three' }, restarted)
		expect((await waitsAgain(second.waiting.resumeToken, restarted)).waiting.place).toBe(1)
		expect((await waitsAgain(first.waiting.resumeToken, restarted)).waiting.place).toBe(1)
		const anna = await host(restarted)
		expect(anna.entered.waiting?.people.map(({ id }) => id)).toEqual([first.id, second.id, third.id])
	})

	test('[ROOM-143] one who was admitted while disconnected enters with the token of the line', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		harness.service.drop(tina.who)
		await harness.service.admitWaiting(anna.who, tina.id)
		const back = await resumeRoom(harness.service, tina.waiting.resumeToken)
		expect(back.ok && back.value.self).toBe(tina.id)
	})

	test('[ROOM-143] a token of the line admits nobody by itself, and is worth nothing elsewhere or after the end', async () => {
		const tina = await waits({ displayName: 'Tina He' })
		const { resumeToken } = tina.waiting
		// The waiting room may even be closed meanwhile.
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		await waitsAgain(resumeToken)
		const [head, body, signature] = resumeToken.split('.')
		const claims = JSON.parse(Buffer.from(String(body), 'base64url').toString())
		const forged = (changes: object) =>
			[head, Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url'), signature].join('.')
		for (const changes of [{ aud: 'room-resume' }, { host: true }, { meetingId: otherMeetingId }])
			expect(await failure(resumeRoom(harness.service, forged(changes)))).toBe('resume.invalid')
		await harness.service.end(meetingId)
		harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
		expect(await failure(resumeRoom(harness.service, resumeToken))).toBe('room.ended')
		harness.clock.pass(25 * 3_600_000)
		expect(await failure(resumeRoom(harness.service, resumeToken))).toBe('resume.invalid')
	})

	test('[ROOM-118] a new request of the same person takes over the place of the old one, with its id', async () => {
		const anna = await host()
		const first = await waits({ displayName: 'One' })
		const second = await waits({ displayName: 'Two' })
		for (const drop of [true, false]) {
			if (drop) harness.service.drop(first.who)
			const again = await waits({ displayName: 'One' })
			expect(again.id).toBe(first.id)
			expect(again.waiting.place).toBe(1)
			await later()
			expect(lastList(anna.who.connection)?.people.map(({ id }) => id)).toEqual([first.id, second.id])
		}
		// The window before is not left waiting beside it.
		expect(harness.service.isWaiting(first.who)).toBe(false)
	})

	test('[ROOM-118] a member may wait on two devices', async () => {
		const onDevice = (sessionId: string) => waits({ displayName: 'Li Lei', userId: 'lilei', sessionId })
		const [phone, computer] = [await onDevice('phone'), await onDevice('computer')]
		expect([phone.waiting.place, computer.waiting.place]).toEqual([1, 2])
		expect((await onDevice('computer')).id).toBe(computer.id)
	})

	test.each([
		['left', async ({ who }: Waiter) => harness.service.leave(who)],
		[
			'lost the connection for longer',
			async ({ who }: Waiter) => {
				harness.service.drop(who)
				await later(afterGraceMs)
			},
		],
	])('[ROOM-118] the decision of a host applies to a person who %s and asks again', async (_, go) => {
		const anna = await host()
		for (const decide of ['deny', 'admit']) {
			const first = await waits({ displayName: decide })
			const other = await waits({ displayName: 'Two' })
			await go(first)
			const again = await waits({ displayName: decide })
			expect(again.id).toBe(first.id)
			const decided =
				decide === 'deny'
					? await harness.service.denyWaiting(anna.who, first.id, 'Later')
					: await harness.service.admitWaiting(anna.who, first.id)
			expect(decided).toEqual({ ok: true, value: null })
			const [event] = sentTo(again.who.connection).at(-1) ?? []
			expect(event).toBe(decide === 'deny' ? 'room.closed' : 'admitted')
			harness.service.leave(other.who)
		}
	})

	test('[ROOM-118] the decision applies to the other device of a person who gave up on one', async () => {
		const anna = await host()
		const onDevice = (sessionId: string) => waits({ displayName: 'Li Lei', userId: 'lilei', sessionId })
		const [phone, computer] = [await onDevice('phone'), await onDevice('computer')]
		harness.service.leave(phone.who)
		expect(await harness.service.denyWaiting(anna.who, phone.id, '')).toEqual({ ok: true, value: null })
		expect(sentTo(computer.who.connection).at(-1)).toEqual([
			'room.closed',
			{ reason: 'denied', message: '', askAgainInMs: roomLimits.askAgainMs },
		])
	})

	test('[ROOM-118] where nobody of that person waits any more, the host is told so', async () => {
		const anna = await host()
		const tina = await waits({ displayName: 'Tina He' })
		harness.service.leave(tina.who)
		const missing = { ok: false, failure: 'participant.missing' }
		expect(await harness.service.denyWaiting(anna.who, tina.id, '')).toEqual(missing)
		expect(await harness.service.admitWaiting(anna.who, tina.id)).toEqual(missing)
	})

	test('[ROOM-143] a second window takes the place over', async () => {
		const tina = await waits({ displayName: 'Tina He' })
		const other = await waitsAgain(tina.waiting.resumeToken)
		expect(sentTo(tina.who.connection).at(-1)).toEqual(['room.closed', { reason: 'elsewhere' }])
		expect(harness.service.isWaiting(other.who)).toBe(true)
		expect(other.waiting.place).toBe(1)
	})
})

describe('the end of waiting', () => {
	test('[ROOM-141] everyone in line hears that the meeting is over, with or without a room', async () => {
		const tina = await waits({ displayName: 'Tina He' })
		await harness.service.end(meetingId)
		expect(sentTo(tina.who.connection).at(-1)).toEqual(['room.closed', { reason: 'ended' }])
		harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
		const anna = await host()
		const bo = await waits({ displayName: 'Bo' })
		harness.service.endByHost(anna.who)
		await later(roomLimits.endingGraceMs)
		expect(sentTo(bo.who.connection).at(-1)).toEqual(['room.closed', { reason: 'ended-by-host' }])
	})

	test('[ROOM-141] what hosts decided ends with the meeting', async () => {
		const anna = await host()
		const [tina, bo] = [await waits({ displayName: 'Tina He' }), await waits({ displayName: 'Bo' })]
		await harness.service.admitWaiting(anna.who, tina.id)
		await harness.service.denyWaiting(anna.who, bo.id, '')
		await harness.service.end(meetingId)
		harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
		await waits({ displayName: 'Tina He' })
		await waits({ displayName: 'Bo' })
	})

	test('[ROOM-40] a removed person is also removed from the line', async () => {
		harness.meetings.rows.set(meetingId, aRoomMeeting())
		const anna = await host()
		const inside = await enterRoom(harness.service, { displayName: 'Li Lei' })
		await harness.service.moveToWaiting(anna.who, inside.id)
		const waiting = await waitsAgain(inside.resumeToken)
		await harness.service.admitWaiting(anna.who, waiting.id)
		const again = harness.service
		await again.remove(anna.who, waiting.id)
		expect(await failure(resumeRoom(harness.service, waiting.waiting.resumeToken))).toBe('participant.removed')
	})
})

describe('[ROOM-146] limits', () => {
	test('500 wait; the next is told that it is full, and messages stay few', async () => {
		const anna = await host()
		harness.events.length = 0
		const people = []
		for (let number = 0; number < roomLimits.maxWaiting; number++)
			people.push(await waits({ displayName: `Person ${number}` }))
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'One more' }))
		expect(await failure(harness.service.enter({ kind: 'ticket', ticket }, 's'))).toBe('room.full')
		await later()
		expect(harness.events.length).toBeLessThanOrEqual(2)
		const list = lastList(anna.who.connection)
		expect(list?.count).toBe(roomLimits.maxWaiting)
		expect(list?.people.length).toBe(roomLimits.maxWaitingListed)
		expect(JSON.stringify(list).length).toBeLessThan(roomLimits.maxMessageBytes / 4)

		harness.events.length = 0
		for (const { who } of people.slice(0, 100)) harness.service.leave(who)
		await later()
		// Twice at most: at the first change, and for all others together.
		expect(harness.events.length).toBeLessThanOrEqual(2 * roomLimits.maxWaiting)
		expect(sentTo(people.at(-1)?.who.connection ?? '').at(-1)).toEqual([
			'waiting.changed',
			{ place: 400, message: null },
		])
	}, 30_000)

	test('a person has three places at most, in line and in the room together', async () => {
		const tina = { displayName: 'Tina He', userId: 'tina' }
		for (let times = 0; times < roomLimits.maxPlacesPerPerson; times++)
			await waits({ ...tina, sessionId: `session-${times}` })
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ ...tina, sessionId: 'one-more' }))
		expect(await failure(harness.service.enter({ kind: 'ticket', ticket }, 's'))).toBe('person.too-often')
	})
})
