import { liveDelays } from '@parley/core'
import { expect, test } from 'vitest'
import { createStallWatch } from './stallWatch.ts'

/** Positions of the media element, one every two seconds; a string is a page that is not meant to play. */
function run(positions: readonly (number | 'hidden')[]) {
	const watch = createStallWatch()
	return positions.map((position, index) =>
		watch.check({
			nowMs: index * liveDelays.stallCheckMs,
			positionS: position === 'hidden' ? 0 : position,
			shouldPlay: position !== 'hidden',
			isPublisherAway: false,
			hasEnded: false,
		}),
	)
}

const remedies = (positions: readonly (number | 'hidden')[]) => run(positions).map(({ remedy }) => remedy)

test('[LIVE-29, LIVE-30] a picture that stands still for two seconds is resumed', () => {
	expect(remedies([0, 2, 2, 4])).toEqual([undefined, undefined, 'play', undefined])
})

test('after six seconds the newest media is requested, after ten the decoder is flushed', () => {
	expect(remedies([5, 5, 5, 5, 5, 5])).toEqual([undefined, 'play', 'play', 'reload', 'play', 'recover'])
})

test('[LIVE-31] the sixth stall rebuilds the player and resets the count', () => {
	expect(remedies([5, 5, 5, 5, 5, 5, 5, 5, 5]).slice(6)).toEqual(['rebuild', undefined, 'play'])
})

test('[LIVE-31] stalls add up however far apart, even if the picture moves in between', () => {
	const fitful = Array.from({ length: 13 }, (_, index) => Math.floor(index / 2))
	expect(remedies(fitful).filter(remedy => remedy === 'rebuild')).toHaveLength(1)
	// One in four minutes, each two seconds long.
	const rare = Array.from({ length: 121 * 7 }, (_, index) => (index % 121 === 120 ? index - 1 : index))
	const rebuilt = remedies(rare).flatMap((remedy, index) => (remedy === 'rebuild' ? index : []))
	expect(rebuilt).toEqual([121 * 6 - 1])
})

test.each([
	['away', { isPublisherAway: true, hasEnded: false }, 'rebuild'],
	['over', { isPublisherAway: false, hasEnded: true }, 'ask'],
] as const)('[LIVE-31] while the publisher is %s the first five stalls are only resumed', (_, state, last) => {
	const watch = createStallWatch()
	const reports = Array.from({ length: 7 }, (_, index) =>
		watch.check({ nowMs: index * liveDelays.stallCheckMs, positionS: 5, shouldPlay: true, ...state }),
	)
	expect(reports.map(({ remedy }) => remedy)).toEqual([undefined, 'play', 'play', 'play', 'play', 'play', last])
	expect(reports.some(({ isUnsteady }) => isUnsteady)).toBe(false)
})

test('a hidden page and a paused player never stall', () => {
	expect(remedies([1, 'hidden', 'hidden', 'hidden', 1, 1])).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
		'play',
	])
})

test('two stalls within a minute are unsteady, one is not', () => {
	expect(run([0, 0, 0, 2]).some(({ isUnsteady }) => isUnsteady)).toBe(false)
	expect(run([0, 0, 2, 4, 4]).at(-1)?.isUnsteady).toBe(true)
})

test('while the publisher is away nothing is reloaded, even if its absence is detected late', () => {
	const watch = createStallWatch()
	const reports = [0, 1, 1, 1, 1, 2, 2].map((positionS, index) =>
		watch.check({
			nowMs: index * liveDelays.stallCheckMs,
			positionS,
			shouldPlay: true,
			isPublisherAway: index > 2 && index < 5,
			hasEnded: false,
		}),
	)
	expect(reports.map(({ remedy }) => remedy)).toEqual([undefined, undefined, 'play', 'play', 'play', undefined, 'play'])
	expect(reports.at(-1)?.isUnsteady).toBe(false)
})

test('stalls before a reset do not make the picture unsteady', () => {
	const watch = createStallWatch()
	const check = (positionS: number) =>
		watch.check({ nowMs: 0, positionS, shouldPlay: true, isPublisherAway: false, hasEnded: false })
	for (const positionS of [0, 0, 2]) check(positionS)
	watch.reset()
	for (const positionS of [4, 4]) expect(check(positionS).isUnsteady).toBe(false)
	check(6)
	expect(check(6).isUnsteady).toBe(true)
})
