import { expect, test } from 'vitest'
import { createMicrophoneJudge } from './microphoneLevel.ts'

const readMs = 50

/** The state after these levels, each for as long. */
function judge(...parts: [level: number, ms: number][]) {
	const next = createMicrophoneJudge()
	let state = 'unknown'
	for (const [level, ms] of parts) for (let passed = 0; passed < ms; passed += readMs) state = next(level, readMs)
	return state
}

test('[ROOM-120] a microphone works after 300 ms of sound', () => {
	expect(judge([0.1, 250])).toBe('unknown')
	expect(judge([0.1, 300])).toBe('heard')
	expect(judge([0.1, 150], [0, 500], [0.1, 150])).toBe('heard')
})

test('[ROOM-120] clicks far apart are no voice', () => {
	expect(judge([0.1, 150], [0, 1_500], [0.1, 150], [0, 1_500], [0.1, 150])).toBe('unknown')
})

test('[ROOM-120] a microphone without sound is silent after five seconds, until it hears something', () => {
	expect(judge([0.001, 4_900])).toBe('unknown')
	expect(judge([0.001, 5_000])).toBe('silent')
	expect(judge([0.001, 5_000], [0.1, 300])).toBe('heard')
})

test('[ROOM-120] one that was heard works, also while its owner is quiet', () => {
	expect(judge([0.1, 300], [0, 20_000])).toBe('heard')
})
