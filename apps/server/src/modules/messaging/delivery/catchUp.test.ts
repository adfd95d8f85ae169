import { ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { LoggedEvent } from '../model/event.ts'
import { createManualTimers, settled } from '../testing/manualTimers.ts'
import { CatchUp } from './catchUp.ts'
import { createEventOrder } from './eventOrder.ts'

const uid = v.parse(ImUserId, 'writer')
const eventAt = (hisId: number): LoggedEvent => ({ name: 'messagesReceived', uid, hisId, ts: 0, body: { type: 0 } })

/** A log of ten sent events that reaches up to `last`; `deleted` ones are no longer in it. */
function setUp(last: number, deleted: readonly number[] = []) {
	const timers = createManualTimers()
	const order = createEventOrder('e', 10)
	order.note(last)
	const counters = { gaps: 0 }
	const state = { accepted: [] as number[], skipped: 0, failures: 0, isFailing: false }
	const catchUp = new CatchUp({
		timers,
		counters,
		order,
		async read({ from, to }) {
			if (state.isFailing) throw new Error('no database')
			const positions = Array.from({ length: to - from + 1 }, (_, index) => from + index)
			return positions.filter(position => !deleted.includes(position)).map(eventAt)
		},
		accept: ready => state.accepted.push(...ready.map(({ hisId }) => hisId)),
		skip() {
			state.skipped++
			order.jump('e', order.known())
		},
		onFailed: () => void state.failures++,
	})
	return { timers, order, counters, state, catchUp }
}

test('missing events are read once, in order', async () => {
	const { catchUp, state, counters } = setUp(13)
	catchUp.start()
	catchUp.start()
	await settled()
	expect(state.accepted).toEqual([11, 12, 13])
	expect(counters.gaps).toBe(1)
})

test('without missing events nothing is read', async () => {
	const { timers, catchUp, counters } = setUp(10)
	catchUp.start()
	catchUp.startWithin(50)
	await timers.advance(100)
	expect(counters.gaps).toBe(0)
})

test('a delayed read includes everything announced until then', async () => {
	const { timers, order, catchUp, state, counters } = setUp(11)
	catchUp.startWithin(50)
	order.note(12)
	catchUp.startWithin(50)
	await timers.advance(49)
	expect(state.accepted).toEqual([])
	await timers.advance(1)
	expect(state.accepted).toEqual([11, 12])
	expect(counters.gaps).toBe(1)
})

test('three hundred missing events are read; more are skipped', async () => {
	const few = setUp(310)
	few.catchUp.start()
	await settled()
	expect(few.state).toMatchObject({ skipped: 0, accepted: { length: 300 } })
	const many = setUp(311)
	many.catchUp.start()
	await settled()
	expect(many.state).toMatchObject({ skipped: 1, accepted: [] })
})

test('deleted events are skipped', async () => {
	const { catchUp, order, state } = setUp(12, [11, 12])
	catchUp.start()
	await settled()
	expect(state).toMatchObject({ skipped: 1, accepted: [] })
	expect(order.isBehind()).toBe(false)
})

test('a failed read is reported, and the next one reads the same', async () => {
	const { catchUp, state } = setUp(11)
	state.isFailing = true
	catchUp.start()
	await settled()
	expect(state).toMatchObject({ failures: 1, accepted: [] })
	state.isFailing = false
	catchUp.start()
	await settled()
	expect(state.accepted).toEqual([11])
})

test('after it is closed nothing is read', async () => {
	const { timers, catchUp, state, counters } = setUp(11)
	catchUp.startWithin(50)
	catchUp.close()
	catchUp.start()
	await timers.advance(100)
	expect(timers.size()).toBe(0)
	expect(state.accepted).toEqual([])
	expect(counters.gaps).toBe(0)
})
