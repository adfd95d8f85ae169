import { expect, test } from 'vitest'
import { aHealth } from '../../../testing/aDesk.ts'
import { bitsText, figuresOf, healthWarnings } from './health.ts'

test('[DESK-12] every warning of the server has a text with a remedy; unknown ones have none', () => {
	const names = ['keyFrameDistance', 'codec', 'opus', 'disk', 'clock', 'noVideo', 'noAudio', 'something']
	const definitions = [
		{ name: 'source' as const, framesPerSecond: 30, bitsPerSecond: 1, keyFrameDistanceMs: 8_000, lagMs: 0 },
	]
	const told = healthWarnings(aHealth({ warnings: names, definitions }))
	expect(told).toHaveLength(7)
	expect(new Set(told.flatMap(({ what, todo }) => [what, todo])).size).toBe(14)
	expect(told[0]).toEqual({
		what: '关键帧间隔太长，现为 8.0 秒',
		todo: '在 OBS 的“设置 → 输出”中，把“关键帧间隔”设为 2 秒。',
	})
})

test('[DESK-12] a late picture is reported as a slow uplink', () => {
	expect(healthWarnings(aHealth({ uplinkLagMs: 1_900 }))).toEqual([])
	expect(healthWarnings(aHealth({ uplinkLagMs: 2_600 }))[0]?.what).toContain('2.6 秒')
	expect(healthWarnings(aHealth({ uplinkLagMs: 2_600, warnings: ['codec'], phase: 'silent' }))).toEqual([])
})

test('[DESK-11] figures of a definition: the published stream has no lag, audio only has no key frames', () => {
	const figures = { framesPerSecond: 29.9, bitsPerSecond: 2_540_000, keyFrameDistanceMs: 2_000, lagMs: 0 }
	expect(figuresOf({ name: 'source', ...figures }).map(({ value }) => value)).toEqual([
		'30 帧/秒',
		'2.5 Mbps',
		'2.0 秒',
	])
	expect(
		figuresOf({ name: 'sd', framesPerSecond: 25, bitsPerSecond: 640_000, lagMs: 310 }).map(({ value }) => value),
	).toEqual(['25 帧/秒', '640 kbps', '0.3 秒'])
	expect(
		figuresOf({ name: 'audio', framesPerSecond: 0, bitsPerSecond: 96_000, lagMs: 100 }).map(({ value }) => value),
	).toEqual(['96 kbps', '0.1 秒'])
	const unmeasured = { name: 'source' as const, framesPerSecond: 0, bitsPerSecond: 0, lagMs: 0 }
	expect(figuresOf(unmeasured).map(({ value }) => value)).toEqual(['—', '—'])
	const paused = { name: 'audio' as const, framesPerSecond: 0, bitsPerSecond: 0, lagMs: 117_500 }
	expect(figuresOf(paused).map(({ value }) => value)).toEqual(['—', '—'])
	expect([bitsText(999_400), bitsText(999_600)]).toEqual(['999 kbps', '1.0 Mbps'])
})
