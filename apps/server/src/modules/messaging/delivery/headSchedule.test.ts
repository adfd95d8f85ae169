import { imLimits } from '@parley/im'
import { expect, test } from 'vitest'
import { createManualTimers } from '../testing/manualTimers.ts'
import { HeadSchedule } from './headSchedule.ts'

function createSchedule() {
	const timers = createManualTimers()
	return { timers, schedule: new HeadSchedule(timers) }
}

test('a head is due half an interval after the last event, and then once an interval', async () => {
	const { timers, schedule } = createSchedule()
	schedule.noteChange()
	expect(schedule.take()).toBe(false)
	await timers.advance(imLimits.headsEveryMs / 2)
	expect(schedule.take()).toBe(true)
	expect(schedule.take()).toBe(false)
	await timers.advance(imLimits.headsEveryMs - 1)
	expect(schedule.take()).toBe(false)
	await timers.advance(1)
	expect(schedule.take()).toBe(true)
})

test('after another event the head is due again before the interval ends', async () => {
	const { timers, schedule } = createSchedule()
	schedule.noteChange()
	await timers.advance(imLimits.headsEveryMs / 2)
	expect(schedule.take()).toBe(true)
	await timers.advance(1)
	schedule.noteChange()
	await timers.advance(imLimits.headsEveryMs / 2)
	expect(schedule.take()).toBe(true)
})

test('a conversation without events for a minute sends no head and is inactive', async () => {
	const { timers, schedule } = createSchedule()
	expect(schedule.isActive()).toBe(false)
	schedule.noteChange()
	await timers.advance(59_999)
	expect(schedule.isActive()).toBe(true)
	await timers.advance(1)
	expect(schedule.isActive()).toBe(false)
	expect(schedule.take()).toBe(false)
})
