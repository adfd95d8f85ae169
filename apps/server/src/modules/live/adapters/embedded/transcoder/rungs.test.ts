import { expect, test } from 'vitest'
import { ladderArguments, rungsBelow, rungsForCores, sizeOf } from './rungs.ts'

const names = (cores: number) => rungsForCores(cores).map(({ name }) => name)

test('a machine makes as many definitions as its cores allow, smallest first', () => {
	expect([1, 2, 3, 4, 64].map(names)).toEqual([
		['fluent'],
		['sd', 'fluent'],
		['sd', 'fluent'],
		['hd', 'sd', 'fluent'],
		['hd', 'sd', 'fluent'],
	])
})

test('a definition is smaller than the source, in portrait too, and its sides are even', () => {
	const below = (width: number, height: number) =>
		rungsBelow(rungsForCores(4), { width, height }).map(rung => {
			const size = sizeOf(rung, { width, height })
			return `${rung.name} ${size.width}x${size.height}`
		})
	expect(below(1920, 1080)).toEqual(['hd 1280x720', 'sd 854x480', 'fluent 640x360'])
	expect(below(1280, 720)).toEqual(['sd 854x480', 'fluent 640x360'])
	expect(below(720, 1280)).toEqual(['sd 480x854', 'fluent 360x640'])
	expect(below(640, 360)).toEqual([])
})

test('all definitions come from one decoded picture, each on its own pipe', () => {
	const args = ladderArguments(rungsForCores(2), { width: 1280, height: 720 })
	expect(args.filter(argument => argument.startsWith('pipe:'))).toEqual(['pipe:0', 'pipe:3', 'pipe:4'])
	expect(args[args.indexOf('-filter_complex') + 1]).toBe(
		'[0:v]split=2[in0][in1];[in0]scale=854:480:flags=bilinear,format=yuv420p[out0];[in1]scale=640:360:flags=bilinear,format=yuv420p[out1]',
	)
})
