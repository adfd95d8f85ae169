import { expect, test } from 'vitest'
import { SpeechDetector } from './speech.ts'

/** Feeds a constant level for a while, with a packet every 20 ms. */
function feed(detector: SpeechDetector, level: number, fromMs: number, toMs: number): number {
	let changes = 0
	for (let now = fromMs; now < toMs; now += 20) if (detector.observe(level, now)) changes++
	return changes
}

test('[ROOM-31] a lasting voice counts as speaking, until a pause', () => {
	const detector = new SpeechDetector()
	feed(detector, 30, 0, 300)
	expect(detector.speaking).toBe(true)
	feed(detector, 100, 300, 800)
	expect(detector.speaking).toBe(true)
	feed(detector, 100, 800, 1_000)
	expect(detector.speaking).toBe(false)
})

test('[ROOM-31] a click does not count as speaking', () => {
	const detector = new SpeechDetector()
	feed(detector, 20, 0, 60)
	feed(detector, 100, 60, 1_000)
	feed(detector, 20, 1_000, 1_060)
	expect(detector.speaking).toBe(false)
})

test('[ROOM-31] room noise does not count as speaking', () => {
	const detector = new SpeechDetector()
	expect(feed(detector, 60, 0, 5_000)).toBe(0)
})

test('[ROOM-31] a microphone that falls silent without a packet stops speaking', () => {
	const detector = new SpeechDetector()
	feed(detector, 30, 0, 300)
	expect(detector.update(500)).toBe(false)
	expect(detector.update(1_000)).toBe(true)
	expect(detector.speaking).toBe(false)
})
