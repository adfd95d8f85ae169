import { expect, test } from 'vitest'
import { choosePlayerEngine } from './playerEngine.ts'
import { hlsSettings, initialLatencyMode } from './playerSettings.ts'

const chromium = { hls: true, managedMediaSource: false, canPlayHls: true }
const safari = { hls: true, managedMediaSource: true, canPlayHls: true }
const oldIPhone = { hls: false, managedMediaSource: false, canPlayHls: true }
const firefox = { hls: true, managedMediaSource: false, canPlayHls: false }

test('Chromium plays with hls.js though its media element claims HLS', () => {
	expect(choosePlayerEngine(chromium, { lowLatency: false })).toBe('hls')
	expect(choosePlayerEngine(firefox, { lowLatency: true })).toBe('hls')
})

test('Safari plays by itself, and with hls.js where low latency is asked for', () => {
	expect(choosePlayerEngine(safari, { lowLatency: false })).toBe('native')
	expect(choosePlayerEngine(safari, { lowLatency: true })).toBe('hls')
	expect(choosePlayerEngine(oldIPhone, { lowLatency: true })).toBe('native')
})

test('a browser with neither plays nothing', () => {
	expect(choosePlayerEngine({ hls: false, managedMediaSource: false, canPlayHls: false }, { lowLatency: false })).toBe(
		'none',
	)
})

test('only the low latency mode catches up fast and drops what is too far behind', () => {
	expect(hlsSettings('low')).toMatchObject({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.2 })
	expect(hlsSettings('stable')).toMatchObject({ lowLatencyMode: false, liveSyncDurationCount: 3 })
	expect(hlsSettings('stable')).not.toHaveProperty('liveMaxLatencyDuration')
})

test('who saves data or has a slow line begins stably', () => {
	expect(initialLatencyMode(undefined)).toBe('low')
	expect(initialLatencyMode({ saveData: true })).toBe('stable')
	expect(initialLatencyMode({ effectiveType: '3g' })).toBe('stable')
	expect(initialLatencyMode({ effectiveType: '4g' })).toBe('low')
})
