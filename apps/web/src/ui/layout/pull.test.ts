import { expect, test } from 'vitest'
import { type Pull, type PullEvent, pullReducer } from './pull.ts'

const after = (...events: PullEvent[]) => events.reduce<Pull>((pull, event) => pullReducer(pull, event), { at: 'rest' })

const down: PullEvent = { type: 'down', x: 50, y: 100, scrolledPx: 0 }
const moveTo = (y: number, x = 50): PullEvent => ({ type: 'move', x, y })

test('[PAGE-18] one quick move of 34 is let go, one of 36 refreshes', () => {
	expect(after(down, moveTo(134), { type: 'up' })).toEqual({ at: 'rest' })
	expect(after(down, moveTo(136), { type: 'up' })).toEqual({ at: 'refreshing' })
})

test('a finger that comes back lets go', () => {
	expect(after(down, moveTo(180), moveTo(120), { type: 'up' })).toEqual({ at: 'rest' })
})

test('a call from elsewhere ends a pull, but not a refresh', () => {
	expect(after(down, moveTo(180), { type: 'cancel' })).toEqual({ at: 'rest' })
	expect(after({ type: 'asked' }, { type: 'cancel' }, down, moveTo(180), { type: 'up' })).toEqual({ at: 'refreshing' })
	expect(after({ type: 'asked' }, { type: 'done' })).toEqual({ at: 'rest' })
})
