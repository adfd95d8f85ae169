import { type MeetingId, roomActivityActions } from '@parley/core'
import { roomLimits } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import type { RoomActivity } from './activity.ts'
import { createSqlEndRequestStore } from './endRequestStore.sql.ts'
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
import type { TicketRequest } from './joinTickets.ts'

let harness: RoomHarness
let entries: RoomActivity[]

beforeEach(async () => {
	harness = await createRoomHarness()
	entries = []
	harness.service.onActivity(entry => entries.push(entry))
})

const host = () => enterRoom(harness.service, { host: true, userId: 'u-anna', displayName: 'Anna', personKey: 'anna' })
const guest = (displayName = 'Ann') => enterRoom(harness.service, { displayName })

/** Returns the entries noted since the last call, as `who action whom: detail`. */
function noted(): string[] {
	return entries.splice(0).map(({ actor, action, target, detail }) => {
		const people = `${actor?.name ?? '-'} ${action}${target ? ` ${target.name}` : ''}`
		return detail === null ? people : `${people}: ${detail}`
	})
}

async function waits(fields: Partial<TicketRequest>) {
	const { ticket } = await harness.service.issueTicket(aTicketRequest(fields))
	const connection = `waiting ${fields.displayName}`
	const entry = await harness.service.enter({ kind: 'ticket', ticket }, connection)
	if (entry.ok || entry.failure !== 'waiting') throw new Error('nobody waits')
	return { meetingId, participantId: entry.waiting.self, connection }
}

test('[ROOM-165] coming and going are noted with the reason, a reconnect is not', async () => {
	const { service, clock } = harness
	const anna = await host()
	const ann = await guest()
	expect(entries.map(({ actor }) => actor)).toEqual([
		{ name: 'Anna', userId: 'u-anna' },
		{ name: 'Ann', userId: null },
	])
	expect(entries[0]).toMatchObject({ meetingId, at: clock.now(), target: null, detail: null })
	expect(noted()).toEqual(['Anna joined', 'Ann joined'])
	service.drop(ann.who)
	const again = await resumeRoom(service, ann.resumeToken, 'socket-again')
	expect(again.ok).toBe(true)
	expect(noted()).toEqual([])
	service.drop({ ...ann.who, connection: 'socket-again' })
	clock.pass(afterGraceMs)
	await service.tick()
	service.leave(anna.who)
	expect(noted()).toEqual(['Ann left: lost', 'Anna left: choice'])
})

test('[ROOM-165] what those who run the meeting do is noted with who did it, to whom', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	const bob = await guest('Bob')
	noted()
	await service.lock(anna.who, true)
	await service.lock(anna.who, false)
	await service.mute(anna.who, ann.id, 'camera')
	await service.muteAll(anna.who)
	service.askToUnmute(anna.who, ann.id)
	await service.rename(anna.who, bob.id, 'Robert')
	await service.setName(ann.who, 'Anne')
	service.setSpotlight(anna.who, bob.id)
	service.setSpotlight(anna.who, bob.id)
	service.setSpotlight(anna.who, null)
	await service.setPermissions(anna.who, { write: false, share: true })
	await service.setPermissions(anna.who, { write: true })
	await service.setChatHistory(anna.who, false)
	await service.setChatHistory(anna.who, true)
	await service.setCoHost(anna.who, ann.id, true)
	await service.setCoHost(anna.who, ann.id, false)
	await service.setWaitingRoom(anna.who, true)
	await service.setWaitingRoom(anna.who, false)
	expect(noted()).toEqual([
		'Anna locked',
		'Anna unlocked',
		'Anna muted Ann: camera',
		'Anna muted-all',
		'Anna asked-to-unmute Ann',
		'Anna renamed Bob: Robert',
		'Ann renamed: Anne',
		'Anna spotlight-set Robert',
		'Anna spotlight-ended',
		'Anna forbidden: write',
		'Anna permitted: write',
		'Anna chat-history-hidden',
		'Anna chat-history-shown',
		'Anna made-co-host Anne',
		'Anna made-member Anne',
		'Anna waiting-room-on',
		'Anna waiting-room-off',
	])
	await service.remove(anna.who, bob.id)
	await service.moveToWaiting(anna.who, ann.id)
	const cleo = await guest('Cleo')
	await service.handOver(anna.who, cleo.id)
	expect(noted()).toEqual([
		'Anna removed Robert',
		'Robert left: removed',
		'Anna moved-to-waiting Anne',
		'Anne left: moved-to-waiting',
		'Cleo joined',
		'Anna made-host Cleo',
	])
})

test('[ROOM-165] a removed message is noted with who removed it and whose it was, also where its author has left', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	const bob = await guest('Bob')
	service.leave(bob.who)
	noted()
	service.noteMessageRemoved(anna.id, ann.id)
	service.noteMessageRemoved(anna.id, bob.id)
	service.noteMessageRemoved(anna.id, 'unknown' as typeof bob.id)
	service.noteMessageRemoved(bob.id, anna.id)
	expect(noted()).toEqual(['Anna message-removed Ann', 'Anna message-removed Bob', 'Anna message-removed'])
})

test('[ROOM-165] a refused act is not noted', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	noted()
	await service.lock(ann.who, true)
	await service.remove(ann.who, anna.id)
	await service.muteAll(ann.who)
	service.setSpotlight(ann.who, ann.id)
	service.endByHost(ann.who)
	service.keepMeeting(ann.who)
	await service.setPermissions(ann.who, { share: false })
	expect(noted()).toEqual([])
})

test('[ROOM-165] a shared screen is noted when it begins and when it ends, by whom', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	noted()
	service.startScreen(ann.who)
	service.startScreen(ann.who)
	service.stopScreen(ann.who)
	service.startScreen(ann.who)
	service.stopScreen(anna.who)
	service.startScreen(ann.who)
	await service.setPermissions(anna.who, { share: false })
	await service.setPermissions(anna.who, { share: true })
	service.startScreen(ann.who)
	service.leave(ann.who)
	expect(noted().filter(entry => entry.includes('sharing'))).toEqual([
		'Ann sharing-started',
		'Ann sharing-stopped',
		'Ann sharing-started',
		'Anna sharing-stopped Ann',
		'Ann sharing-started',
		'- sharing-stopped Ann',
		'Ann sharing-started',
		'Ann sharing-stopped',
	])
})

test('[ROOM-165] who waits, who let them in and who did not is noted', async () => {
	const { service, clock } = harness
	harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true }))
	const anna = await host()
	const [ann, bob, cleo, dan] = [
		await waits({ displayName: 'Ann' }),
		await waits({ displayName: 'Bob' }),
		await waits({ displayName: 'Cleo' }),
		await waits({ displayName: 'Dan' }),
	]
	await waits({ displayName: 'Eve' })
	expect(noted().slice(1)).toEqual(['Ann waiting', 'Bob waiting', 'Cleo waiting', 'Dan waiting', 'Eve waiting'])
	await service.admitWaiting(anna.who, ann.participantId)
	await service.denyWaiting(anna.who, bob.participantId, 'Next week')
	service.leave(cleo)
	service.drop(dan)
	clock.pass(afterGraceMs)
	await service.tick()
	await service.admitAllWaiting(anna.who)
	expect(noted()).toEqual([
		'Anna admitted Ann',
		'Ann joined',
		'Anna denied Bob: Next week',
		'Cleo waiting-given-up',
		'Dan waiting-given-up',
		'Anna admitted Eve',
		'Eve joined',
	])
})

test('[ROOM-165] a recording that ends with the empty room, or with the meeting, is noted without a person', async () => {
	const { service } = harness
	const anna = await host()
	await service.startRecording(anna.who)
	service.leave(anna.who)
	const back = await host()
	await service.startRecording(back.who)
	await service.close(meetingId, 'ended')
	const again = await host()
	await service.startRecording(again.who)
	await service.close(meetingId, 'deleted')
	expect(noted().filter(entry => entry.includes('recording'))).toEqual([
		'Anna recording-started',
		'- recording-stopped',
		'Anna recording-started',
		'- recording-stopped',
		'Anna recording-started',
	])
})

test('[ROOM-165] a recording is noted when it begins and when it stops, by whom or why', async () => {
	const { service, recordings } = harness
	const anna = await host()
	noted()
	await service.startRecording(anna.who)
	service.stopRecording(anna.who)
	await service.startRecording(anna.who)
	recordings.running.get(meetingId)?.onEnd('disk-full')
	expect(noted()).toEqual([
		'Anna recording-started',
		'Anna recording-stopped',
		'Anna recording-started',
		'- recording-stopped: disk-full',
	])
})

test('[ROOM-165] an end is noted when it is announced, taken back and done, once', async () => {
	const { service, clock } = harness
	const anna = await host()
	noted()
	service.endByHost(anna.who)
	service.endByHost(anna.who)
	service.keepMeeting(anna.who)
	service.endByHost(anna.who)
	clock.pass(10_000)
	await service.tick()
	expect(noted()).toEqual([
		'Anna end-announced',
		'Anna end-taken-back',
		'Anna end-announced',
		'Anna left: ended',
		'- ended: ended-by-host',
	])
})

test('[ROOM-165] raised hands are noted, and who lowered them', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	noted()
	service.lowerHands(anna.who)
	service.setHand(ann.who, true)
	service.setHand(ann.who, true)
	service.setHand(ann.who, false)
	service.setHand(ann.who, true)
	service.lowerHand(anna.who, ann.id)
	service.lowerHand(anna.who, ann.id)
	service.setHand(ann.who, true)
	service.lowerHands(anna.who)
	expect(noted()).toEqual([
		...['Ann hand-raised', 'Ann hand-lowered', 'Ann hand-raised', 'Anna hand-lowered Ann'],
		...['Ann hand-raised', 'Anna hands-lowered'],
	])
})

test('[ROOM-165] nobody writes what others did out of sight: what a person repeats is noted ten times a minute', async () => {
	const { service, clock } = harness
	await host()
	const ann = await guest()
	const bob = await guest('Bob')
	noted()
	const toggle = async (times: number) => {
		for (let time = 0; time < times; time++) {
			service.startScreen(ann.who)
			service.stopScreen(ann.who)
			await service.setName(ann.who, `Ann ${time}`)
		}
	}
	await toggle(30)
	const repeated = Map.groupBy(noted(), text => /renamed|sharing-\w+/.exec(text)?.[0])
	expect([...repeated.values()].map(entries => entries.length)).toEqual([10, 10, 10])
	service.startScreen(bob.who)
	service.stopScreen(bob.who)
	service.leave(ann.who)
	expect(noted()).toEqual(['Bob sharing-started', 'Bob sharing-stopped', 'Ann 29 left: choice'])
	clock.pass(60_000)
	service.startScreen(bob.who)
	expect(noted()).toEqual(['Bob sharing-started'])
})

test('[ROOM-168] whoever comes back with their token has another visit, from then on', async () => {
	const { service, clock } = harness
	const visits: string[] = []
	service.onVisit(({ type, visit }) => visits.push(`${visit.name} ${type} ${visit.joinedAt - start}`))
	const start = clock.now()
	await host()
	const ann = await guest()
	service.leave(ann.who)
	clock.pass(3_600_000)
	expect((await resumeRoom(service, ann.resumeToken, 'socket-again')).ok).toBe(true)
	service.leave({ ...ann.who, connection: 'socket-again' })
	const later = 3_600_000
	expect(visits.slice(1)).toEqual(['Ann began 0', 'Ann ended 0', `Ann began ${later}`, `Ann ended ${later}`])
})

test('[ROOM-165] a name that stays the same is no new name', async () => {
	const { service } = harness
	const anna = await host()
	const ann = await guest()
	noted()
	await service.setName(ann.who, 'Ann')
	await service.rename(anna.who, ann.id, 'Ann')
	expect(noted()).toEqual([])
})

test('[ROOM-165] an end from outside the room is noted, a deleted meeting notes nothing', async () => {
	await host()
	noted()
	await harness.service.close(meetingId, 'ended')
	expect(noted()).toEqual(['Anna left: ended', '- ended: ended'])
	harness.meetings.rows.set(meetingId, aRoomMeeting())
	await harness.service.close(meetingId, 'deleted')
	expect(noted()).toEqual([])
})

test('[ROOM-170] an end that an administrator requested is told to everyone in the room, within seconds', async () => {
	const { service, clock, events, database } = harness
	const { who } = await host()
	const requests = createSqlEndRequestStore(database.db)
	await requests.add(otherMeetingId, clock.now() - 3_600_000)
	await requests.add(meetingId, clock.now())
	clock.pass(2_000)
	await service.tick()
	expect(events.at(-1)).toMatchObject({
		event: 'room.closed',
		payload: [{ reason: 'ended-by-admin' }],
		connections: [who.connection],
		closesConnection: true,
	})
	expect(harness.meetings.calls).toContain(`ended ${meetingId}`)
	expect(harness.meetings.calls).not.toContain(`ended ${otherMeetingId}`)
	expect(noted().at(-1)).toBe('- ended: ended-by-admin')
})

test('[ROOM-170] a meeting whose end fails keeps neither the others nor those that their host has ended', async () => {
	const { service, clock, database, meetings } = harness
	const third = '555555555' as MeetingId
	meetings.rows.set(third, aRoomMeeting())
	const anna = await host()
	const { end } = meetings
	meetings.end = async (id, at) => {
		if (id === otherMeetingId) throw new Error('the database is busy')
		await end.call(meetings, id, at)
	}
	const requests = createSqlEndRequestStore(database.db)
	for (const id of [otherMeetingId, third]) await requests.add(id, clock.now())
	service.endByHost(anna.who)
	clock.pass(roomLimits.endingGraceMs)
	await service.tick()
	expect(meetings.calls).toContain(`ended ${third}`)
	expect(meetings.calls).toContain(`ended ${meetingId}`)
})

test('[ROOM-165] every action has a name of its own', () => {
	expect(new Set(roomActivityActions).size).toBe(roomActivityActions.length)
})
