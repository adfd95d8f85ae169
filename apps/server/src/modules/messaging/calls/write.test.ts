import { ok } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createSubscriber } from '../delivery/subscribers.ts'
import { createCommitQueue } from '../store/commitQueue.ts'
import { createManualTimers } from '../testing/manualTimers.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { type CallContext, refuse } from './context.ts'
import { createWrite } from './write.ts'

const appId = v.parse(ImAppId, 'app')
const uid = v.parse(ImUserId, 'li')
const connection = {
	id: 'c',
	address: '192.0.2.1',
	origin: 'https://meet.example.org',
	send() {},
	pendingBytes: () => 0,
	close() {},
}

const context = (requestId: string): CallContext => ({
	caller: { appId, uid, isGuest: false, nickName: 'Li', imgUrl: '', address: '192.0.2.1' },
	requestId,
	subscriber: createSubscriber({ connection, giveUp() {} }, appId, uid),
	othersWait: () => false,
	afterAnswer() {},
})

function aWrite() {
	const store = createMemoryStore()
	const timers = createManualTimers()
	const queue = createCommitQueue({ store, timers, onCommitted: () => {} })
	const write = createWrite({ store, queue, timers })
	return async (...args: Parameters<typeof write>) => {
		const result = write(...args)
		await timers.advance(10)
		return await result
	}
}

test('a completed request gets its answer, even if it would no longer be allowed', async () => {
	const write = aWrite()
	const done = async () => ok({ answer: { left: 'the choir' } })
	expect(await write(context('r1'), done)).toMatchObject({ value: { status: 'committed' } })
	const again = await write(context('r1'), async () => refuse('notMember'))
	expect(again).toEqual(ok({ status: 'repeated', answer: { left: 'the choir' } }))
	expect(await write(context('r2'), async () => refuse('notMember'))).toEqual(refuse('notMember'))
})

test('a message has no request of its own, and refused parts of it stay refused', async () => {
	const write = aWrite()
	await write(context('r1'), async () => ok({ answer: { hisId: 1 } }))
	const options = { named: false }
	expect(await write(context('r1'), async () => refuse('silenced'), options)).toEqual(refuse('silenced'))
})

test('a write that keeps conflicting is refused as unavailable after a few attempts', async () => {
	let decisions = 0
	const timers = createManualTimers()
	const queue = { commit: async () => ({ status: 'changed' }) as const }
	const write = createWrite({ store: createMemoryStore(), queue, timers })
	const result = await write(context('r1'), async isFresh => {
		expect(isFresh).toBe(decisions > 0)
		decisions++
		return ok({})
	})
	expect(result).toEqual(refuse('unavailable'))
	expect(decisions).toBe(8)
})
