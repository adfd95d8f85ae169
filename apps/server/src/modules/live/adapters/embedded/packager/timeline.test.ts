import { expect, test } from 'vitest'
import { createTimeline } from './timeline.ts'

const ms = (timeline: ReturnType<typeof createTimeline>, ...stamps: number[]) => stamps.map(at => timeline.at(at)?.ms)

test('begins at zero, whatever the clock of the publisher says', () => {
	expect(ms(createTimeline(), 5_000, 5_033, 5_020, 5_066)).toEqual([0, 33, 20, 66])
})

test('continues across the 32-bit wrap', () => {
	expect(ms(createTimeline(), 0xffffffe0, 0xfffffff0, 0x10, 0x20)).toEqual([0, 16, 48, 64])
})

test('continues one frame later when the clock jumps, forwards and backwards', () => {
	const timeline = createTimeline()
	ms(timeline, 0, 1_000)
	expect(timeline.at(90_000)).toEqual({ ms: 1_040, isJump: true })
	expect(timeline.at(90_033)).toEqual({ ms: 1_073, isJump: false })
	for (let at = 90_066; at < 92_000; at += 33) timeline.at(at)
	const back = timeline.at(10)
	expect(back?.isJump).toBe(true)
	expect(back?.ms).toBeGreaterThan(3_000)
})

test('drops tags that still carry the clock from before a jump', () => {
	const timeline = createTimeline()
	ms(timeline, 0, 1_000)
	timeline.at(90_000)
	expect(timeline.at(1_033)).toBeUndefined()
	expect(timeline.at(90_020)?.isJump).toBe(false)
})

test('another publisher continues after the previous one', () => {
	const timeline = createTimeline()
	ms(timeline, 0, 1_000)
	timeline.restart()
	expect(ms(timeline, 777_000, 777_033)).toEqual([1_040, 1_073])
})
