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
