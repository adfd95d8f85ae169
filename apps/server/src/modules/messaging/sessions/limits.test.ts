import { expect, test } from 'vitest'
import type { CreateRateLimit } from '../../../platform/rateLimit.ts'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { createLimits } from './limits.ts'

test('the count of a closed connection is dropped, that of its person is kept', async () => {
	const keys = new Map<string, Set<string>>()
	const createRateLimit: CreateRateLimit = name => {
		const own = new Set<string>()
		keys.set(name, own)
		return {
			consume: async key => {
				own.add(key)
				return { ok: true }
			},
			getWaitMs: async () => 0,
			getCount: async key => (own.has(key) ? 1 : 0),
			refund: async () => {},
			reset: async key => void own.delete(key),
		}
	}
	const limits = createLimits(createRateLimit)
	const caller = { appId, uid: uidOf('li'), isGuest: false, nickName: 'li', imgUrl: '', address: '192.0.2.1' }
	await limits.ofCall({ id: 'c1', address: '192.0.2.1' }, caller)
	await limits.ofCall({ id: 'c2', address: '192.0.2.1' }, caller)
	await limits.forget({ id: 'c1' })
	expect([...(keys.get('im-connection-calls') ?? [])]).toEqual(['c2'])
	expect(keys.get('im-person-calls')?.size).toBe(1)
})

test('limits forget an ended connection, whichever side ended it', async () => {
	const reset: string[] = []
	const counting: CreateRateLimit = name => ({
		consume: async () => ({ ok: true }),
		getWaitMs: async () => 0,
		getCount: async () => 0,
		refund: async () => {},
		reset: async key => void reset.push(`${name} ${key}`),
	})
	const { connect, logIn } = createTestNodes({ createRateLimit: counting })
	connect().drop()
	const li = await logIn('li')
	await li.call('logout', {})
	expect(reset).toEqual(['im-connection-calls c1', 'im-connection-calls c2'])
})
