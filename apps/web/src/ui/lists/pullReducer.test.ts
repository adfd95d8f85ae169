import { expect, test } from 'vitest'
import { type PullEvent, type PullState, pullReducer } from './PullToRefresh.tsx'

const after = (...events: PullEvent[]) =>
	events.reduce<PullState>((pull, event) => pullReducer(pull, event), { status: 'idle' })

const down: PullEvent = { type: 'down', x: 50, y: 100, scrolledPx: 0 }
const moveTo = (y: number, x = 50): PullEvent => ({ type: 'move', x, y })

test('[PAGE-18] one quick move of 34 does nothing, one of 36 refreshes', () => {
	expect(after(down, moveTo(134), { type: 'up' })).toEqual({ status: 'idle' })
	expect(after(down, moveTo(136), { type: 'up' })).toEqual({ status: 'refreshing' })
})

test('a finger that moves back cancels the pull', () => {
	expect(after(down, moveTo(180), moveTo(120), { type: 'up' })).toEqual({ status: 'idle' })
})

test('a cancelled touch ends a pull, but not a refresh', () => {
	expect(after(down, moveTo(180), { type: 'cancel' })).toEqual({ status: 'idle' })
	expect(after({ type: 'refresh' }, { type: 'cancel' }, down, moveTo(180), { type: 'up' })).toEqual({
		status: 'refreshing',
	})
	expect(after({ type: 'refresh' }, { type: 'done' })).toEqual({ status: 'idle' })
})
