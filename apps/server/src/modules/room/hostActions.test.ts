import { initialPermissions, type MediaSource, type Participant, type ParticipantId, roomLimits } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRoomHarness, enterRoom, lockedName, meetingId, type RoomHarness, resumeRoom } from './fixtures.ts'

let harness: RoomHarness

beforeEach(async () => {
	harness = await createRoomHarness()
})

const done = { ok: true, value: null }
const notAllowed = { ok: false, failure: 'role.not-allowed' }
const ofGone = 'nobody-here' as ParticipantId
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
		expect(harness.service.endByHost(host.who)).toEqual(notAllowed)
		// Although the meeting is theirs by account: the new host decides.
		expect(await harness.service.setCoHost(member.who, host.id, false)).toEqual(done)
		expect((await roles())['Han Mei']).toBe('member')
		expect(harness.service.endByHost(member.who)).toEqual(done)
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
		expect(service.endByHost(member.who)).toEqual(notAllowed)
		expect(await service.mute(member.who, guest.id, 'microphone')).toEqual(done)
		expect(await service.remove(member.who, guest.id)).toEqual(done)
	})
})

const lastHeard = (event: string) => heard(event).at(-1)?.payload[0]
const publish = (participantId: ParticipantId, source: MediaSource = 'microphone') =>
	harness.engine.emit({ type: 'published', roomId: meetingId, participantId, source })
const mutes = () => harness.engine.calls.filter(call => call.startsWith('mute '))
const microphone = (isOn: boolean) => ({ microphone: isOn, camera: false })

describe('permissions', () => {
	test('[ROOM-112] everything is permitted until a host or co-host changes it, which everybody is told and which lasts', async () => {
		const { host, member, guest } = await aMeeting()
		const { service } = harness
		expect(host.entered.permissions).toEqual(initialPermissions)
		expect(await service.setPermissions(member.who, { write: false })).toEqual(notAllowed)
		expect(await service.setPermissions(host.who, { write: false })).toEqual(done)
		await service.setCoHost(host.who, member.id, true)
		expect(await service.setPermissions(member.who, { rename: false })).toEqual(done)
		const permissions = { ...initialPermissions, write: false, rename: false }
		expect(heard('room.permissions').at(-1)).toMatchObject({
			payload: [permissions],
			connections: [host, member, guest].map(({ who }) => who.connection),
		})
		const back = await resumeRoom(harness.restarted(), guest.resumeToken)
		expect(back.ok && back.value.permissions).toEqual(permissions)
		await service.close(meetingId, 'ended')
		expect((await aMeeting()).host.entered.permissions).toEqual(initialPermissions)
	})
})

describe('roles and what they permit', () => {
	test('[ROOM-112] a co-host who becomes a member presents no longer where members may not', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		await service.setCoHost(host.who, member.id, true)
		await service.setPermissions(host.who, { share: false })
		expect(service.startScreen(member.who)).toEqual(done)
		await service.setName(member.who, 'Lei')
		expect(lastHeard('room.sharing')).toEqual({ presenter: member.id })
		await service.setCoHost(host.who, member.id, false)
		expect(lastHeard('room.sharing')).toEqual({ presenter: null })
		expect(mutes()).toEqual([`mute ${member.id} screen`, `mute ${member.id} screen-audio`])
	})

	test('[ROOM-142] a new co-host hears who waits, and a new name tells nobody', async () => {
		const { host, member } = await aMeeting()
		await harness.service.rename(host.who, member.id, 'Lei')
		expect(heard('room.waiting')).toEqual([])
		await harness.service.setCoHost(host.who, member.id, true)
		expect(heard('room.waiting')).toMatchObject([{ connections: [host.who.connection, member.who.connection] }])
	})
})

describe('microphones', () => {
	test('[ROOM-113] muting all reaches members and guests, and nobody who runs the meeting', async () => {
		const { host, member, guest } = await aMeeting()
		const coHost = await enterRoom(harness.service, { displayName: 'Second', personKey: 'second' })
		await harness.service.setCoHost(host.who, coHost.id, true)
		expect(await harness.service.muteAll(member.who)).toEqual(notAllowed)
		expect(await harness.service.muteAll(coHost.who)).toEqual(done)
		expect(mutes()).toEqual([`mute ${member.id} microphone`, `mute ${guest.id} microphone`])
		expect(heard('muted').map(({ connections }) => connections)).toEqual([
			[member.who.connection],
			[guest.who.connection],
		])
	})

	test('[ROOM-113] a page that publishes although its person may not unmute is muted, and shown as such', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		publish(member.id)
		expect(mutes()).toEqual([])
		await service.setPermissions(host.who, { unmute: false })
		service.setSending(member.who, microphone(true))
		expect(lastHeard('participant.changed')).toMatchObject({ id: member.id, sending: microphone(false) })
		publish(member.id)
		publish(member.id, 'camera')
		publish(host.id)
		expect(mutes()).toEqual([`mute ${member.id} microphone`])
		expect(heard('muted').at(-1)).toMatchObject({ connections: [member.who.connection] })
		const { entered } = await enterRoom(service, { displayName: 'Late', personKey: 'late', audio: true })
		expect(entered.wants.microphone).toBe(false)
		const back = await resumeRoom(service, member.resumeToken)
		expect(back.ok && back.value.roster.find(({ id }) => id === member.id)?.sending.microphone).toBe(false)
	})

	test('[ROOM-113] who speaks when members may no longer unmute goes on until muted, also over a reconnect', async () => {
		const { host, member, guest } = await aMeeting()
		const { service } = harness
		for (const { who } of [member, guest]) service.setSending(who, microphone(true))
		await service.setPermissions(host.who, { unmute: false })
		service.drop(member.who)
		const back = await resumeRoom(service, member.resumeToken, 'back')
		expect(back.ok && back.value.wants.microphone).toBe(true)
		publish(member.id)
		expect(mutes()).toEqual([])
		service.setSending({ ...member.who, connection: 'back' }, microphone(false))
		publish(member.id)
		expect(mutes()).toEqual([`mute ${member.id} microphone`])
		await service.mute(host.who, guest.id, 'microphone')
		publish(guest.id)
		expect(mutes().filter(call => call.includes(guest.id))).toHaveLength(2)
	})

	test('[ROOM-113] a co-host who becomes a member while speaking is shown as speaking until muted', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		await service.setCoHost(host.who, member.id, true)
		await service.setPermissions(host.who, { unmute: false })
		service.setSending(member.who, microphone(true))
		await service.setCoHost(host.who, member.id, false)
		service.setSending(member.who, { microphone: true, camera: true })
		expect(lastHeard('participant.changed')).toMatchObject({ sending: { microphone: true, camera: true } })
		service.setSending(member.who, microphone(false))
		service.setSending(member.who, microphone(true))
		expect(lastHeard('participant.changed')).toMatchObject({ sending: microphone(false) })
	})

	test('[ROOM-113] a co-host who becomes a member while speaking goes on over a reconnect', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		await service.setCoHost(host.who, member.id, true)
		await service.setPermissions(host.who, { unmute: false })
		service.setSending(member.who, microphone(true))
		await service.setCoHost(host.who, member.id, false)
		service.drop(member.who)
		const back = await resumeRoom(service, member.resumeToken)
		expect(back.ok && back.value.wants.microphone).toBe(true)
		expect(back.ok && back.value.roster.find(({ id }) => id === member.id)?.sending).toEqual(microphone(true))
		publish(member.id)
		expect(mutes()).toEqual([])
	})

	test('[ROOM-113] who is asked to unmute decides, and may', async () => {
		const { host, member, guest } = await aMeeting()
		const { service } = harness
		await service.setPermissions(host.who, { unmute: false })
		expect(service.askToUnmute(member.who, guest.id)).toEqual(notAllowed)
		expect(service.askToUnmute(host.who, member.id)).toEqual(done)
		expect(heard('unmute.asked').map(({ connections }) => connections)).toEqual([[member.who.connection]])
		// Another permission changes nothing about that.
		await service.setPermissions(host.who, { write: false })
		publish(member.id)
		publish(guest.id)
		expect(mutes()).toEqual([`mute ${guest.id} microphone`])
		// Permitting it to all and forbidding it again asks nobody.
		await service.setPermissions(host.who, { unmute: true })
		await service.setPermissions(host.who, { unmute: false })
		publish(member.id)
		expect(mutes()).toHaveLength(2)
	})
})

describe('names', () => {
	test('[ROOM-114] a person is renamed in all windows, and the name is cleaned and stays', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		const phone = await enterRoom(service, { displayName: 'Li Lei', personKey: 'lilei', userId: 'lilei' })
		expect(await service.rename(host.who, member.id, '  Lei \u0000 Li 😀 ')).toEqual(done)
		expect(
			heard('participant.changed')
				.slice(-2)
				.map(({ payload }) => payload[0]),
		).toMatchObject([
			{ id: member.id, name: 'Lei Li' },
			{ id: phone.id, name: 'Lei Li' },
		])
		const back = await resumeRoom(harness.restarted(), member.resumeToken)
		expect(back.ok && back.value.roster).toMatchObject([{ name: 'Lei Li', role: 'member' }])
		for (const name of ['', ' ', '😀']) {
			expect(await service.rename(host.who, member.id, name)).toEqual({ ok: false, failure: 'name.invalid' })
			expect(await service.setName(member.who, name)).toEqual({ ok: false, failure: 'name.invalid' })
		}
		expect(await service.rename(member.who, host.id, 'X')).toEqual(notAllowed)
		expect(await service.rename(host.who, ofGone, 'X')).toEqual({ ok: false, failure: 'participant.missing' })
	})

	test('[ROOM-114] members rename themselves where the host permits it, and where the site leaves them the choice', async () => {
		const { host, member } = await aMeeting()
		const { service } = harness
		expect(await service.setName(member.who, 'Lei')).toEqual(done)
		const locked = await enterRoom(service, { displayName: lockedName })
		expect(await service.setName(locked.who, 'Free')).toEqual({ ok: false, failure: 'name.locked' })
		await service.setPermissions(host.who, { rename: false })
		expect(await service.setName(member.who, 'Li')).toEqual(notAllowed)
		expect(await service.setName(host.who, 'Mei')).toEqual(done)
		expect(Object.keys(await roles())).toEqual(['Mei', 'Lei', 'Ann', lockedName])
	})
})

describe('hands and spotlight', () => {
	test('[ROOM-98] all hands are lowered at once, by those who run the meeting', async () => {
		const { host, member, guest } = await aMeeting()
		for (const { who } of [host, member]) harness.service.setHand(who, true)
		expect(harness.service.lowerHands(guest.who)).toEqual(notAllowed)
		const before = heard('participant.changed').length
		expect(harness.service.lowerHands(host.who)).toEqual(done)
		const lowered = heard('participant.changed').slice(before)
		expect(lowered.map(({ payload }) => payload[0])).toMatchObject([
			{ id: host.id, handRaisedAt: null },
			{ id: member.id, handRaisedAt: null },
		])
	})

	test('[ROOM-115] one person is shown large to everybody until that is ended or they leave', async () => {
		const { host, member, guest } = await aMeeting()
		const { service } = harness
		expect(service.setSpotlight(member.who, member.id)).toEqual(notAllowed)
		expect(service.setSpotlight(host.who, ofGone)).toEqual({ ok: false, failure: 'participant.missing' })
		expect(service.setSpotlight(host.who, guest.id)).toEqual(done)
		expect(heard('room.spotlight').at(-1)).toMatchObject({
			payload: [{ participantId: guest.id }],
			connections: [host, member, guest].map(({ who }) => who.connection),
		})
		expect((await enterRoom(service, { displayName: 'Late' })).entered.spotlight).toBe(guest.id)
		service.leave(guest.who)
		expect(lastHeard('room.spotlight')).toEqual({ participantId: null })
		service.setSpotlight(host.who, host.id)
		service.setSpotlight(host.who, null)
		expect(lastHeard('room.spotlight')).toEqual({ participantId: null })
	})
})

describe('the end for all', () => {
	const endsAfter = async (ms: number) => {
		harness.clock.pass(ms)
		await harness.service.tick()
		return harness.service.participantCount(meetingId) === 0
	}

	test('[ROOM-116] is announced to everybody, also to people who enter meanwhile, and comes after ten seconds', async () => {
		const { host, member, guest } = await aMeeting()
		expect(harness.service.endByHost(host.who)).toEqual(done)
		const inMs = roomLimits.endingGraceMs
		expect(heard('room.ending')).toMatchObject([
			{ payload: [{ ending: { isOwn: true, inMs } }], connections: [host.who.connection] },
			{ payload: [{ ending: { isOwn: false, inMs } }], connections: [member.who.connection] },
			{ payload: [{ ending: { isOwn: false, inMs } }], connections: [guest.who.connection] },
		])
		expect(await endsAfter(4_000)).toBe(false)
		// Once more changes nothing.
		expect(harness.service.endByHost(host.who)).toEqual(done)
		const late = await enterRoom(harness.service, { displayName: 'Late' })
		expect(late.entered.ending).toEqual({ isOwn: false, inMs: 6_000 })
		expect(await endsAfter(5_999)).toBe(false)
		expect(await endsAfter(1)).toBe(true)
		expect(lastHeard('room.closed')).toEqual({ reason: 'ended-by-host' })
	})

	test('[ROOM-116] is taken back by the person who announced it, in any of their windows, and by no one else', async () => {
		const { host, member } = await aMeeting()
		const phone = await enterRoom(harness.service, { personKey: 'hanmei', userId: 'hanmei', host: true })
		harness.service.endByHost(host.who)
		expect(heard('room.ending').find(({ connections }) => connections.includes(phone.who.connection))?.payload).toEqual(
			[{ ending: { isOwn: true, inMs: roomLimits.endingGraceMs } }],
		)
		const back = await resumeRoom(harness.service, phone.resumeToken, phone.who.connection)
		expect(back.ok && back.value.ending).toMatchObject({ isOwn: true })
		expect(harness.service.keepMeeting(member.who)).toEqual(notAllowed)
		expect(harness.service.keepMeeting(phone.who)).toEqual(done)
		expect(lastHeard('room.ending')).toEqual({ ending: null })
		expect(await endsAfter(roomLimits.endingGraceMs)).toBe(false)
		expect(harness.service.keepMeeting(host.who)).toEqual(notAllowed)
	})

	test('[ROOM-116] comes at once when all have left', async () => {
		const { host, member, guest } = await aMeeting()
		harness.service.endByHost(host.who)
		for (const { who } of [host, member, guest]) harness.service.leave(who)
		await harness.service.tick()
		expect(harness.meetings.calls).toContain(`ended ${meetingId}`)
	})
})
