import { liveDelays } from '@parley/core'
import { expect, test } from 'vitest'
import { createStallWatch } from './stallWatch.ts'

/** Positions of the media element, one every two seconds; a text is a page that need not play. */
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

test('[LIVE-29, LIVE-30] a picture that stands still for two seconds is played on', () => {
	expect(remedies([0, 2, 2, 4])).toEqual([undefined, undefined, 'play', undefined])
})

test('after six seconds the newest media is asked for, after ten the decoder is emptied', () => {
	expect(remedies([5, 5, 5, 5, 5, 5])).toEqual([undefined, 'play', 'play', 'reload', 'play', 'recover'])
})

test('[LIVE-31] the sixth stall builds the player anew, and counting begins again', () => {
	expect(remedies([5, 5, 5, 5, 5, 5, 5, 5, 5]).slice(6)).toEqual(['rebuild', undefined, 'play'])
})

test('[LIVE-31] stalls count together however far apart, also when the picture moves between them', () => {
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
] as const)(
	'[LIVE-31] while the publisher is %s five stalls are only played on, then something is done',
	(_, state, last) => {
		const watch = createStallWatch()
		const reports = Array.from({ length: 7 }, (_, index) =>
			watch.check({ nowMs: index * liveDelays.stallCheckMs, positionS: 5, shouldPlay: true, ...state }),
		)
		expect(reports.map(({ remedy }) => remedy)).toEqual([undefined, 'play', 'play', 'play', 'play', 'play', last])
		expect(reports.some(({ isUnsteady }) => isUnsteady)).toBe(false)
	},
)

test('a page that is hidden or paused never stalls', () => {
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

test('while the publisher is away nothing is loaded again; that it is away may be known late', () => {
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

test('what was counted before a reset makes no picture unsteady', () => {
	const watch = createStallWatch()
	const check = (positionS: number) =>
		watch.check({ nowMs: 0, positionS, shouldPlay: true, isPublisherAway: false, hasEnded: false })
	for (const positionS of [0, 0, 2]) check(positionS)
	watch.reset()
	for (const positionS of [4, 4]) expect(check(positionS).isUnsteady).toBe(false)
	check(6)
	expect(check(6).isUnsteady).toBe(true)
})
