import type { Participant } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRoomHarness, enterRoom, meetingId, type RoomHarness, resumeRoom } from './fixtures.ts'

let harness: RoomHarness

beforeEach(async () => {
	harness = await createRoomHarness()
})

const done = { ok: true, value: null }
const notAllowed = { ok: false, failure: 'role.not-allowed' }
const heard = (event: string) => harness.events.filter(roomEvent => roomEvent.event === event)

/** Host, member and guest in one room. */
async function aMeeting() {
	const { service } = harness
	const host = await enterRoom(service, { displayName: 'Han Mei', personKey: 'hanmei', userId: 'hanmei', host: true })
	const member = await enterRoom(service, { displayName: 'Li Lei', personKey: 'lilei', userId: 'lilei' })
	const guest = await enterRoom(service, { displayName: 'Ann', personKey: 'g_ann' })
	return { host, member, guest }
}

/** Roles as a person sees them who enters now. */
async function roles(service = harness.service) {
	const { entered, who } = await enterRoom(service, { displayName: 'Observer', personKey: 'observer' })
	service.leave(who)
	return Object.fromEntries(
		entered.roster.filter(({ id }) => id !== who.participantId).map(({ name, role }) => [name, role]),
	)
}

describe('roles', () => {
	test('[ROOM-110] a person enters as host, member or guest', async () => {
		await aMeeting()
		expect(await roles()).toEqual({ 'Han Mei': 'host', 'Li Lei': 'member', Ann: 'guest' })
	})

	test('[ROOM-111] the host makes a person co-host, in all windows, and everybody is told', async () => {
		const { host, member, guest } = await aMeeting()
		const phone = await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei', userId: 'lilei' })
		expect(await harness.service.setCoHost(host.who, member.id, true)).toEqual(done)
		const changed = heard('participant.changed').slice(-2)
		expect(changed.map(({ payload }) => (payload[0] as Participant).id)).toEqual([member.id, phone.id])
		for (const { connections, payload } of changed) {
			expect(connections).toEqual([host, member, guest, phone].map(({ who }) => who.connection))
			expect(payload[0]).toMatchObject({ role: 'co-host' })
		}
		expect(await harness.service.lock(phone.who, true)).toEqual(done)
		expect(await harness.service.setCoHost(host.who, phone.id, false)).toEqual(done)
		expect(await harness.service.lock(member.who, false)).toEqual(notAllowed)
	})

	test('[ROOM-111] a guest who is no co-host any more is a guest', async () => {
		const { host, guest } = await aMeeting()
		await harness.service.setCoHost(host.who, guest.id, true)
		expect((await roles()).Ann).toBe('co-host')
		await harness.service.setCoHost(host.who, guest.id, false)
		expect((await roles()).Ann).toBe('guest')
	})

	test('[ROOM-111] a role stays over a reconnect, a restart and an empty room, and ends with the meeting', async () => {
		const { host, member } = await aMeeting()
		await harness.service.setCoHost(host.who, member.id, true)
		const ownRole = async (service = harness.service) => {
			const back = await resumeRoom(service, member.resumeToken)
			return back.ok && back.value.roster.find(({ id }) => id === member.id)?.role
		}
		harness.service.drop(member.who)
		expect(await ownRole()).toBe('co-host')
		expect(await ownRole(harness.restarted())).toBe('co-host')
		await harness.service.close(meetingId, 'ended')
		expect((await aMeeting().then(() => roles()))['Li Lei']).toBe('member')
	})

	test('[ROOM-111] a meeting that is handed over has one host, and the former one is a co-host', async () => {
		const { host, member } = await aMeeting()
		expect(await harness.service.handOver(host.who, member.id)).toEqual(done)
		expect(await roles()).toEqual({ 'Han Mei': 'co-host', 'Li Lei': 'host', Ann: 'guest' })
		expect(await harness.service.endByHost(host.who)).toEqual(notAllowed)
		// Although the meeting is theirs by account: the new host decides.
		expect(await harness.service.setCoHost(member.who, host.id, false)).toEqual(done)
		expect((await roles())['Han Mei']).toBe('member')
		expect(await harness.service.endByHost(member.who)).toEqual(done)
	})

	test('[ROOM-110] a co-host acts on members and guests, and on nobody who runs the meeting', async () => {
		const { host, member, guest } = await aMeeting()
		const { service } = harness
		await service.setCoHost(host.who, member.id, true)
		const other = await enterRoom(service, { displayName: 'Second', personKey: 'second', userId: 'second' })
		await service.setCoHost(host.who, other.id, true)
		for (const target of [host.id, other.id]) {
			expect(await service.remove(member.who, target)).toEqual(notAllowed)
			expect(await service.mute(member.who, target, 'microphone')).toEqual(notAllowed)
		}
		expect(await service.setCoHost(member.who, guest.id, true)).toEqual(notAllowed)
		expect(await service.handOver(member.who, member.id)).toEqual(notAllowed)
		expect(await service.endByHost(member.who)).toEqual(notAllowed)
		expect(await service.mute(member.who, guest.id, 'microphone')).toEqual(done)
		expect(await service.remove(member.who, guest.id)).toEqual(done)
	})
})
