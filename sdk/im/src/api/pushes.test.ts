import { encodePush, groupTypes, logEventNames, type PushName, pushNames } from '@parley/im'
import { expect, test } from 'vitest'
import { pushExamples } from '../../../../contracts/im/src/examples.ts'
import { batch, messages } from '../testing/log.ts'
import { me, setUp } from '../testing/setUp.ts'
import type { IMEventName } from './events.ts'

const ids: Partial<Record<PushName, string>> = {
	friendApplication: 'IMCALL-45',
	friendApplicationResult: 'IMCALL-46',
	friendDeleted: 'IMCALL-47',
	groupUpdated: 'IMCALL-48',
	groupDeleted: 'IMCALL-49',
	memberQuit: 'IMCALL-50',
	memberKicked: 'IMCALL-51',
	memberJoined: 'IMCALL-52',
	memberUpdated: 'IMCALL-53',
	messageRevoked: 'IMCALL-54',
	videoNotice: 'IMCALL-55',
	messagesReceived: 'IMCALL-56',
	forcedDisconnect: 'IMCALL-57',
	unauthorised: 'IMCALL-58',
}
/** Pushes that reach applications; Pushes that reach applications; `heads` is for the sequencers only. */
const heard = pushNames.filter((name): name is Exclude<PushName, 'heads'> => name !== 'heads')

test.each(heard.map(name => [ids[name] ?? 'ours', name] as const))(
	'[%s] the push %s reaches its event unchanged',
	async (_id, name) => {
		const { time, peer, heard: listen, loggedIn } = setUp()
		// Broadcasts are always synchronised: the first one is read, not taken from the push.
		peer.on('sync', ({ option }) => ({ option, syncKey: 'e.7', nextPage: false, list: [pushExamples.broadcast] }))
		await loggedIn()
		const events = listen(name as IMEventName)
		const others = heard.filter(other => other !== name).map(other => listen(other as IMEventName))
		peer.sendRaw(encodePush(name, pushExamples[name] as object))
		await time.advance(100)
		expect(events).toEqual([pushExamples[name]])
		expect(others.flat()).toEqual([])
	},
)

test('all rule ids are covered', () => {
	const expected = Array.from({ length: 14 }, (_, index) => `IMCALL-${45 + index}`)
	expect(Object.values(ids).sort()).toEqual(expected)
})

test('a group delivers only its own events', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	const events: unknown[] = []
	for (const name of logEventNames) im.group('gr-design').on(name, ({ gid }) => events.push([name, gid]))
	const stop = im.group('other').on('messagesReceived', () => events.push('other'))
	for (const gid of ['gr-design', 'elsewhere', 'other']) {
		if (gid === 'other') stop()
		peer.push('messagesReceived', { ...pushExamples.messagesReceived, gid })
	}
	await time.advance(100)
	expect(events).toEqual([['messagesReceived', 'gr-design']])
})

test('events in flight when the user leaves a group are dropped, and not reported as missing', async () => {
	const { time, peer, loggedIn, heard: listen } = setUp()
	await loggedIn()
	const [messages, gaps] = [listen('messagesReceived'), listen('discontinuity')]
	const { group, ...left } = pushExamples.groupListUpdated
	const { gid } = left
	const event = (hisId: number) => {
		const [example] = pushExamples.messagesReceived.list
		return { ...pushExamples.messagesReceived, gid, from: hisId, to: hisId, list: [{ ...example, hisId }] }
	}
	peer.push('messagesReceived', event(1))
	peer.sendRaw(encodePush('groupListUpdated', left))
	peer.push('messagesReceived', event(9))
	await time.advance(2_000)
	expect(messages).toHaveLength(1)
	expect(gaps).toEqual([])
	peer.sendRaw(encodePush('groupListUpdated', { ...left, key: left.key + 1, group }))
	peer.push('messagesReceived', event(20))
	await time.advance(2_000)
	expect(messages).toHaveLength(2)
})

/** Sets up a room the client listens to, whose log ends at 10. */
async function listening() {
	const client = setUp({ environment: { strict: false } })
	await client.loggedIn()
	let head = 10
	client.peer.on('groupPoll', ({ gid, hisId = head }) => ({
		epoch: 'e1',
		list: messages(Number(hisId) + 1, head),
		head,
		min: 1,
		after: hisId,
		pullKey: head,
		more: false,
		role: 0,
		group: { gid, name: 'Room', mucType: groupTypes.CHATROOM },
	}))
	const rooms = client.heard('room')
	void client.im
		.room('r')
		.listen()
		.catch(() => {})
	await client.time.advance(10)
	expect(rooms).toEqual([{ gid: 'r', state: 'listening' }])
	const setHead = (next: number) => {
		head = next
	}
	return { ...client, rooms, setHead, polls: () => client.peer.framesOf('groupPoll').length }
}

test('[POLL-05] rooms are polled when the page becomes visible, and after a new login', async () => {
	const { time, peer, page, im, polls } = await listening()
	page.change('resumed')
	await time.advance(10)
	expect(polls()).toBe(2)
	peer.close('network')
	await time.advance(3_000)
	expect([im.state, polls()]).toEqual(['ready', 3])
})

test.each(['push', 'call'] as const)(
	'[POLL-04] a group that was deleted, known by %s, is a room that ends',
	async by => {
		const { time, peer, im, rooms, polls } = await listening()
		if (by === 'call') void im.group('r').delete()
		else {
			const list = [{ hisId: 11, ts: 1, userId: 'bob' }]
			peer.push('groupDeleted', { gid: 'r', epoch: 'e1', from: 11, to: 11, list })
		}
		await time.advance(1_000)
		expect(rooms.at(-1)).toEqual({ gid: 'r', state: 'stopped', reason: 'deleted' })
		// Leaving a deleted room is not reported to the server.
		expect(polls()).toBe(1)
	},
)

test('[POLL-05] any push of a room proves that pushes arrive', async () => {
	const { time, peer, setHead } = await listening()
	for (let head = 11; head < 19; head += 2) {
		setHead(head)
		peer.push('heads', { ts: 1, heads: { r: head } })
		await time.advance(1_000)
		setHead(head + 1)
		peer.push('messagesReceived', batch({ gid: 'r' }, head + 1))
		await time.advance(1_000)
	}
	expect(new Set(peer.framesOf('groupPoll').map(({ jsonData }) => jsonData.waitMs))).toEqual(new Set([0]))
})

test('an unreadable push while the storage is opened is counted, and the session continues', async () => {
	const { time, peer, page, im } = setUp({ environment: { strict: false }, modules: { notice: true } })
	const { get } = page.env.storage
	page.env.storage.get = async key => {
		if (!key.includes('deviceId')) await new Promise<void>(resolve => time.after(500, resolve))
		return get(key)
	}
	peer.on('syncKeys', () => ({ keys: { notice: 'e.0' } }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.0', nextPage: false, list: [] }))
	im.login(me).catch(() => {})
	await time.advance(50)
	peer.push('messagesReceived', { gid: 'g', epoch: 'e1', from: 1, to: 1, list: 7 })
	await time.advance(60)
	expect(im.stats().malformed).toBe(0)
	await time.advance(5_000)
	expect([im.stats().malformed, im.state]).toEqual([1, 'ready'])
	expect(page.logs.length).toBeGreaterThan(0)
})
