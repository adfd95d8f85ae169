import { answerCodes, groupTypes } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'

const everybody = ['li', 'han', 'wu'].map(uidOf)

test('[IMH-05] online status is requested from every node, and a single node answers at once', async () => {
	const { nodes, node, logIn, timers, bus, connect } = createTestNodes({ nodes: 2 })
	await logIn('li')
	const han = await logIn('han', { node: 1 })
	connect()
	const found = node.findOnline(appId, everybody)
	await timers.advance(300)
	expect(await found).toEqual(['li', 'han'])
	expect(await node.findOnline(appId, [uidOf('li')])).toEqual(['li'])
	han.drop()
	const later = node.findOnline(appId, everybody)
	await timers.advance(300)
	expect(await later).toEqual(['li'])
	bus.isLosing = true
	expect(await nodes[1]?.findOnline(appId, everybody)).toEqual([])
	expect(await createTestNodes().node.findOnline(appId, everybody)).toEqual([])
})

test('[CHAT-06] a message on one node starts the cooldown on another', async () => {
	const { logIn, makeGroup, timers, soon, bus } = createTestNodes({ nodes: 2 })
	const gid = await makeGroup('r1', [], { mucType: groupTypes.CHATROOM })
	const here = await logIn('li', { deviceId: 'one' })
	const there = await logIn('li', { deviceId: 'one', node: 1 })
	const send = (client: typeof here, cmid: string) => client.call('groupSend', { gid, content: 'x', cmid }, soon)
	const first = await send(here, 'c1')
	expect(await send(there, 'c2')).toMatchObject({ code: answerCodes.cooldown, retryAfterMs: expect.any(Number) })
	expect(await send(there, 'c1')).toEqual(first)
	await timers.advance(5_000)
	expect(await send(there, 'c2')).toMatchObject({ code: 0 })
	expect(await send(here, 'c3')).toMatchObject({ code: answerCodes.cooldown })

	await timers.advance(5_000)
	bus.isLosing = true
	expect([(await send(here, 'c4')).code, (await send(there, 'c5')).code]).toEqual([0, 0])
})
