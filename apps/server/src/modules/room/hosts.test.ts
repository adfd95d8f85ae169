import type { Participant, ParticipantId } from '@parley/room'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { afterGraceMs, createRoomHarness, enterRoom, meetingId, type RoomHarness, resumeRoom } from './fixtures.ts'
import type { TicketRequest } from './joinTickets.ts'
import type { RoomService } from './service.ts'

let harness: RoomHarness

beforeEach(async () => {
	harness = await createRoomHarness()
})

type Person = Partial<TicketRequest>
const anna: Person = { host: true, userId: 'u-anna', displayName: 'Anna', personKey: 'anna' }
/** Has the rights of the host too: as the creator, or by the host password. */
const cleo: Person = { host: true, userId: 'u-cleo', displayName: 'Cleo', personKey: 'cleo' }
const ben: Person = { userId: 'u-ben', displayName: 'Ben', personKey: 'ben' }
const eve: Person = { displayName: 'Eve', personKey: 'eve' }

const rolesIn = (roster: readonly Pick<Participant, 'name' | 'role'>[]) =>
	Object.fromEntries(roster.map(({ name, role }) => [name, role]))

/** The roles in the room, as a person sees them who is in it. */
async function rolesSeenBy(token: string, service = harness.service) {
	const back = await resumeRoom(service, token)
	if (!back.ok) throw new Error(back.failure)
	return rolesIn(back.value.roster)
}

/** Lets a dropped participant leave the room. */
async function passGrace(service = harness.service) {
	harness.clock.pass(afterGraceMs)
	await service.tick()
}

test('[ROOM-111] when the host in office leaves, the host of the schedule is host again, in the room or on coming back', async () => {
	const { service } = harness
	const scheduled = await enterRoom(service, anna)
	const ben = await enterRoom(service, { displayName: 'Ben', userId: 'u-ben', personKey: 'ben' })
	await service.handOver(scheduled.who, ben.id)
	service.leave(ben.who)
	expect(await service.handOver(scheduled.who, ben.id)).toEqual({ ok: false, failure: 'participant.missing' })

	// No scheduled host is present: the next one who enters takes over.
	const again = await enterRoom(service, { displayName: 'Ben', userId: 'u-ben', personKey: 'ben' })
	await service.handOver(scheduled.who, again.id)
	service.leave(scheduled.who)
	const member = await enterRoom(service, { displayName: 'Cleo', userId: 'u-cleo', personKey: 'cleo' })
	service.leave(again.who)
	const back = await enterRoom(service, anna)
	const roles = Object.fromEntries(back.entered.roster.map(({ name, role }) => [name, role]))
	expect(roles).toEqual({ Anna: 'host', Cleo: 'member' })
	expect(member.id).toBeDefined()
})

test('[ROOM-111] where nobody with the rights of the host is there, a person who was made host before is host again', async () => {
	const { service } = harness
	const host = await enterRoom(service, anna)
	const next = await enterRoom(service, ben)
	await service.handOver(host.who, next.id)
	service.leave(host.who)
	service.leave(next.who)
	const hostAgain = await enterRoom(service, anna)
	const nextAgain = await enterRoom(service, ben)
	expect(rolesIn(nextAgain.entered.roster)).toEqual({ Anna: 'host', Ben: 'co-host' })
	expect(service.endByHost(nextAgain.who)).toEqual({ ok: false, failure: 'role.not-allowed' })
	service.leave(hostAgain.who)
	expect(service.endByHost(nextAgain.who)).toEqual({ ok: true, value: null })
})

describe('one host', () => {
	/** How a person becomes the host whose line is lost. */
	const inOffice = {
		async 'who was handed the meeting'() {
			const host = await enterRoom(harness.service, anna)
			const next = await enterRoom(harness.service, ben)
			await harness.service.handOver(host.who, next.id)
			return { lost: next, person: ben, other: host, otherName: 'Anna' }
		},
		async 'who claimed it'() {
			const host = await enterRoom(harness.service, anna)
			const next = await enterRoom(harness.service, ben)
			await harness.service.claimHost(meetingId, next.id)
			return { lost: next, person: ben, other: host, otherName: 'Anna' }
		},
		async 'of the schedule'() {
			const person: Person = { ...anna, displayName: 'Ben' }
			const host = await enterRoom(harness.service, person)
			const other = await enterRoom(harness.service, cleo)
			return { lost: host, person, other, otherName: 'Cleo' }
		},
	}
	type Lost = Awaited<ReturnType<(typeof inOffice)['of the schedule']>>

	/** How that person comes back. */
	const comingBack = {
		async 'by reconnecting'({ lost }: Lost) {
			const back = await resumeRoom(harness.service, lost.resumeToken)
			return back.ok && rolesIn(back.value.roster)
		},
		async 'by joining again'({ person }: Lost) {
			return rolesIn((await enterRoom(harness.service, person)).entered.roster)
		},
		async 'after a restart of the server'({ lost, other }: Lost) {
			const restarted = harness.restarted()
			await resumeRoom(restarted, other.resumeToken)
			const back = await resumeRoom(restarted, lost.resumeToken)
			return back.ok && rolesIn(back.value.roster)
		},
	}

	for (const [who, takeOffice] of Object.entries(inOffice))
		for (const [how, comeBack] of Object.entries(comingBack))
			test(`[ROOM-117] a host ${who}, and comes back ${how}, is co-host where another became host since`, async () => {
				const meeting = await takeOffice()
				const { lost, other, otherName } = meeting
				harness.service.drop(lost.who)
				expect(await rolesSeenBy(other.resumeToken)).toMatchObject({ Ben: 'host', [otherName]: 'co-host' })
				await passGrace()
				expect(await rolesSeenBy(other.resumeToken)).toEqual({ [otherName]: 'host' })
				expect(await comeBack(meeting)).toEqual({ Ben: 'co-host', [otherName]: 'host' })
			})

	test('[ROOM-117] a host who comes back in time is host, and so is one whose room was empty meanwhile', async () => {
		const host = await enterRoom(harness.service, anna)
		const next = await enterRoom(harness.service, ben)
		await harness.service.handOver(host.who, next.id)
		harness.service.drop(next.who)
		const back = await resumeRoom(harness.service, next.resumeToken, 'back')
		expect(back.ok && rolesIn(back.value.roster)).toEqual({ Anna: 'co-host', Ben: 'host' })
		harness.service.leave(host.who)
		harness.service.leave({ ...next.who, connection: 'back' })
		expect(rolesIn((await enterRoom(harness.service, ben)).entered.roster)).toEqual({ Ben: 'host' })
		expect(rolesIn((await enterRoom(harness.service, anna)).entered.roster)).toEqual({ Ben: 'host', Anna: 'co-host' })
	})

	test('[ROOM-117] after a restart, the host is awaited', async () => {
		const host = await enterRoom(harness.service, anna)
		const next = await enterRoom(harness.service, ben)
		await harness.service.handOver(host.who, next.id)

		const first = harness.restarted()
		expect(await rolesSeenBy(host.resumeToken, first)).toEqual({ Anna: 'co-host' })
		await first.tick()
		const back = await resumeRoom(first, next.resumeToken, 'back')
		expect(back.ok && rolesIn(back.value.roster)).toEqual({ Anna: 'co-host', Ben: 'host' })
		// A host who has come back is awaited no more.
		first.leave({ ...next.who, connection: 'back' })
		expect(await rolesSeenBy(host.resumeToken, first)).toEqual({ Anna: 'host' })
	})

	test('[ROOM-117] after a restart, the host of the schedule takes over where the host does not come back in time', async () => {
		const host = await enterRoom(harness.service, anna)
		const next = await enterRoom(harness.service, ben)
		await harness.service.handOver(host.who, next.id)

		const second = harness.restarted()
		expect(await rolesSeenBy(host.resumeToken, second)).toEqual({ Anna: 'co-host' })
		await passGrace(second)
		expect(await rolesSeenBy(host.resumeToken, second)).toEqual({ Anna: 'host' })
		expect(await rolesSeenBy(next.resumeToken, second)).toEqual({ Anna: 'host', Ben: 'co-host' })
	})

	test('[ROOM-117] who enters with the rights of the host while there is one is co-host, and enters a locked room', async () => {
		const host = await enterRoom(harness.service, anna)
		await harness.service.lock(host.who, true)
		const second = await enterRoom(harness.service, cleo)
		expect(rolesIn(second.entered.roster)).toEqual({ Anna: 'host', Cleo: 'co-host' })
		harness.service.leave(host.who)
		// At once, without entering again.
		expect(harness.service.endByHost(second.who)).toEqual({ ok: true, value: null })
	})

	test('[ROOM-34] who has the rights of the host is warned of guessed passwords, also as co-host', async () => {
		const host = await enterRoom(harness.service, anna)
		const second = await enterRoom(harness.service, cleo)
		await enterRoom(harness.service, eve)
		harness.service.warnOfPasswordGuessing(meetingId, 'host')
		const warned = harness.events.flatMap(({ event, connections }) => (event === 'passwords.tried' ? connections : []))
		expect(warned).toEqual([host.who.connection, second.who.connection])
	})

	test('[ROOM-25] a person whose host rights ended is no host on joining again without them', async () => {
		const host = await enterRoom(harness.service, cleo)
		harness.revoked.add(host.id)
		await harness.service.endRevoked()
		const again = await enterRoom(harness.service, { ...cleo, host: false })
		expect(rolesIn(again.entered.roster)).toEqual({ Cleo: 'member' })
	})

	test('[ROOM-117] whatever people do, there is one host at most, and all see the same one', async () => {
		const people = [anna, cleo, ben, eve]
		const step = fc.tuple(
			fc.constantFrom('leave', 'drop', 'resume', 'hand over', 'claim', 'set co-host', 'wait', 'restart'),
			fc.nat(people.length - 1),
			fc.nat(people.length - 1),
		)
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
				harness = await createRoomHarness()
				await expectOneHost(harness, people, steps)
				await harness.database.close()
			}),
			{ numRuns: 40 },
		)
		// Each run opens a database of its own.
	}, 20_000)
})

const withRights = [anna, cleo].map(({ displayName = '' }) => displayName)

type Entered = Awaited<ReturnType<typeof enterRoom>>

/** Follows the events of a room, as the page of a participant does. */
function watchRoles(service: RoomService, roster: readonly Participant[]) {
	const shown = new Map(roster.map(person => [person.id, person.role]))
	service.onRoomEvent(({ event, payload }) => {
		const [about] = payload as [Participant & { participantId: ParticipantId }]
		if (event === 'participant.joined' || event === 'participant.changed') shown.set(about.id, about.role)
		if (event === 'participant.left') shown.delete(about.participantId)
	})
	return shown
}

async function expectOneHost(
	{ service: first, clock, restarted }: RoomHarness,
	people: readonly Person[],
	steps: readonly [string, number, number][],
) {
	let service = first
	const observer = await enterRoom(service, { displayName: 'Observer', personKey: 'observer' })
	let shown = watchRoles(service, observer.entered.roster)
	/** The last participant of each person; it may have left. */
	const last = new Map<number, Entered>()
	for (const [action, one, other] of steps) {
		const [actor, target] = [last.get(one), last.get(other)]
		// Whatever a person who is not there is to do, they join.
		if (!actor) last.set(one, await enterRoom(service, people[one]))
		if (action === 'restart') {
			service = restarted()
			const back = await resumeRoom(service, observer.resumeToken, observer.who.connection)
			if (back.ok) shown = watchRoles(service, back.value.roster)
		}
		if (action === 'wait') {
			clock.pass(afterGraceMs / 2)
			await service.tick()
			await resumeRoom(service, observer.resumeToken, observer.who.connection)
		}
		if (actor && action === 'leave') {
			service.leave(actor.who)
			last.delete(one)
		}
		if (actor && action === 'drop') service.drop(actor.who)
		if (actor && action === 'resume') await resumeRoom(service, actor.resumeToken, actor.who.connection)
		if (actor && action === 'claim') await service.claimHost(meetingId, actor.id)
		if (actor && target && action === 'hand over') await service.handOver(actor.who, target.id)
		if (actor && target && action === 'set co-host') await service.setCoHost(actor.who, target.id, false)

		const back = await resumeRoom(service, observer.resumeToken, observer.who.connection)
		if (!back.ok) throw new Error(back.failure)
		const { roster } = back.value
		expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(roster.map(({ id, role }) => [id, role])))
		// Somebody in two windows is host in both.
		const hosts = new Set(roster.filter(({ role }) => role === 'host').map(({ name }) => name)).size
		expect(hosts).toBeLessThanOrEqual(1)
		if (service === first && roster.some(({ name }) => withRights.includes(name))) expect(hosts).toBe(1)
	}
}
