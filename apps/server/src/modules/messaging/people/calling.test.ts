import { expect, test } from 'vitest'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'

const call = { from: uidOf('li'), meetingId: '123456789', content: 'Join us' }

test('[IMCALL-55] a call reaches every session of a person on every node, and no one else', async () => {
	const { node, logIn, accounts, soon } = createTestNodes({ nodes: 2 })
	accounts.add('li')
	const here = await logIn('han')
	const there = await logIn('han', { node: 1 })
	const other = await logIn('wu')
	await node.callPerson(appId, uidOf('han'), call)
	await soon()
	const from = { userId: 'li', nickName: 'li by account' }
	for (const client of [here, there]) {
		expect(client.pushes('videoNotice')).toMatchObject([
			{ from, meetingId: '123456789', content: 'Join us', ts: expect.any(Number) },
		])
	}
	expect(other.pushes('videoNotice')).toEqual([])
})

test('[SYNC-06] a call is not stored: people who were offline do not get it, and its key is always 0', async () => {
	const { node, logIn, soon } = createTestNodes()
	await node.callPerson(appId, uidOf('han'), call)
	await soon()
	const han = await logIn('han')
	expect(han.pushes('videoNotice')).toEqual([])
	expect((await han.call('syncKeys', {}, soon)).keys).toMatchObject({ video: '0' })
	await node.callPerson(appId, uidOf('han'), call)
	expect(han.pushes('videoNotice')).toHaveLength(1)
	expect((await han.call('syncKeys', {}, soon)).keys).toMatchObject({ video: '0' })
})
