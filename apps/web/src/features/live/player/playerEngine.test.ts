import { expect, test } from 'vitest'
import { choosePlayerEngine } from './playerEngine.ts'
import { hlsSettings, initialLatencyMode } from './playerSettings.ts'

const chromium = { hls: true, managedMediaSource: false, canPlayHls: true }
const safari = { hls: true, managedMediaSource: true, canPlayHls: true }
const oldIPhone = { hls: false, managedMediaSource: false, canPlayHls: true }
const firefox = { hls: true, managedMediaSource: false, canPlayHls: false }

test('Chromium plays with hls.js although its media element claims HLS support', () => {
	expect(choosePlayerEngine(chromium)).toBe('hls')
	expect(choosePlayerEngine(firefox)).toBe('hls')
})

test('Safari plays natively or with hls.js, an older iPhone only natively', () => {
	expect(choosePlayerEngine(safari)).toBe('switching')
	expect(choosePlayerEngine({ ...safari, hls: false })).toBe('native')
	expect(choosePlayerEngine(oldIPhone)).toBe('native')
})

test('a browser with neither plays nothing', () => {
	expect(choosePlayerEngine({ hls: false, managedMediaSource: false, canPlayHls: false })).toBe('none')
})

test('only the low latency mode catches up quickly and drops media too far behind', () => {
	expect(hlsSettings('low')).toMatchObject({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1 })
	expect(hlsSettings('stable')).toMatchObject({ lowLatencyMode: false, liveSyncDurationCount: 3 })
	expect(hlsSettings('stable')).not.toHaveProperty('liveMaxLatencyDuration')
})

test('viewers with data saving or a slow connection start in the stable mode', () => {
	expect(initialLatencyMode('hls', {})).toBe('low')
	expect(initialLatencyMode('hls', { saveData: true })).toBe('stable')
	expect(initialLatencyMode('hls', { effectiveType: '3g' })).toBe('stable')
	expect(initialLatencyMode('hls', { effectiveType: '4g' })).toBe('low')
})

test('WebKit starts in the stable mode, natively or with hls.js', () => {
	expect(initialLatencyMode('switching', {})).toBe('stable')
	expect(initialLatencyMode('native', {})).toBe('stable')
	expect(initialLatencyMode('hls', { isWebKit: true })).toBe('stable')
})
