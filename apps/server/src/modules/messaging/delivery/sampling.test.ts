import { contentTypes, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { LoggedEvent } from '../model/event.ts'
import { createSampler, priorityOf } from './sampling.ts'

let position = 0
const message = (uid: string, body: Record<string, unknown> = {}): LoggedEvent => ({
	name: 'messagesReceived',
	uid: v.parse(ImUserId, uid),
	hisId: ++position,
	ts: 0,
	body: { type: 0, ...body },
})
const control = (): LoggedEvent => ({ ...message('owner'), name: 'groupUpdated' })
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

test('messages of owner and managers, and answers, have a budget of their own; events that are not messages are control', () => {
	expect(priorityOf(control())).toBe('control')
	expect(priorityOf(message('a', { role: memberRoles.manager }))).toBe('reserved')
	expect(priorityOf(message('a', { role: memberRoles.owner }))).toBe('reserved')
	expect(priorityOf(message('a', { type: 19 }))).toBe('reserved')
	expect(priorityOf(message('a', { role: memberRoles.common }))).toBe('others')
	expect(priorityOf(message('a', { type: contentTypes.control, role: memberRoles.owner }))).toBe('control')
})

test('below the rate everything is shown, in order', () => {
	const sampler = createSampler(10, 0)
	const events = times(10, index => message(`p${index}`))
	expect(sampler.choose(events, 0)).toEqual(events)
})

test('control events are never skipped, not even in a burst', () => {
	const sampler = createSampler(1, 0)
	const events = [...times(50, () => message('a')), ...times(30, control)]
	expect(sampler.choose(events, 0).filter(event => event.name === 'groupUpdated')).toHaveLength(30)
})

test('[LIVE-32] control messages of a live are shown even when the room’s budget is used up', () => {
	const sampler = createSampler(10, 0)
	const manager = () => message('boss', { role: memberRoles.manager })
	expect(sampler.choose(times(100, manager), 0)).toHaveLength(10)
	const closed = message('owner', { role: memberRoles.owner, type: contentTypes.control, content: 'close_live' })
	expect(sampler.choose([...times(100, manager), closed], 1)).toEqual([closed])
})

test('half is reserved if both are full, and goes to the others if unused', () => {
	const manager = () => message('boss', { role: memberRoles.manager })
	const shown = (events: LoggedEvent[]) => {
		const chosen = createSampler(10, 0).choose(events, 0)
		return [chosen.filter(event => priorityOf(event) === 'reserved').length, chosen.length]
	}
	expect(shown([...times(50, manager), ...times(50, index => message(`p${index}`))])).toEqual([5, 10])
	expect(shown([...times(2, manager), ...times(50, index => message(`p${index}`))])).toEqual([2, 10])
	expect(shown([...times(50, manager), message('p')])).toEqual([9, 10])
})

test('frequent senders are not shown more often than the others', () => {
	const sampler = createSampler(10, 0)
	const counts = new Map<string, number>()
	for (let second = 0; second < 60; second++) {
		const loud = times(90, () => message('loud'))
		const quiet = times(20, index => message(`p${index}`))
		for (const { uid } of sampler.choose([...loud, ...quiet], second * 1_000)) {
			counts.set(uid, (counts.get(uid) ?? 0) + 1)
		}
	}
	const all = [...counts.values()]
	expect(counts.size).toBe(21)
	expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1)
})

test('over time the rate is not exceeded; after a pause a burst is at most one second of it', () => {
	const sampler = createSampler(10, 0)
	let shown = 0
	for (let at = 0; at < 10_000; at += 100)
		shown += sampler.choose(
			times(20, () => message('a')),
			at,
		).length
	expect(shown).toBeGreaterThanOrEqual(100)
	expect(shown).toBeLessThanOrEqual(110)
	expect(
		sampler.choose(
			times(100, () => message('a')),
			100_000,
		),
	).toHaveLength(10)
})
