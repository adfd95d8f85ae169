import { answerCodes, groupTypes, memberRoles } from '@parley/im'
import { expect, test, vi } from 'vitest'
import { createStats } from '../core/stats.ts'
import type { Call } from '../session/requests.ts'
import { batch, epoch, page as logPage, positions } from '../testing/log.ts'
import { me, outcome, setUp } from '../testing/setUp.ts'
import { createVirtualPage } from '../testing/virtualPage.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { type LoadPart, loadPart } from './parts.ts'
import { openPerson } from './person.ts'

const bob = { ...me, uid: 'bob' }
const ownGroup = { gid: 'g', name: 'Choir', role: memberRoles.owner, mucType: groupTypes.COMMON }

type Client = ReturnType<typeof setUp>
/** Sends the next message and returns its sender. */
async function nextSender({ im, peer, time }: Pick<Client, 'im' | 'peer' | 'time'>, gid = 'g') {
	im.group(gid).send({ content: 'x' })
	await time.advance(20)
	const { role, nickName, userId } = peer.framesOf('groupSend').at(-1)?.jsonData ?? {}
	return { role, nickName, userId }
}

test.each([
	[
		'groupInfo',
		async ({ im, peer, time }: Client) => {
			peer.on('groupInfo', () => ({ group: ownGroup }))
			void im.group('g').info()
			await time.advance(20)
		},
	],
	[
		'groupList',
		async ({ im, peer, time }: Client) => {
			peer.on('groupList', () => ({ list: [ownGroup] }))
			void im.groups.list()
			await time.advance(20)
		},
	],
	[
		'groupListUpdated',
		async ({ peer, time }: Client) => {
			peer.push('groupListUpdated', { key: 'e.1', ts: 1, messageType: 9014, gid: 'g', group: ownGroup })
			await time.advance(20)
		},
	],
	[
		'groupPoll',
		async ({ im, peer, time }: Client) => {
			const rest = { epoch, list: [], head: 0, min: 0, after: 0, pullKey: 0, more: false }
			peer.on('groupPoll', ({ gid }) => ({ ...rest, role: memberRoles.owner, group: { ...ownGroup, gid } }))
			void im.room('g').listen()
			await time.advance(20)
		},
	],
] as const)(
	'[IMCALL-18] a message has the role reported by %s, and the next person does not inherit it',
	async (_, learn) => {
		const client = setUp()
		await client.loggedIn()
		expect((await nextSender(client)).role).toBe(memberRoles.common)
		await learn(client)
		expect(await nextSender(client)).toEqual({ role: memberRoles.owner, nickName: 'name of ann', userId: 'ann' })
		client.im.logout()
		void client.im.login(bob)
		await client.time.advance(20)
		expect(await nextSender(client)).toEqual({ role: memberRoles.common, nickName: 'name of bob', userId: 'bob' })
	},
)

test('a message the next person writes before their login is answered does not carry the previous name', async () => {
	const { im, peer, time, loggedIn } = setUp()
	await loggedIn()
	im.logout()
	void im.login(bob)
	im.group('g').send({ content: 'x' })
	await time.advance(20)
	const { userId, nickName, imgUrl } = peer.framesOf('groupSend').at(-1)?.jsonData ?? {}
	expect([userId, nickName, imgUrl]).toEqual(['bob', undefined, undefined])
})

test('a closed client no longer watches its page, and uploads nothing when the page is left', async () => {
	const stop = vi.fn()
	const { im, loggedIn } = setUp({ environment: { status: { watch: () => stop } } })
	await loggedIn()
	expect(stop).not.toHaveBeenCalled()
	im.close()
	expect(stop).toHaveBeenCalledOnce()
})

test('a call of the previous person is not sent for the next one, even if its part loads only then', async () => {
	const { im, peer, time, loggedIn } = setUp()
	await loggedIn()
	const info = outcome(im.group('g').info())
	im.logout()
	void im.login(bob)
	await time.advance(100)
	expect(info).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
	expect(peer.framesOf('groupInfo')).toEqual([])
})

test('rooms of the previous person are neither listened to nor delivered to the next', async () => {
	const { im, peer, time, heard, loggedIn } = setUp()
	const rest = { epoch, list: [], head: 0, min: 0, after: 0, pullKey: 0, more: false, role: 0 }
	peer.on('groupPoll', ({ gid }) => ({ ...rest, group: { gid, mucType: groupTypes.CHATROOM } }))
	await loggedIn()
	void im.room('r').listen()
	const early = outcome(im.room('s').listen())
	await time.advance(20)
	const rooms = heard('room')
	im.logout()
	expect(rooms.map(({ gid, state, reason }) => [gid, state, reason])).toEqual([
		['r', 'stopped', 'ended'],
		['s', 'stopped', 'ended'],
	])
	const polls = peer.framesOf('groupPoll').length
	void im.login(bob)
	await time.advance(60_000)
	expect([early.status, peer.framesOf('groupPoll').length]).toEqual(['resolved', polls])
	const again = outcome(im.room('r').listen())
	await time.advance(20)
	expect([again.status, peer.framesOf('groupPoll').length]).toEqual(['resolved', polls + 1])
})

test('logging out while a room is being opened stops listening', async () => {
	const { im, peer, time, loggedIn } = setUp()
	await loggedIn()
	const listen = outcome(im.room('r').listen())
	im.logout()
	await time.advance(100)
	expect(listen).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
	expect(peer.framesOf('groupPoll')).toEqual([])
})

test('missing events of an unread, unanswered chat are requested after the next login', async () => {
	const { im, peer, time, heard, loggedIn } = setUp()
	const received = heard('messagesReceived')
	await loggedIn()
	peer.on('chatHistory', () => undefined)
	peer.push('messagesReceived', batch({ userId: 'bob' }, 1))
	peer.push('messagesReceived', batch({ userId: 'bob' }, 3))
	await time.advance(70_000)
	expect([positions(received), peer.framesOf('chatHistory').length]).toEqual([[1], 1])
	peer.on('chatHistory', () => logPage(2, 2, 3))
	peer.close('network')
	await time.advance(3_000)
	expect([im.state, positions(received)]).toEqual(['ready', [1, 2, 3]])
})

test('after a logout nothing is requested for that person, and no timer remains', async () => {
	const { im, peer, time, page, heard, loggedIn } = setUp({ modules: { notice: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.5' } }))
	peer.on('sync', () => ({ code: answerCodes.unavailable }))
	peer.on('chatHistory', () => ({ code: answerCodes.unavailable }))
	void loggedIn()
	await time.advance(50)
	peer.push('messagesReceived', batch({ userId: 'bob' }, 1))
	peer.push('messagesReceived', batch({ userId: 'bob' }, 3))
	await time.advance(15_000)
	const asked = () => peer.framesOf('sync').length + peer.framesOf('chatHistory').length
	const before = asked()
	expect([before > 4, time.pending > 1]).toEqual([true, true])
	im.logout()
	const [received, logs] = [heard('messagesReceived'), page.logs.length]
	await time.advance(200)
	expect(time.pending).toBe(0)
	await time.advance(120_000)
	expect([received, page.logs.length, asked()]).toEqual([[], logs, before])
})

test('[SYNC-05] the read position is stored when the page is left, and when the person logs out', async () => {
	for (const leave of ['page', 'person'] as const) {
		const { im, peer, time, page, loggedIn } = setUp({ modules: { chat: true } })
		peer.on('syncKeys', () => ({ keys: { chat: 'e.1' } }))
		const conversation = { userId: 'bob', ...logPage(1, 1), after: 0, discontinuity: false, more: false, read: 0 }
		peer.on('sync', ({ option }) => ({
			option,
			syncKey: 'e.1',
			nextPage: false,
			list: [],
			conversations: [conversation],
		}))
		await loggedIn()
		const kept = () => page.env.storage.get('im:app:ann:cursors:chat')
		await time.advance(500)
		for (const position of [2, 3]) {
			peer.push('messagesReceived', batch({ userId: 'bob' }, position))
			await time.advance(20)
		}
		// The first of a burst is stored at once, the others a moment later.
		expect(await kept()).toContain('.2"')
		if (leave === 'page') page.change('leaving')
		else im.logout()
		expect(await kept()).toContain('.3"')
	}
})

/** Client of a person whose storage and parts answer when the test says so. */
function openSlowPerson() {
	const time = createVirtualTime()
	const { env } = createVirtualPage({ time, network: { accept: () => false } })
	const stats = createStats()
	let isRead = () => {}
	const whenRead = new Promise<void>(resolve => {
		isRead = resolve
	})
	const storage = { ...env.storage, get: (key: string) => whenRead.then(() => env.storage.get(key)) }
	const asked: string[] = []
	const call = (async (name: string) => {
		asked.push(name)
		return { keys: {} }
	}) as unknown as Call
	const part = { isMissing: false }
	const load: LoadPart = name => (part.isMissing ? Promise.reject(new Error('offline')) : loadPart(env, name))
	const person = openPerson(me, {
		env,
		stats,
		storage,
		call,
		part: load,
		options: [],
		emit() {},
		setRole() {},
		onSynced: () => asked.push('synced'),
	})
	return { time, person, part, isRead, asked }
}

test('after a logout before the storage was read, nothing more is read from the server', async () => {
	for (const leaves of [false, true]) {
		const { time, person, isRead, asked } = openSlowPerson()
		person.resume()
		if (leaves) person.end()
		isRead()
		await time.advance(1_000)
		expect(asked).toEqual(leaves ? [] : ['syncKeys', 'synced'])
	}
})

test('a rooms part that failed to load is loaded by the next listener, and only once', async () => {
	const { time, person, part, isRead } = openSlowPerson()
	isRead()
	part.isMissing = true
	await expect(person.rooms()).rejects.toThrow('offline')
	part.isMissing = false
	const rooms = person.rooms()
	await time.advance(10)
	expect(await rooms).toBe(await person.rooms())
})
