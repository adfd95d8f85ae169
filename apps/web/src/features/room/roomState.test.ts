import type { EnterResult, Participant, ParticipantId } from '@parley/room'
import { initialPermissions } from '@parley/room'
import { describe, expect, test } from 'vitest'
import {
	getDeviceProblem,
	getHandPlaces,
	getHiddenReason,
	getHiddenScreenReason,
	getOthers,
	getOwnQuality,
	getSelf,
	getSendingState,
	initialRoomState,
	isHost,
	type JoinedRoom,
	mayDoTo,
	mayUnmute,
	type RoomAction,
	type RoomState,
	roomReducer,
	toMediaStatus,
} from './roomState.ts'

const id = (text: string) => text as ParticipantId
const aPerson = (fields: Partial<Participant> = {}): Participant => ({
	id: id('self'),
	name: 'Han Mei',
	role: 'member',
	sending: { microphone: false, camera: false },
	connected: true,
	handRaisedAt: null,
	...fields,
})
const liLei = aPerson({ id: id('li-lei'), name: 'Li Lei', role: 'host' })

const entered = (fields: Partial<EnterResult> = {}): EnterResult => ({
	self: id('self'),
	meetingId: '123456789' as EnterResult['meetingId'],
	topic: 'Harbour plans',
	locked: false,
	onAir: false,
	chat: { showsHistory: true },
	sharing: { presenter: null },
	permissions: initialPermissions,
	spotlight: null,
	recording: null,
	ending: null,
	poll: null,
	startedAt: 10_000,
	now: 70_000,
	wants: { microphone: true, camera: false },
	roster: [aPerson(), liLei],
	resumeToken: 'token',
	visitToken: 'visit',
	grant: null,
	...fields,
})
const grant: EnterResult['grant'] = {
	engine: 'embedded',
	url: '',
	token: 't',
	roomId: '1',
	participantId: id('self'),
	iceServers: [],
	expiresAt: 0,
}

const after = (room: RoomState, ...events: RoomAction[]) => events.reduce(roomReducer, room)
function inside(...events: RoomAction[]): JoinedRoom {
	const room = after(initialRoomState, { type: 'entered', entered: entered({ grant }), nowMs: 500_000 }, ...events)
	if (room.status !== 'joined') throw new Error(`outside: ${room.status}`)
	return room
}

test('[ROOM-12] entering shows the participants and the elapsed time by the clock of the page', () => {
	const room = inside()
	expect(room.people.map(person => person.name)).toEqual(['Han Mei', 'Li Lei'])
	expect(getSelf(room)?.name).toBe('Han Mei')
	expect(getOthers(room).map(person => person.name)).toEqual(['Li Lei'])
	expect(500_000 - room.startedAt).toBe(60_000)
	expect(isHost(room)).toBe(false)
})

test('on entering, everything is off, nothing is wrong, and the media are connecting', () => {
	expect(initialRoomState).toEqual({ status: 'joining', isOffline: false })
	const off = { status: 'off' }
	expect(inside()).toMatchObject({
		isConnected: true,
		isServerRestarting: false,
		isSoundBlocked: false,
		interruptions: [],
		media: 'connecting',
		devices: { microphone: off, camera: off },
		notice: undefined,
	})
	expect(getSendingState(inside().devices)).toEqual({ microphone: false, camera: false })
	// Nothing from before entering is kept.
	const late = after({ status: 'joining', isOffline: true }, { type: 'entered', entered: entered({ grant }), nowMs: 1 })
	expect(late).toMatchObject({ isConnected: true, devices: { microphone: off, camera: off } })
})

test('[ROOM-26] a server that restarts is announced until the next one is entered', () => {
	const restarting = inside({ type: 'server-restarting', isRestarting: true })
	expect(restarting).toMatchObject({ isServerRestarting: true, isConnected: true, topic: 'Harbour plans' })
	expect(after(restarting, { type: 'server-restarting', isRestarting: false })).toMatchObject({
		isServerRestarting: false,
	})
	const next: RoomAction = { type: 'entered', entered: entered({ grant }), nowMs: 600_000 }
	expect(after(restarting, next)).toMatchObject({ isServerRestarting: false })
})

test('a browser that blocks sound is remembered until it plays, and over a reconnect', () => {
	const blocked = inside({ type: 'sound', isBlocked: true })
	expect(blocked).toMatchObject({ isSoundBlocked: true, topic: 'Harbour plans' })
	const again: RoomAction = { type: 'entered', entered: entered({ grant }), nowMs: 600_000 }
	expect(after(blocked, again)).toMatchObject({ isSoundBlocked: true })
	expect(after(blocked, { type: 'sound', isBlocked: false })).toMatchObject({ isSoundBlocked: false })
})

test('a lost media connection is shown as connecting, any other as it is', () => {
	expect(toMediaStatus('lost')).toBe('connecting')
	for (const state of ['connecting', 'live', 'interrupted'] as const) expect(toMediaStatus(state)).toBe(state)
})

test('[ROOM-257] who was there before a restart returns without a notice, once; somebody new joins with one', () => {
	const again: RoomAction = { type: 'entered', entered: entered({ grant, roster: [aPerson()] }), nowMs: 600_000 }
	const returns: RoomAction = { type: 'joined', participant: liLei }
	const back = inside(again, returns)
	expect([back.notice, back.people]).toEqual([undefined, [aPerson(), liLei]])
	expect(inside(again, again, returns).notice).toBeUndefined()
	expect(inside(again, { type: 'joined', participant: aPerson({ id: id('new'), name: 'Tom' }) }).notice).toMatchObject({
		type: 'joined',
		name: 'Tom',
	})
	const returnsFirst = inside(returns, again)
	expect([returnsFirst.notice, returnsFirst.people]).toEqual([undefined, [aPerson()]])
	const left: RoomAction = { type: 'left', participantId: liLei.id, reason: 'choice' }
	expect(inside(again, returns, left, returns).notice).toMatchObject({ type: 'joined', name: liLei.name })
})

test('[ROOM-71] before the room is entered, only the connection changes the state', () => {
	expect(after(initialRoomState, { type: 'connection', isConnected: false })).toEqual({
		status: 'joining',
		isOffline: true,
	})
	expect(after(initialRoomState, { type: 'joined', participant: liLei })).toBe(initialRoomState)
})

test('[ROOM-71] exited is final', () => {
	const out = after(inside(), { type: 'exited', reason: 'removed', nowMs: 560_000 })
	expect(after(out, { type: 'connection', isConnected: true }, { type: 'exited', reason: 'left', nowMs: 0 })).toEqual({
		status: 'exited',
		reason: 'removed',
		lastedMs: 120_000,
	})
	expect(after(out, { type: 'entered', entered: entered(), nowMs: 1 })).toBe(out)
})

test('[ROOM-24] entering again keeps the devices and takes the new participants', () => {
	const before = inside(
		{ type: 'device', kind: 'microphone', device: { status: 'on' } },
		{ type: 'media', media: 'live' },
		{ type: 'connection', isConnected: false },
	)
	expect(before.isConnected).toBe(false)
	expect(after(before, { type: 'connection', isConnected: true })).toBe(before)
	const back = after(before, { type: 'entered', entered: entered({ grant, roster: [aPerson()] }), nowMs: 600_000 })
	expect(back).toMatchObject({ isConnected: true, media: 'live', devices: { microphone: { status: 'on' } } })
	expect((back as JoinedRoom).people).toHaveLength(1)
})

test('[ROOM-60] without a grant the media are unavailable', () => {
	expect(after(inside(), { type: 'entered', entered: entered(), nowMs: 1 })).toMatchObject({ media: 'unavailable' })
})

test('[ROOM-72] joining and leaving are notices, each with a new number', () => {
	const wang = aPerson({ id: id('wang'), name: 'Wang' })
	const joined = inside({ type: 'joined', participant: wang })
	expect(joined.notice).toEqual({ number: 1, type: 'joined', name: 'Wang' })
	const left = after(joined, { type: 'left', participantId: wang.id, reason: 'choice' }) as JoinedRoom
	expect(left.notice).toEqual({ number: 2, type: 'left', name: 'Wang' })
	expect(left.people.map(person => person.name)).toEqual(['Han Mei', 'Li Lei'])
	expect(after(left, { type: 'left', participantId: wang.id, reason: 'lost' })).toBe(left)
	expect(inside({ type: 'left', participantId: liLei.id, reason: 'removed' }).notice?.type).toBe('removed')
})

test('[ROOM-12] a participant who joins twice is listed once', () => {
	const room = inside({ type: 'joined', participant: aPerson({ id: liLei.id, name: 'Li Lei 2' }) })
	expect(room.people.map(person => person.name)).toEqual(['Han Mei', 'Li Lei 2'])
})

test('[ROOM-31] speaking begins and ends, and ends when its owner leaves', () => {
	const room = inside({ type: 'speaking', participantId: liLei.id, speaking: true })
	expect([...room.speaking]).toEqual([liLei.id])
	expect(after(room, { type: 'speaking', participantId: liLei.id, speaking: true })).toBe(room)
	expect((after(room, { type: 'left', participantId: liLei.id, reason: 'lost' }) as JoinedRoom).speaking.size).toBe(0)
})

test('[ROOM-13] the own entry changes at once', () => {
	const room = inside({ type: 'device', kind: 'camera', device: { status: 'on' } })
	expect(room.people[0]?.sending).toEqual({ microphone: false, camera: true })
	expect(room.people[1]?.sending).toEqual({ microphone: false, camera: false })
	expect(getSendingState(room.devices)).toEqual({ microphone: false, camera: true })
})

test('[ROOM-42] a device turned off by the host is off, with a notice that names it; the other one stays on', () => {
	const both = inside(
		{ type: 'device', kind: 'microphone', device: { status: 'on' } },
		{ type: 'device', kind: 'camera', device: { status: 'on' } },
	)
	expect(getSendingState(both.devices)).toEqual({ microphone: true, camera: true })
	const muted = after(both, { type: 'muted', kind: 'microphone' }) as JoinedRoom
	expect(muted.devices).toEqual({ microphone: { status: 'off' }, camera: { status: 'on' } })
	expect(muted.notice).toEqual({ number: 1, type: 'muted', name: '' })
	const stopped = after(both, { type: 'muted', kind: 'camera' }) as JoinedRoom
	expect(stopped.devices).toEqual({ microphone: { status: 'on' }, camera: { status: 'off' } })
	expect(stopped.notice?.type).toBe('camera-stopped')
})

test('[ROOM-73] the same error of both devices is one problem, different errors are two', () => {
	const denied = { status: 'failed', error: 'denied' } as const
	const missing = { status: 'failed', error: 'missing' } as const
	const both = inside(
		{ type: 'device', kind: 'microphone', device: denied },
		{ type: 'device', kind: 'camera', device: denied },
	)
	expect(getDeviceProblem(both)).toEqual({ kinds: ['microphone', 'camera'], error: 'denied' })
	const mixed = after(both, { type: 'device', kind: 'camera', device: missing }) as JoinedRoom
	expect(getDeviceProblem(mixed)).toEqual({ kinds: ['microphone'], error: 'denied' })
	const dismissed = after(mixed, { type: 'device', kind: 'microphone', device: { status: 'off' } }) as JoinedRoom
	expect(getDeviceProblem(dismissed)).toEqual({ kinds: ['camera'], error: 'missing' })
	expect(getDeviceProblem(inside())).toBeUndefined()
})

test('the notice of a lock differs for whoever locked and the others', () => {
	const locked = (by: ParticipantId, isLocked: boolean) => inside({ type: 'locked', isLocked, by }).notice?.type
	expect([locked(id('self'), true), locked(id('self'), false)]).toEqual(['you-locked', 'you-unlocked'])
	expect([locked(liLei.id, true), locked(liLei.id, false)]).toEqual(['locked', 'unlocked'])
})

test('[ROOM-111] a change of the own role is said, and who is the new host', () => {
	const changed = (fields: Partial<Participant>): RoomAction => ({ type: 'changed', participant: aPerson(fields) })
	const notices = (...events: RoomAction[]) => inside(...events).notice?.type
	expect(notices(changed({ role: 'co-host' }))).toBe('made-co-host')
	expect(notices(changed({ role: 'host' }))).toBe('made-host')
	expect(notices(changed({ role: 'host' }), changed({ role: 'guest' }))).toBe('made-member')
	expect(notices(changed({ name: 'Mei' }))).toBeUndefined()
	expect(notices({ type: 'changed', participant: { ...liLei, role: 'co-host' } })).toBeUndefined()
	const newHost: RoomAction = { type: 'changed', participant: { ...liLei, role: 'host' } }
	const joined: RoomAction = { type: 'joined', participant: { ...liLei, role: 'member' } }
	expect(notices(joined, newHost)).toBe('new-host')
	// The host before hears who it is, not that they are co-host.
	expect(notices(joined, changed({ role: 'host' }), newHost, changed({ role: 'co-host' }))).toBe('new-host')
})

test('[ROOM-117] a person whose role changed while the connection was lost is told after coming back', () => {
	const reentered = (self: Participant['role'], host: Participant['role']): RoomAction => ({
		type: 'entered',
		entered: entered({ roster: [aPerson({ role: self }), { ...liLei, role: host }] }),
		nowMs: 0,
	})
	const isHost: RoomAction = { type: 'changed', participant: aPerson({ role: 'host' }) }
	expect(inside(isHost, reentered('co-host', 'host')).notice).toMatchObject({ type: 'new-host', name: liLei.name })
	expect(inside(isHost, reentered('host', 'co-host')).notice?.type).toBe('made-host')
	expect(inside(isHost, reentered('member', 'host')).notice?.type).toBe('made-member')
})

test('[ROOM-110] what is offered towards a person depends on both roles', () => {
	const as = (role: Participant['role']) => inside({ type: 'changed', participant: aPerson({ role }) })
	const member = aPerson({ id: id('ann') })
	expect(mayDoTo(as('host'), 'give-roles', member)).toBe(true)
	expect(mayDoTo(as('host'), 'remove-person', liLei)).toBe(true)
	expect(mayDoTo(as('co-host'), 'give-roles', member)).toBe(false)
	expect(mayDoTo(as('co-host'), 'remove-person', member)).toBe(true)
	expect(mayDoTo(as('co-host'), 'remove-person', liLei)).toBe(false)
	expect(mayDoTo(as('member'), 'mute-person', member)).toBe(false)
	expect(mayDoTo(as('host'), 'mute-person', aPerson())).toBe(false)
})

test('[ROOM-112] [ROOM-113] permissions bind members, and who is asked to unmute may until the microphone is off again', () => {
	const forbidden: RoomAction = { type: 'permissions', permissions: { ...initialPermissions, unmute: false } }
	const asked: RoomAction = { type: 'unmute-asked' }
	const microphone = (status: 'on' | 'off'): RoomAction => ({ type: 'device', kind: 'microphone', device: { status } })
	expect(mayUnmute(inside())).toBe(true)
	expect(mayUnmute(inside(forbidden))).toBe(false)
	expect(mayUnmute(inside(forbidden, { type: 'changed', participant: aPerson({ role: 'co-host' }) }))).toBe(true)
	expect(mayUnmute(inside(forbidden, asked))).toBe(true)
	expect(inside(forbidden, asked, microphone('on')).isAskedToUnmute).toBe(false)
	expect(mayUnmute(inside(forbidden, asked, microphone('on'), microphone('off')))).toBe(false)
	expect(inside(microphone('on'), asked).isAskedToUnmute).toBe(false)
})

test('[ROOM-113] the question to unmute ends when the host mutes, and when members may no longer unmute themselves', () => {
	const may = (unmute: boolean): RoomAction => ({
		type: 'permissions',
		permissions: { ...initialPermissions, unmute },
	})
	const asked: RoomAction = { type: 'unmute-asked' }
	const question = ({ isAskedToUnmute, mayUnmuteOnce }: JoinedRoom) => [isAskedToUnmute, mayUnmuteOnce]
	expect(question(inside(may(false), asked, { type: 'muted', kind: 'camera' }))).toEqual([true, true])
	expect(question(inside(may(false), asked, { type: 'muted', kind: 'microphone' }))).toEqual([false, false])
	expect(question(inside(may(false), asked, may(false)))).toEqual([true, true])
	expect(question(inside(asked, may(false)))).toEqual([false, false])
	const enteredWith = (unmute: boolean): RoomAction => ({
		type: 'entered',
		entered: entered({ permissions: { ...initialPermissions, unmute } }),
		nowMs: 0,
	})
	expect(question(inside(asked, enteredWith(true)))).toEqual([true, true])
	expect(question(inside(asked, enteredWith(false)))).toEqual([false, false])
})

test('[ROOM-116] the announced end is counted by the clock of the page', () => {
	const ending = { isOwn: false, inMs: 4_000 }
	expect(inside({ type: 'ending', ending, nowMs: 1_000 }).ending).toEqual({ isOwn: false, endsAt: 5_000 })
	expect(
		inside({ type: 'ending', ending, nowMs: 1_000 }, { type: 'ending', ending: null, nowMs: 2_000 }).ending,
	).toBeNull()
	const late = roomReducer(
		{ status: 'joining', isOffline: false },
		{ type: 'entered', entered: entered({ ending }), nowMs: 7 },
	)
	expect(late).toMatchObject({ ending: { endsAt: 4_007 } })
})

test('[ROOM-34] the warning about password attempts survives a reconnect', () => {
	const told = roomReducer(inside(), { type: 'password-tried', password: 'host' })
	expect(roomReducer(told, { type: 'entered', entered: entered(), nowMs: 0 })).toMatchObject({
		triedPassword: 'host',
	})
})

test('[ROOM-34] the warning ends when its password was changed, not another one', () => {
	const told = roomReducer(inside(), { type: 'password-tried', password: 'host' })
	expect(roomReducer(told, { type: 'passwords-changed', passwords: ['meeting', 'live'] })).toMatchObject({
		triedPassword: 'host',
	})
	expect(roomReducer(told, { type: 'passwords-changed', passwords: ['host'] })).toMatchObject({
		triedPassword: undefined,
	})
})

test('[ROOM-83] the cameras that are paused are those of the latest report', () => {
	const paused = (...ids: string[]): RoomAction => ({
		type: 'paused',
		sources: ids.map(participant => ({ participantId: id(participant), source: 'camera' })),
	})
	expect(getHiddenReason(inside(paused('lilei')), id('lilei'))).toBe('paused')
	expect(getHiddenReason(inside(paused('lilei'), paused()), id('lilei'))).toBeUndefined()
	expect(getHiddenReason(inside(paused('other')), id('lilei'))).toBeUndefined()
})

test('[ROOM-87] a line is good until it is said otherwise, when its participant has left, and after a reconnect', () => {
	const poor: RoomAction = { type: 'quality', participantId: liLei.id, quality: 'poor' }
	const own: RoomAction = { type: 'quality', participantId: id('self'), quality: 'fair' }
	expect([...inside(poor, own).lineQualities]).toEqual([
		[liLei.id, 'poor'],
		[id('self'), 'fair'],
	])
	expect([getOwnQuality(inside(poor)), getOwnQuality(inside(own))]).toEqual(['good', 'fair'])
	expect(inside(poor, { ...poor, quality: 'good' }).lineQualities.size).toBe(0)
	expect(inside(poor, { type: 'left', participantId: liLei.id, reason: 'choice' }).lineQualities.size).toBe(0)
	expect(inside(poor, { type: 'entered', entered: entered({ grant }), nowMs: 1 })).toMatchObject({
		lineQualities: new Map(),
	})
})

test('[ROOM-88] sound only hides every camera, and survives a reconnect', () => {
	const soundOnly: RoomAction = { type: 'sound-only', isSoundOnly: true }
	expect(getHiddenReason(inside(soundOnly), liLei.id)).toBe('sound-only')
	const again: RoomAction = { type: 'entered', entered: entered({ grant }), nowMs: 1 }
	expect(getHiddenReason(inside(soundOnly, again), liLei.id)).toBe('sound-only')
	expect(getHiddenReason(inside(soundOnly, { ...soundOnly, isSoundOnly: false }), liLei.id)).toBeUndefined()
})

test('[ROOM-98] hands have their places in line by the time they were raised, and others are told of once', () => {
	const raised = (handRaisedAt: number | null): RoomAction => ({
		type: 'changed',
		participant: { ...liLei, handRaisedAt },
	})
	const own: RoomAction = { type: 'changed', participant: aPerson({ handRaisedAt: 20 }) }
	const room = inside(own, raised(10))
	expect([...getHandPlaces(room)]).toEqual([
		[id('li-lei'), 1],
		[id('self'), 2],
	])
	expect(room.notice).toMatchObject({ number: 1, type: 'hand', name: 'Li Lei' })
	const again = after(room, raised(10), raised(null))
	expect(again).toMatchObject({ notice: { number: 1 } })
	expect([...getHandPlaces(again as JoinedRoom)]).toEqual([[id('self'), 1]])
	expect(inside(own).notice).toBeUndefined()
})

test('[ROOM-83] [ROOM-100] a paused screen is not a paused camera, and counts only while its owner presents', () => {
	const paused = (source: 'camera' | 'screen'): RoomAction => ({
		type: 'paused',
		sources: [{ participantId: id('li-lei'), source }],
	})
	const presents: RoomAction = { type: 'sharing', sharing: { presenter: id('li-lei') } }
	const screen = inside(presents, paused('screen'))
	expect([screen.isScreenPaused, getHiddenReason(screen, id('li-lei')), getHiddenScreenReason(screen)]).toEqual([
		true,
		undefined,
		'paused',
	])
	const camera = inside(presents, paused('camera'))
	expect([camera.isScreenPaused, getHiddenReason(camera, id('li-lei')), getHiddenScreenReason(camera)]).toEqual([
		false,
		'paused',
		undefined,
	])
	expect(inside(paused('screen')).isScreenPaused).toBe(false)
	expect(getHiddenScreenReason(inside(presents, { type: 'sound-only', isSoundOnly: true }))).toBe('sound-only')
})

test('[ROOM-103] a reaction is shown until it is over, the same one again counts up, and another one replaces it', () => {
	const reacted = (reaction: 'clap' | 'love', number: number): RoomAction => ({
		type: 'reacted',
		participantId: liLei.id,
		reaction,
		number,
	})
	const over = (number: number): RoomAction => ({ type: 'reaction-over', participantId: liLei.id, number })
	const shown = (...events: RoomAction[]) => inside(...events).reactions.get(liLei.id)
	expect(shown(reacted('clap', 1))).toEqual({ reaction: 'clap', times: 1, number: 1 })
	expect(shown(reacted('clap', 1), reacted('clap', 2))).toEqual({ reaction: 'clap', times: 2, number: 2 })
	expect(shown(reacted('clap', 1), reacted('love', 2))).toEqual({ reaction: 'love', times: 1, number: 2 })
	// The end of the first one does not end the second.
	expect(shown(reacted('clap', 1), reacted('clap', 2), over(1))?.times).toBe(2)
	expect(shown(reacted('clap', 1), over(1))).toBeUndefined()
	expect(shown(reacted('clap', 1), over(1), reacted('clap', 2))?.times).toBe(1)
})

describe('[ROOM-150] a recording', () => {
	const recording = { startedAt: 5, by: 'Li Lei', asksConsent: false }
	const again: RoomAction = { type: 'entered', entered: entered({ grant, recording }), nowMs: 600_000 }

	test('is announced once when it begins, with the person who started it, and when it is over, with the reason', () => {
		const recorded = inside({ type: 'recording', recording })
		expect(recorded).toMatchObject({ recording, notice: { number: 1, type: 'recording-started', name: 'Li Lei' } })
		expect(after(recorded, again)).toMatchObject({ recording, notice: { number: 1 } })
		const agreed = after(recorded, { type: 'recording', recording: { ...recording, asksConsent: false } })
		expect(agreed).toMatchObject({ notice: { number: 1 } })
		for (const end of ['stopped', 'too-long', 'disk-full', 'media-elsewhere', 'failed'] as const)
			expect(after(recorded, { type: 'recording', recording: null, end })).toMatchObject({
				recording: null,
				notice: { number: 2, type: `recording-${end}` },
			})
	})

	test('[ROOM-162] is announced once more before it ends by itself', () => {
		const recorded = inside({ type: 'recording', recording })
		expect(after(recorded, { type: 'recording', recording, endsSoon: true })).toMatchObject({
			recording,
			notice: { number: 2, type: 'recording-ends-soon' },
		})
	})

	test('is announced to people who enter, and to those who were away when it began, was replaced or ended', () => {
		expect(after(initialRoomState, again)).toMatchObject({ notice: { type: 'recording-running' } })
		expect(after(inside(), again)).toMatchObject({ notice: { type: 'recording-started' } })
		const recorded = after(inside(), again)
		const other: RoomAction = {
			type: 'entered',
			entered: entered({ grant, recording: { ...recording, startedAt: 9 } }),
			nowMs: 700_000,
		}
		expect(after(recorded, other)).toMatchObject({ notice: { number: 2, type: 'recording-started' } })
		const over: RoomAction = { type: 'entered', entered: entered({ grant }), nowMs: 700_000 }
		expect(after(recorded, over)).toMatchObject({ notice: { number: 2, type: 'recording-stopped' } })
		expect(inside(over)).toMatchObject({ notice: undefined })
	})
})
