import { encodePush, logEventNames, type PushName, pushNames } from '@parley/im'
import { expect, test } from 'vitest'
import { pushExamples } from '../../../../contracts/im/src/examples.ts'
import { setUp } from '../testing/setUp.ts'
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
/** `heads` is for the sequencers alone. */
const heard = pushNames.filter((name): name is Exclude<PushName, 'heads'> => name !== 'heads')

test.each(heard.map(name => [ids[name] ?? 'ours', name] as const))(
	'[%s] the push %s reaches its event as it was sent',
	async (_id, name) => {
		const { time, peer, heard: listen, loggedIn } = setUp()
		// Broadcasts are always synchronised: the first one is read, and not taken from the push.
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

test('the ids of the rules are all there', () => {
	const expected = Array.from({ length: 14 }, (_, index) => `IMCALL-${45 + index}`)
	expect(Object.values(ids).sort()).toEqual(expected)
})

test('a group hears its own events alone', async () => {
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

test('what was under way when one left a group is dropped, and nothing of it is said to be missing', async () => {
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
