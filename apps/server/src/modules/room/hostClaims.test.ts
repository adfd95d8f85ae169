import type { ParticipantId } from '@parley/room'
import { expect, test } from 'vitest'
import { createRoomHarness, enterRoom, meetingId, otherMeetingId } from './fixtures.ts'

/** The roles in the room, by name. */
async function rolesSeenBy(harness: Awaited<ReturnType<typeof createRoomHarness>>) {
	const { entered } = await enterRoom(harness.service, { displayName: 'Eve' })
	return Object.fromEntries(entered.roster.map(({ name, role }) => [name, role]))
}

test('[ROOM-173] whoever claims the host becomes it in all windows, and the hosts before stay co-hosts', async () => {
	const harness = await createRoomHarness()
	const { service } = harness
	await enterRoom(service, { host: true, userId: 'u-anna', displayName: 'Anna', personKey: 'anna' })
	await enterRoom(service, { host: true, userId: 'u-cleo', displayName: 'Cleo', personKey: 'cleo' })
	const ann = await enterRoom(service, { displayName: 'Ann' })
	await enterRoom(service, { displayName: 'Ann' })
	const noted: string[] = []
	service.onActivity(({ action, actor }) => noted.push(`${actor?.name} ${action}`))
	expect(await service.claimHost(meetingId, ann.id)).toEqual({ ok: true, value: null })
	expect(await rolesSeenBy(harness)).toEqual({ Anna: 'co-host', Cleo: 'co-host', Ann: 'host', Eve: 'guest' })
	expect(noted).toEqual(['Ann claimed-host', 'Eve joined'])
	// Again it changes nothing.
	await service.claimHost(meetingId, ann.id)
	expect(noted).toHaveLength(2)
})

test('[ROOM-173] whoever is not in this room claims nothing', async () => {
	const harness = await createRoomHarness()
	const ann = await enterRoom(harness.service, { displayName: 'Ann' })
	const missing = { ok: false, failure: 'participant.missing' }
	expect(await harness.service.claimHost(otherMeetingId, ann.id)).toEqual(missing)
	expect(await harness.service.claimHost(meetingId, 'p_nobody' as ParticipantId)).toEqual(missing)
	harness.service.leave(ann.who)
	expect(await harness.service.claimHost(meetingId, ann.id)).toEqual(missing)
})

test('[ROOM-111] when the host in office leaves, the host of the schedule is host again, in the room or on coming back', async () => {
	const { service } = await createRoomHarness()
	const anna = { host: true, userId: 'u-anna', displayName: 'Anna', personKey: 'anna' }
	const scheduled = await enterRoom(service, anna)
	const ben = await enterRoom(service, { displayName: 'Ben', userId: 'u-ben', personKey: 'ben' })
	await service.handOver(scheduled.who, ben.id)
	service.leave(ben.who)
	expect(await service.handOver(scheduled.who, ben.id)).toEqual({ ok: false, failure: 'participant.missing' })

	// Nobody of the schedule is there: the next one who is takes over.
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
