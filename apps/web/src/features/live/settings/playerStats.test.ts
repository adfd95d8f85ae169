import { expect, test } from 'vitest'
import { compactStats, statsRows } from './playerStats.ts'

const stats = {
	latencyS: 1.234,
	bitsPerSecond: 2_500_000,
	width: 1280,
	height: 720,
	droppedFrames: 3,
	bufferedS: 2.04,
	bytes: 12_345_678,
}

test('statistics have units, and are unknown where the browser has none', () => {
	expect(statsRows(stats, false).map(({ value }) => value)).toEqual([
		'1.2 秒',
		'1280 × 720',
		'2.50 Mbit/s',
		'2.0 秒',
		'3',
		'12.3 MB',
	])
	const native = statsRows({ width: 0, height: 0, droppedFrames: 0, bufferedS: 0 }, false)
	expect(native.map(({ value }) => value)).toEqual(['未知', '未知', '未知', '0.0 秒', '0', '未知'])
})

test('a report has the statistics in one line', () => {
	expect(compactStats('low', stats)).toBe('low 1.2s 1280x720 2500k buf2.0 drop3 12MB')
})
