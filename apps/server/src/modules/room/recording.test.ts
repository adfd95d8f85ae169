import { ok, refused } from '@parley/core'
import { recordingLength } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import { afterGraceMs, createRoomHarness, enterRoom, meetingId, type RoomHarness, resumeRoom } from './fixtures.ts'

let harness: RoomHarness
beforeEach(async () => {
	harness = await createRoomHarness()
})

const enterAs = (displayName: string, fields = {}) =>
	enterRoom(harness.service, { displayName, userId: `u-${displayName}`, personKey: displayName, ...fields })
const enterHost = () => enterAs('Host', { host: true })

/** Returns the events of the recording that a connection received. */
const told = (connection: string) =>
	harness.events.flatMap(({ event, payload, connections }) =>
		event === 'room.recording' && connections.includes(connection) ? [payload[0]] : [],
	)

test('[ROOM-150] host and co-host record and stop; all are told who records since when, newcomers and reloads, too', async () => {
	const { service, clock } = harness
	const host = await enterHost()
	const ann = await enterAs('Ann')
	expect(await service.startRecording(ann.who)).toEqual(refused('role.not-allowed'))
	expect(await service.startRecording(host.who)).toEqual(ok(null))
	const recording = { startedAt: clock.now(), by: 'Host', asksConsent: false }
	for (const { who } of [host, ann]) expect(told(who.connection)).toEqual([{ recording }])
	expect((await enterAs('Bob')).entered.recording).toEqual(recording)
	expect(await resumeRoom(service, ann.resumeToken)).toMatchObject({ value: { recording } })
	expect(await service.startRecording(host.who)).toEqual(refused('recording.running'))

	await service.setCoHost(host.who, ann.id, true)
	const again = await enterAs('Ann')
	expect(service.stopRecording(again.who)).toEqual(ok(null))
	expect(told(host.who.connection).at(-1)).toEqual({ recording: null, end: 'stopped' })
	expect(harness.recordings.stopped).toEqual([meetingId])
	expect((await enterAs('Cas')).entered.recording).toBeNull()
})

test('[ROOM-150] of two who start at the same moment one begins, and a refusal of the recorder is the answer', async () => {
	const { service, recordings } = harness
	const host = await enterHost()
	recordings.refusal = 'recording.disk-full'
	expect(await service.startRecording(host.who)).toEqual(refused('recording.disk-full'))
	expect(told(host.who.connection)).toEqual([])
	recordings.refusal = undefined
	const both = await Promise.all([service.startRecording(host.who), service.startRecording(host.who)])
	expect(both).toEqual([ok(null), refused('recording.running')])
})

test('[ROOM-150] a recording that fails while it is being finished says nothing of the next one', async () => {
	const { service, recordings } = harness
	const host = await enterHost()
	await service.startRecording(host.who)
	const first = recordings.running.get(meetingId)
	service.stopRecording(host.who)
	await service.startRecording(host.who)
	first?.onEnd('failed')
	expect(told(host.who.connection).at(-1)).toMatchObject({ recording: { by: 'Host' } })
	service.stopRecording(host.who)
	expect(recordings.stopped).toEqual([meetingId, meetingId])
})

test('[ROOM-150] a recording that ends before its start is answered is announced as over', async () => {
	const { service, recordings } = harness
	const host = await enterHost()
	const { promise, resolve } = Promise.withResolvers<void>()
	recordings.ready = promise
	const started = service.startRecording(host.who)
	recordings.running.get(meetingId)?.onEnd('failed')
	resolve()
	await started
	expect(told(host.who.connection)).toMatchObject([{ recording: { by: 'Host' } }, { recording: null, end: 'failed' }])
})

test('[ROOM-151] a room that empties and opens again while its recording begins is not recorded by the first start', async () => {
	const { service, recordings } = harness
	const host = await enterHost()
	const { promise, resolve } = Promise.withResolvers<void>()
	recordings.ready = promise
	const started = service.startRecording(host.who)
	service.leave(host.who)
	const back = await enterHost()
	resolve()
	await started
	expect(recordings.stopped).toEqual([meetingId])
	await service.startRecording(back.who)
	expect(recordings.running.has(meetingId)).toBe(true)
	service.stopRecording(back.who)
	expect(recordings.stopped).toEqual([meetingId, meetingId])
})

test('[ROOM-151] a recording stops with the last participant, with the meeting, and by itself when it cannot go on', async () => {
	const { service, recordings, clock } = harness
	const host = await enterHost()
	await service.startRecording(host.who)
	service.drop(host.who)
	await service.tick()
	expect(recordings.stopped).toEqual([])
	clock.pass(afterGraceMs)
	await service.tick()
	expect(recordings.stopped).toEqual([meetingId])

	const back = await enterHost()
	expect(back.entered.recording).toBeNull()
	await service.startRecording(back.who)
	recordings.running.get(meetingId)?.onEnd('disk-full')
	expect(told(back.who.connection).at(-1)).toEqual({ recording: null, end: 'disk-full' })
	await service.startRecording(back.who)
	await service.close(meetingId, 'ended')
	expect(recordings.stopped).toEqual([meetingId, meetingId])
})

test('[ROOM-161] a recording goes on when the person who started it leaves, or may not be there any more', async () => {
	const { service, recordings, clock } = harness
	const host = await enterHost()
	const ann = await enterAs('Ann')
	await service.startRecording(host.who)
	const started = told(ann.who.connection)
	harness.revoked.add(host.id)
	clock.pass(5_000)
	await service.tick()
	expect(service.isInRoom(host.who)).toBe(false)
	expect([recordings.stopped, told(ann.who.connection)]).toEqual([[], started])
	harness.revoked.clear()
	const back = await enterHost()
	expect(back.entered.recording).toMatchObject({ by: 'Host' })
	service.leave(back.who)
	expect([recordings.stopped, told(ann.who.connection)]).toEqual([[], started])
	service.leave(ann.who)
	expect(recordings.stopped).toEqual([meetingId])
})

test('[ROOM-162] a recording ends after twelve hours, of which those who can start another are told ten minutes before', async () => {
	const { service, recordings, clock } = harness
	const host = await enterHost()
	const ann = await enterAs('Ann')
	await service.startRecording(host.who)
	const [begun] = told(host.who.connection)
	clock.pass(recordingLength.maxMs - recordingLength.warnedMs - 1)
	await service.tick()
	expect(told(host.who.connection)).toEqual([begun])
	clock.pass(1)
	await service.tick()
	await service.tick()
	expect(told(host.who.connection)).toEqual([begun, { ...begun, endsSoon: true }])
	expect(told(ann.who.connection)).toEqual([begun])
	clock.pass(recordingLength.warnedMs - 1)
	await service.tick()
	expect(recordings.stopped).toEqual([])
	clock.pass(1)
	await service.tick()
	expect(recordings.stopped).toEqual([meetingId])
	for (const { who } of [host, ann]) expect(told(who.connection).at(-1)).toEqual({ recording: null, end: 'too-long' })
	expect(await service.startRecording(host.who)).toEqual(ok(null))
	await service.tick()
	expect(recordings.stopped).toEqual([meetingId])
})

test('[ROOM-153] where people have to agree, nobody is recorded before, and an answer counts in all their windows', async () => {
	const { service, recordings } = harness
	recordings.asksConsent = true
	const host = await enterHost()
	const ann = await enterAs('Ann')
	const annElsewhere = await enterAs('Ann')
	await service.startRecording(host.who)
	const room = recordings.running.get(meetingId)
	expect(told(host.who.connection)).toMatchObject([{ recording: { asksConsent: false } }])
	expect(told(ann.who.connection)).toMatchObject([{ recording: { asksConsent: true } }])
	expect([host, ann, annElsewhere].map(({ id }) => room?.mayRecord(id))).toEqual([true, false, false])
	service.agreeToRecording(ann.who)
	expect(told(annElsewhere.who.connection).at(-1)).toMatchObject({ recording: { asksConsent: false } })
	const bob = await enterAs('Bob')
	expect(bob.entered.recording).toMatchObject({ asksConsent: true })
	expect([host, ann, annElsewhere, bob].map(({ id }) => room?.mayRecord(id))).toEqual([true, true, true, false])
	// Their last packets arrive after they have left.
	service.leave(bob.who)
	expect(room?.mayRecord(bob.id)).toBe(false)
	service.stopRecording(host.who)
	await service.startRecording(host.who)
	expect(recordings.running.get(meetingId)?.mayRecord(ann.id)).toBe(false)
})

test('[ROOM-155] the members who are in the room while it is recorded are noted; guests are not', async () => {
	const { service, recordings } = harness
	const host = await enterHost()
	await enterAs('Guest', { userId: null })
	const early = await enterAs('Early')
	service.leave(early.who)
	await service.startRecording(host.who)
	await enterAs('Late')
	service.stopRecording(host.who)
	await enterAs('After')
	expect(recordings.attended).toEqual(['u-Host', 'u-Late'])
})
