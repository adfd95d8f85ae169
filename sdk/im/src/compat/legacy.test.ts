import { answerCodes, callNames } from '@parley/im'
import { expect, test } from 'vitest'
import { createScriptedPeer } from '../testing/scriptedPeer.ts'
import { me } from '../testing/setUp.ts'
import { createVirtualPage } from '../testing/virtualPage.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { createLegacyIM, type LegacyError } from './legacy.ts'

async function open() {
	const time = createVirtualTime()
	const peer = createScriptedPeer(time)
	const page = createVirtualPage({ time, network: peer })
	const im = createLegacyIM({ environment: page.env })
	/** Returns the outcome of a call. */
	async function end(
		call: (success: (answer: unknown) => void, failure: (error: LegacyError) => void) => void,
		ms = 50,
	) {
		const ends: unknown[] = []
		call(
			answer => ends.push({ answer }),
			error => ends.push({ error }),
		)
		await time.advance(ms)
		return ends
	}
	const login = (info: object = me) => end((success, failure) => im.login(info as never, success, failure))
	return { time, peer, im, end, login }
}

test('[IMC-08] incomplete login information is a failure, and the client does not connect', async () => {
	const { peer, login } = await open()
	const failure = [{ error: { code: answerCodes.invalidData, msg: 'incomplete login info' } }]
	expect(await login({ appId: 'app', token: 't' })).toEqual(failure)
	expect(await login({ uid: 'ann', token: 't' })).toEqual(failure)
	expect(peer.connections).toBe(0)
	expect(await login()).toMatchObject([{ answer: { code: 0, session: 's1' } }])
})

test('[IMC-09] an option that would log in is rejected', () => {
	expect(() => createLegacyIM({ loginInfo: me } as never)).toThrow('automatic login is not an option')
})

test('[IMCALL-04] sending without a parameter is "vaild param"', async () => {
	const { im, end, login } = await open()
	await login()
	const failure = [{ error: { code: answerCodes.invalidData, msg: 'vaild param' } }]
	expect(await end((success, failed) => im.chatSend(undefined as never, success, failed))).toEqual(failure)
	expect(await end((success, failed) => im.groupSend(undefined as never, success, failed))).toEqual(failure)
})

test('[IMCALL-08] accepting or rejecting without a parameter is "param illegal"', async () => {
	const { im, end, login } = await open()
	await login()
	const failure = [{ error: { code: answerCodes.invalidData, msg: 'param illegal' } }]
	for (const name of ['acceptFriendApply', 'rejectFriendApply', 'acceptGroupApply', 'rejectGroupApply'] as const)
		expect(await end((success, failed) => im[name](undefined as never, success, failed))).toEqual(failure)
})

test('[IMCALL-07] accept sends accept true, reject sends accept false', async () => {
	const { peer, im, end, login } = await open()
	await login()
	expect(await end((success, failed) => im.acceptFriendApply({ msgId: 'a' }, success, failed))).toHaveLength(1)
	await end((success, failed) => im.rejectFriendApply({ msgId: 'b' }, success, failed))
	expect(peer.framesOf('friendHandleApply').map(({ jsonData: { msgId, accept } }) => [msgId, accept])).toEqual([
		['a', true],
		['b', false],
	])
})

test('a message is acknowledged to its callback', async () => {
	const { peer, im, end, login } = await open()
	await login()
	peer.on('groupSend', ({ cmid }) => ({ hisId: 7, syncKey: 'e.7', ts: 1, cmid }))
	const ends = await end((success, failed) => im.groupSend({ gid: 'g', content: 'hello' }, success, failed))
	expect(ends).toMatchObject([{ answer: { code: 0, hisId: 7 } }])
	expect(peer.framesOf('groupSend')[0]?.jsonData).toMatchObject({ gid: 'g', content: 'hello', userId: 'ann' })
})

test('[IMC-15] a call without an answer ends with serverNoResponse and "no response"', async () => {
	const { peer, im, end, login } = await open()
	await login()
	peer.on('friendList', () => undefined)
	const ends = await end((success, failed) => im.friendList({}, success, failed), 66_000)
	expect(ends).toEqual([{ error: { code: answerCodes.serverNoResponse, msg: 'no response' } }])
})

test('[IMC-21] noPromise reaches the failure callback', async () => {
	const { peer, im, end, login } = await open()
	await login()
	peer.on('groupPoll', () => ({ code: answerCodes.noPromise, msg: 'no permission' }))
	const ends = await end((success, failed) => im.startListening({ gid: 'r' }, success, failed))
	expect(ends).toEqual([{ error: { code: answerCodes.noPromise, msg: 'no permission' } }])
})

test('[POLL-03] a room started with callbacks is stopped with them, and no longer polled', async () => {
	const { peer, im, end, login } = await open()
	await login()
	peer.on('groupPoll', () => ({
		epoch: 'e',
		list: [],
		head: 0,
		min: 1,
		after: 0,
		pullKey: 0,
		more: false,
		role: 0,
		group: {},
	}))
	expect(await end((success, failed) => im.startListening({ gid: 'r' }, success, failed))).toHaveLength(1)
	const before = peer.framesOf('groupPoll').length
	expect(await end((success, failed) => im.stopListening({ gid: 'r' }, success, failed))).toEqual([{ answer: {} }])
	const told = peer.framesOf('groupPoll').slice(before)
	expect(told.map(({ jsonData }) => [jsonData.gid, jsonData.listen])).toEqual([['r', false]])
})

test('every call of the table can be made with callbacks', async () => {
	const { im } = await open()
	const elsewhere = {
		syncKeys: 'by login',
		sync: 'by login',
		groupPoll: 'startListening',
		friendHandleApply: 'acceptFriendApply',
	}
	const missing = callNames.filter(name => !(name in im) && !(name in elsewhere))
	expect(missing).toEqual([])
})
