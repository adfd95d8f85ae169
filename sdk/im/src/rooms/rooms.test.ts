import { answerCodes, groupTypes, imLimits } from '@parley/im'
import { expect, test } from 'vitest'
import { batch, epoch, messages, page, positions } from '../testing/log.ts'
import type { ScriptedPeer } from '../testing/scriptedPeer.ts'
import { outcome, setUp } from '../testing/setUp.ts'

/** Room log on the server; polls read it. */
function setUpRoom({
	mucType = groupTypes.CHATROOM as number,
	...options
}: Parameters<typeof setUp>[0] & { mucType?: number } = {}) {
	const client = setUp(options)
	let head = 10
	let refusal: object | undefined
	client.peer.on('groupPoll', ({ gid, hisId = head, listen }) => {
		if (refusal && listen !== false) return refusal
		const after = Number(hisId)
		const list = messages(after + 1, Math.min(head, after + 100))
		return {
			epoch,
			list: after >= head ? [] : list,
			head,
			min: 1,
			after,
			pullKey: Math.min(head, after + 100),
			more: after + 100 < head,
			role: 2,
			group: { gid, name: 'Room', mucType },
		}
	})
	return {
		...client,
		polls: (gid?: string) =>
			client.peer
				.framesOf('groupPoll')
				.filter(({ jsonData }) => jsonData.listen !== false && (!gid || jsonData.gid === gid)),
		left: () =>
			client.peer
				.framesOf('groupPoll')
				.filter(({ jsonData }) => jsonData.listen === false)
				.map(({ jsonData }) => jsonData.gid),
		setHead: (next: number) => {
			head = next
		},
		refuse: (next: object | undefined) => {
			refusal = next
		},
	}
}

test('[POLL-01] [POLL-05] listening begins with one poll, which returns the start position; then events are pushed', async () => {
	const { time, peer, im, heard, polls, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	const listen = im.room('r').listen({ maxRate: 10 })
	await time.advance(10)
	expect(await listen).toMatchObject({ role: 2, head: 10, pullKey: 10, list: [] })
	expect(polls()[0]?.jsonData).toMatchObject({ gid: 'r', maxRate: 10, waitMs: 0 })
	expect(polls()[0]?.jsonData.hisId).toBeUndefined()
	peer.push('messagesReceived', batch({ gid: 'r' }, 11, 12))
	await time.advance(1_000)
	expect(positions(received)).toEqual([11, 12])
	expect(polls()).toHaveLength(1)
})

test('[POLL-05] a gap, a newer head, and a new connection poll after hisId', async () => {
	const { time, peer, im, heard, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	void im.room('r').listen()
	await time.advance(10)
	setHead(13)
	peer.push('messagesReceived', batch({ gid: 'r' }, 13))
	await time.advance(100)
	expect(polls()[1]?.jsonData).toMatchObject({ gid: 'r', hisId: 10, epoch })
	setHead(14)
	peer.push('heads', { ts: 1, heads: { r: 14 } })
	await time.advance(100)
	setHead(15)
	peer.close('network')
	await time.advance(3_000)
	expect(polls().map(({ jsonData }) => jsonData.hisId)).toEqual([undefined, 10, 13, 14])
	expect(positions(received)).toEqual([11, 12, 13, 14, 15])
})

test('a page that becomes visible polls its rooms', async () => {
	const { time, page, im, polls, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	page.change('resumed')
	await time.advance(10)
	expect(polls()).toHaveLength(2)
})

test('[POLL-02] a client listens to at most five rooms; the oldest is dropped with an event', async () => {
	const { time, peer, im, heard, left, loggedIn } = setUpRoom()
	await loggedIn()
	const rooms = heard('room')
	const received = heard('messagesReceived')
	for (let index = 1; index <= 6; index++) {
		void im.room(`r${index}`).listen()
		await time.advance(10)
	}
	expect(imLimits.maxListenedRooms).toBe(5)
	expect(rooms.filter(({ state }) => state === 'stopped')).toEqual([{ gid: 'r1', state: 'stopped', reason: 'dropped' }])
	expect(left()).toEqual(['r1'])
	peer.push('messagesReceived', batch({ gid: 'r1' }, 11))
	peer.push('messagesReceived', batch({ gid: 'r2' }, 11))
	await time.advance(100)
	expect(received.map(({ gid }) => gid)).toEqual(['r2'])
})

test('[POLL-03] a stopped room is left, and no longer polled or delivered', async () => {
	const { time, peer, im, heard, polls, left, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	const room = im.room('r')
	void room.listen()
	await time.advance(10)
	await room.stop()
	peer.push('messagesReceived', batch({ gid: 'r' }, 11))
	peer.push('heads', { ts: 1, heads: { r: 12 } })
	await time.advance(60_000)
	peer.close('network')
	await time.advance(5_000)
	expect([polls().length, left(), received.length]).toEqual([1, ['r'], 0])
})

/** Puts the user into a group whose newest message arrives with the login. */
function syncGroup(peer: ScriptedPeer) {
	peer.on('syncKeys', () => ({ keys: { group_chat: 's.1' } }))
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: 's.1',
		nextPage: false,
		list: [],
		conversations: [{ gid: 'g', ...page(10, 10), after: 9, more: false }],
	}))
}

test('events of a member’s group continue after listening stops: nothing is lost or duplicated', async () => {
	const { time, peer, im, heard, left, loggedIn } = setUpRoom({ modules: { muc: true }, mucType: groupTypes.COMMON })
	syncGroup(peer)
	const received = heard('messagesReceived')
	const gaps = heard('discontinuity')
	await loggedIn()
	const room = im.room('g')
	await Promise.all([room.listen(), time.advance(10)])
	peer.push('messagesReceived', batch({ gid: 'g' }, 11))
	await time.advance(100)
	await room.stop()
	peer.push('messagesReceived', batch({ gid: 'g' }, 12))
	await time.advance(1_000)
	expect([positions(received), gaps, left()]).toEqual([[10, 11, 12], [], ['g']])
	expect(peer.framesOf('groupHistory')).toHaveLength(0)
})

test('events of a member’s group continue if listening stops before it was entered', async () => {
	const { time, peer, im, heard, loggedIn } = setUpRoom({ modules: { muc: true } })
	syncGroup(peer)
	const received = heard('messagesReceived')
	await loggedIn()
	peer.on('groupPoll', () => undefined)
	const room = im.room('g')
	void room.listen().catch(() => {})
	await time.advance(10)
	await room.stop()
	peer.push('messagesReceived', batch({ gid: 'g' }, 11))
	await time.advance(1_000)
	expect(positions(received)).toEqual([10, 11])
})

test('a room that is left and entered again is entered only after leaving has completed', async () => {
	const { time, peer, im, loggedIn } = setUpRoom()
	await loggedIn()
	const room = im.room('r')
	await Promise.all([room.listen(), time.advance(10)])
	await room.stop()
	const again = outcome(room.listen())
	await time.advance(10)
	expect(again.status).toBe('resolved')
	expect(peer.framesOf('groupPoll').map(({ jsonData }) => jsonData.listen)).toEqual([undefined, false, undefined])
})

test('[POLL-04] deleting a group stops listening to it, by this person or another one', async () => {
	const { time, peer, im, heard, polls, loggedIn } = setUpRoom()
	await loggedIn()
	const rooms = heard('room')
	for (const gid of ['r1', 'r2']) void im.room(gid).listen()
	await time.advance(10)
	void im.group('r1').delete()
	await time.advance(10)
	const deleted = { hisId: 11, ts: 1, userId: 'bob' }
	peer.push('groupDeleted', batch({ gid: 'r2' }, 11, 11, { list: [deleted] }))
	await time.advance(60_000)
	expect(rooms.filter(({ state }) => state === 'stopped').map(({ gid, reason }) => [gid, reason])).toEqual([
		['r1', 'deleted'],
		['r2', 'deleted'],
	])
	expect(polls()).toHaveLength(2)
})

test('[POLL-06] a failed poll is retried after 5 s', async () => {
	const { time, im, polls, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	refuse({ code: answerCodes.unavailable })
	const listen = outcome(im.room('r').listen())
	await time.advance(4_990)
	expect(polls()).toHaveLength(1)
	refuse(undefined)
	await time.advance(20)
	expect([polls().length, listen.status]).toEqual([2, 'resolved'])
})

test('[POLL-07] ten failures in a row raise one error; the next login retries', async () => {
	const { time, peer, im, heard, polls, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	const errors = heard('error')
	const rooms = heard('room')
	refuse({ code: answerCodes.unavailable })
	const listen = outcome(im.room('r').listen())
	await time.advance(44_000)
	expect([polls().length, errors.length]).toEqual([9, 0])
	await time.advance(60_000)
	expect([polls().length, errors.length, listen.status]).toEqual([10, 1, 'rejected'])
	expect(errors[0]).toMatchObject({ code: answerCodes.unavailable })
	expect(rooms).toMatchObject([{ gid: 'r', state: 'failed' }])
	refuse(undefined)
	peer.close('network')
	await time.advance(3_000)
	expect(polls()).toHaveLength(11)
})

test('[POLL-07] a room that failed is listened to again: on request, and with the next login', async () => {
	const { time, peer, im, heard, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	const rooms = heard('room')
	const room = im.room('r')
	refuse({ code: answerCodes.unavailable })
	void room.listen().catch(() => {})
	await time.advance(60_000)
	const again = outcome(room.listen())
	await time.advance(10)
	expect(again.status).toBe('pending')
	refuse(undefined)
	await time.advance(5_000)
	expect(again).toMatchObject({ status: 'resolved', value: { head: 10 } })
	refuse({ code: answerCodes.unavailable })
	peer.push('heads', { ts: 1, heads: { r: 12 } })
	await time.advance(60_000)
	refuse(undefined)
	peer.close('network')
	await time.advance(3_000)
	expect(rooms.map(({ state }) => state)).toEqual(['failed', 'listening', 'failed', 'listening'])
})

test('[POLL-07] a success in between restarts the count', async () => {
	const { time, peer, im, heard, refuse, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	const errors = heard('error')
	void im.room('r').listen()
	await time.advance(10)
	for (let round = 0; round < 3; round++) {
		refuse({ code: answerCodes.unavailable })
		setHead(11 + round)
		peer.push('heads', { ts: 1, heads: { r: 11 + round } })
		await time.advance(30_000)
		refuse(undefined)
		await time.advance(10_000)
	}
	expect(errors).toEqual([])
	expect(im.stats().pollFailures).toBeGreaterThan(12)
})

test('[POLL-08] an unanswered poll is retried at once', async () => {
	const { time, peer, im, polls, loggedIn } = setUpRoom()
	await loggedIn()
	peer.on('groupPoll', () => undefined)
	void im.room('r').listen()
	await time.advance(59_900)
	expect(polls()).toHaveLength(1)
	await time.advance(5_200)
	expect(polls()).toHaveLength(2)
})

test.each([
	['noPromise', answerCodes.noPromise, 'noPromise'],
	['banned', answerCodes.banned, 'noPromise'],
	['missing', answerCodes.missing, 'deleted'],
])('[POLL-09] [IMC-21] %s stops the polling of a room with an error', async (_name, code, reason) => {
	const { time, im, heard, polls, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	const errors = heard('error')
	const rooms = heard('room')
	refuse({ code })
	const listen = outcome(im.room('r').listen())
	await time.advance(120_000)
	expect(polls()).toHaveLength(1)
	expect(errors).toMatchObject([{ code }])
	expect(rooms).toMatchObject([{ gid: 'r', state: 'stopped', reason }])
	expect(listen).toMatchObject({ status: 'rejected', error: { code } })
})

test('if pushes are blocked, the room is long-polled', async () => {
	const { time, peer, im, heard, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	let hanging: (() => void) | undefined
	void im.room('r').listen({ push: false })
	await time.advance(2)
	peer.on('groupPoll', (data, envelope) => {
		expect(data.waitMs).toBe(imLimits.maxPollWaitMs)
		const after = Number(data.hisId)
		hanging = () =>
			peer.sendRaw({
				...envelope,
				jsonData: {
					code: 0,
					epoch,
					list: messages(after + 1),
					head: after + 1,
					min: 1,
					after,
					pullKey: after + 1,
					more: false,
					group: { gid: 'r', mucType: groupTypes.CHATROOM },
				},
			})
		return undefined
	})
	for (let round = 0; round < 3; round++) {
		await time.advance(10_000)
		setHead(11 + round)
		hanging?.()
	}
	await time.advance(10)
	expect(positions(received)).toEqual([11, 12, 13])
	expect(polls().length).toBe(5)
})

test('[OP-122] polls that are answered at once are a second apart; pages of one answer are not', async () => {
	const { time, im, peer, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen({ push: false })
	await time.advance(5_010)
	// Each is answered at once, because events are always available.
	expect(polls().length).toBeGreaterThanOrEqual(6)
	expect(polls().length).toBeLessThanOrEqual(7)
	const before = polls().length
	im.room('r').stop()
	await time.advance(10_000)
	expect(polls().length).toBeLessThanOrEqual(before + 1)
	setHead(11)
	peer.push('heads', { ts: 1, heads: { r: 11 } })
	await time.advance(3_000)
	expect(polls().length).toBeLessThanOrEqual(before + 1)
})

test('missing pushes are noticed, and the room is polled from then on', async () => {
	const { time, peer, im, heard, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	void im.room('r').listen()
	await time.advance(10)
	for (let head = 11; head <= 13; head++) {
		setHead(head)
		peer.push('heads', { ts: 1, heads: { r: head } })
		if (head === 13) peer.on('groupPoll', () => undefined)
		await time.advance(1_000)
	}
	expect(positions(received)).toEqual([11, 12])
	expect(polls().at(-1)?.jsonData.waitMs).toBe(imLimits.maxPollWaitMs)
})

test('a logout stops all rooms, and the next login listens to none', async () => {
	const { time, im, heard, polls, loggedIn } = setUpRoom()
	await loggedIn()
	const rooms = heard('room')
	void im.room('r').listen()
	await time.advance(10)
	im.logout()
	expect(rooms.at(-1)).toEqual({ gid: 'r', state: 'stopped', reason: 'ended' })
	await loggedIn()
	await time.advance(10_000)
	expect(polls()).toHaveLength(1)
})

const events = (heard: { gid: string; state: string }[]) => heard.map(({ state }) => state)

test('[POLL-06] the role in a room is that of its last answer', async () => {
	const { time, peer, im, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	im.room('r').send({ content: 'x' })
	await time.advance(10)
	expect(peer.framesOf('groupSend')[0]?.jsonData.role).toBe(2)
})

test('[POLL-08] failures before a new connection or before a success do not count towards the ten', async () => {
	for (const between of ['connection', 'success'] as const) {
		const { time, peer, im, heard, refuse, loggedIn } = setUpRoom()
		await loggedIn()
		const rooms = heard('room')
		void im.room('r').listen()
		await time.advance(10)
		refuse({ code: answerCodes.unavailable })
		peer.push('messagesReceived', batch({ gid: 'r' }, 15))
		await time.advance(imLimits.pollRetryMs * 7)
		if (between === 'connection') peer.close('network')
		else {
			refuse(undefined)
			await time.advance(imLimits.pollRetryMs)
			refuse({ code: answerCodes.unavailable })
			peer.push('messagesReceived', batch({ gid: 'r' }, 25))
		}
		await time.advance(imLimits.pollRetryMs * 8)
		expect(events(rooms)).not.toContain('failed')
		await time.advance(imLimits.pollRetryMs * 5)
		expect(events(rooms)).toContain('failed')
	}
})

test('a failed poll is not retried if a new connection polls anyway, nor after the room was stopped', async () => {
	const { time, peer, im, polls, refuse, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	refuse({ code: answerCodes.unavailable })
	peer.push('messagesReceived', batch({ gid: 'r' }, 15))
	await time.advance(500)
	refuse(undefined)
	setHead(15)
	peer.close('network')
	await time.advance(3_000)
	const asked = polls().length
	await time.advance(imLimits.pollRetryMs * 2)
	expect(polls()).toHaveLength(asked)

	refuse({ code: answerCodes.unavailable })
	peer.push('messagesReceived', batch({ gid: 'r' }, 25))
	await time.advance(500)
	const running = time.pending
	void im.room('r').stop()
	await time.advance(10)
	expect(running - time.pending).toBe(1)
})

/** Sets up polls that are answered when a test says so. */
function setUpSlowRoom(...options: Parameters<typeof setUpRoom>) {
	const client = setUpRoom(...options)
	const open: ((answer: object) => void)[] = []
	client.peer.on('groupPoll', ({ gid, hisId = 10, listen }, envelope) => {
		if (listen === false) return {}
		const after = Number(hisId)
		const usual = { epoch, list: [], head: after, min: 1, after, pullKey: after, more: false, role: 2 }
		const group = { gid, name: 'Room', mucType: groupTypes.CHATROOM }
		open.push(answer => client.peer.sendRaw({ ...envelope, jsonData: { code: 0, ...usual, group, ...answer } }))
		return undefined
	})
	return {
		...client,
		/** Answers the newest poll. */
		async answer(answer: object = {}) {
			open.at(-1)?.(answer)
			await client.time.advance(10)
		},
	}
}

test('[POLL-05] listening continues after the given position, and the first answer is never held', async () => {
	const { time, im, polls, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen({ hisId: 7, push: false })
	await time.advance(1_200)
	expect(polls().map(({ jsonData: { hisId, waitMs } }) => [hisId, waitMs])).toEqual([
		[7, 0],
		[10, imLimits.maxPollWaitMs],
	])
	expect(im.stats().polls).toBe(2)
})

test('[POLL-05] an event missed while a poll is in flight causes one more poll after its answer', async () => {
	const { time, peer, im, polls, answer, loggedIn } = setUpSlowRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	await answer()
	for (const head of [12, 13]) {
		peer.push('heads', { ts: 1, heads: { r: head } })
		await time.advance(100)
	}
	expect(polls()).toHaveLength(2)
	await answer({ list: messages(11, 12), after: 10, pullKey: 12, head: 12 })
	expect(polls().map(({ jsonData: { hisId } }) => hisId)).toEqual([undefined, 10, 12])
	await answer({ list: messages(13), after: 12, pullKey: 13, head: 13 })
	await time.advance(2_000)
	expect(polls()).toHaveLength(3)
})

test('[POLL-05] events that do not fit into one answer are requested at once', async () => {
	const { time, peer, im, heard, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	const received = heard('messagesReceived')
	void im.room('r').listen()
	await time.advance(10)
	setHead(250)
	peer.push('heads', { ts: 1, heads: { r: 250 } })
	await time.advance(100)
	expect(
		polls()
			.map(({ jsonData: { hisId } }) => hisId)
			.slice(0, 4),
	).toEqual([undefined, 10, 110, 210])
	expect(positions(received)).toHaveLength(240)
})

test('[POLL-01] listening again with another rate requests again, keeping earlier options', async () => {
	const { time, im, polls, loggedIn } = setUpRoom()
	await loggedIn()
	const room = im.room('r')
	void room.listen({ maxRate: 10 })
	await time.advance(10)
	const again = outcome(room.listen())
	await time.advance(10)
	expect([polls().length, again.status]).toEqual([1, 'resolved'])
	void room.listen({ maxRate: 20 })
	await time.advance(10)
	void room.listen({ push: false, maxRate: 20 })
	await time.advance(10)
	void room.listen({ maxRate: 50 })
	await time.advance(1_500)
	const told = polls().map(({ jsonData: { maxRate, waitMs } }) => [maxRate, waitMs])
	expect(told.slice(0, 3)).toEqual([
		[10, 0],
		[20, 0],
		[20, imLimits.maxPollWaitMs],
	])
	expect(told.at(-1)).toEqual([50, imLimits.maxPollWaitMs])
})

test.each(['answer', 'refusal'] as const)(
	'[POLL-03] the %s of a poll in flight when the room was stopped has no effect',
	async kind => {
		const { time, im, heard, polls, answer, loggedIn } = setUpSlowRoom()
		await loggedIn()
		const [rooms, errors, received] = [heard('room'), heard('error'), heard('messagesReceived')]
		const listen = outcome(im.room('r').listen())
		await time.advance(10)
		void im.room('r').stop()
		await time.advance(10)
		expect(listen).toMatchObject({
			status: 'rejected',
			error: { code: answerCodes.cancelled, message: 'stopped' },
		})
		await answer(kind === 'refusal' ? { code: answerCodes.noPromise } : { list: messages(11), pullKey: 11, head: 11 })
		await time.advance(60_000)
		expect([rooms, errors, received.length]).toEqual([[{ gid: 'r', state: 'stopped', reason: 'stopped' }], [], 0])
		expect([polls().length, im.stats().illegalTransitions, im.stats().pollFailures]).toEqual([1, 0, 0])
	},
)

test('a poll that ends with the session is not a failure, nor is one that the server treats as anonymous', async () => {
	const { time, im, heard, answer, polls, loggedIn } = setUpSlowRoom()
	await loggedIn()
	const errors = heard('error')
	void im
		.room('r')
		.listen()
		.catch(() => {})
	await time.advance(10)
	await answer({ code: answerCodes.notLoggedIn })
	await time.advance(20_000)
	im.logout()
	await loggedIn()
	void im
		.room('s')
		.listen()
		.catch(() => {})
	await time.advance(10)
	im.logout()
	await time.advance(20_000)
	expect([errors, polls().length, im.stats().pollFailures]).toEqual([[], 2, 0])
})

test('[POLL-06] a failed poll is retried when the server says', async () => {
	const { time, im, polls, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	refuse({ code: answerCodes.tooMany, retryAfterMs: 2_000 })
	im.room('r')
		.listen()
		.catch(() => {})
	await time.advance(1_900)
	expect(polls()).toHaveLength(1)
	await time.advance(200)
	expect([polls().length, im.stats().pollFailures]).toEqual([2, 2])
})

test('[POLL-07] [POLL-09] a failure is reported with its error, and a forbidden room is not left', async () => {
	const { time, im, heard, left, refuse, loggedIn } = setUpRoom()
	await loggedIn()
	const rooms = heard('room')
	void im
		.room('f')
		.listen()
		.catch(() => {})
	await time.advance(10)
	refuse({ code: answerCodes.banned })
	im.room('r')
		.listen()
		.catch(() => {})
	await time.advance(10)
	expect(rooms.at(-1)).toMatchObject({ gid: 'r', state: 'stopped', error: { code: answerCodes.banned } })
	im.logout()
	await time.advance(10)
	expect(rooms.at(-1)).toEqual({ gid: 'f', state: 'stopped', reason: 'ended' })
	expect(left()).toEqual([])
})

test('a room can be entered again even if leaving it was refused', async () => {
	const { time, peer, im, loggedIn } = setUpRoom()
	await loggedIn()
	const room = im.room('r')
	await Promise.all([room.listen(), time.advance(10)])
	let leave: (() => void) | undefined
	peer.on('groupPoll', ({ listen }, envelope) => {
		if (listen === false)
			leave = () => peer.sendRaw({ ...envelope, jsonData: { code: answerCodes.unavailable, msg: 'busy' } })
		return undefined
	})
	await room.stop()
	void room.listen().catch(() => {})
	await time.advance(2_000)
	expect(peer.framesOf('groupPoll').map(({ jsonData }) => jsonData.listen)).toEqual([undefined, false])
	leave?.()
	await time.advance(10)
	expect(peer.framesOf('groupPoll').map(({ jsonData }) => jsonData.listen)).toEqual([undefined, false, undefined])
})

test('pushes in between prove that they arrive: the room is not polled', async () => {
	const { time, peer, im, polls, setHead, loggedIn } = setUpRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	let head = 10
	for (let round = 0; round < 4; round++) {
		setHead(++head)
		peer.push('heads', { ts: 1, heads: { r: head } })
		await time.advance(1_000)
		setHead(++head)
		peer.push('messagesReceived', batch({ gid: 'r' }, head))
		await time.advance(1_000)
	}
	expect(polls().map(({ jsonData }) => jsonData.waitMs)).toEqual([0, 0, 0, 0, 0])
})

test('[POLL-05] a poll in flight when the connection was lost is resent, without a second one', async () => {
	const { time, peer, im, polls, answer, loggedIn } = setUpSlowRoom()
	await loggedIn()
	void im.room('r').listen()
	await time.advance(10)
	peer.close('network')
	await time.advance(3_000)
	expect([im.state, polls().length]).toEqual(['ready', 2])
	await answer()
	await time.advance(3_000)
	expect(polls()).toHaveLength(2)
})

test('[POLL-09] a group the user may no longer read delivers nothing, even to a former member', async () => {
	const { time, peer, im, heard, refuse, loggedIn } = setUpRoom({
		modules: { muc: true },
		mucType: groupTypes.COMMON,
	})
	syncGroup(peer)
	const received = heard('messagesReceived')
	await loggedIn()
	await Promise.all([im.room('g').listen(), time.advance(10)])
	refuse({ code: answerCodes.notMember })
	peer.push('heads', { ts: 1, heads: { g: 12 } })
	await time.advance(100)
	const before = positions(received)
	peer.on('sync', ({ option }) => ({ option, syncKey: 's.2', nextPage: false, list: [], conversations: [] }))
	peer.push('messagesReceived', batch({ gid: 'g' }, 11, 13))
	await time.advance(100)
	expect([before, peer.framesOf('groupHistory').length]).toEqual([[10], 0])
})
