import type { LineQuality } from '@parley/room'
import { expect, test } from 'vitest'
import { type LineObservation, QualityMeter } from './qualityMeter.ts'

const good: LineObservation = { lossUp: 0, lossDown: 0, queueMs: 0, hasPaused: false, receivesLess: false }

/** Returns the reported qualities; each observation lasts for two seconds. */
function told(...observations: Partial<LineObservation>[]): LineQuality[] {
	const heard: LineQuality[] = []
	const meter = new QualityMeter(quality => heard.push(quality))
	let nowMs = 0
	meter.update(good, nowMs)
	for (const observation of observations) {
		for (let step = 0; step < 20; step++) {
			nowMs += 100
			meter.update({ ...good, ...observation }, nowMs)
		}
	}
	return heard
}

test('[ROOM-87] a paused picture, much loss and a long queue make a line weak, less of them fair', () => {
	for (const poor of [{ hasPaused: true }, { lossUp: 0.11 }, { lossDown: 0.11 }, { queueMs: 301 }])
		expect(told(poor)).toEqual(['poor'])
	for (const fair of [{ receivesLess: true }, { lossUp: 0.04 }, { lossDown: 0.04 }, { queueMs: 101 }])
		expect(told(fair)).toEqual(['fair'])
	expect(told({ lossUp: 0.02, lossDown: 0.02, queueMs: 90 })).toEqual([])
})

test('[ROOM-87] a line is called worse at once, and better only after it has been better twice', () => {
	expect(told({ hasPaused: true }, {}, { hasPaused: true }, {}, {})).toEqual(['poor', 'good'])
	expect(told({ receivesLess: true }, { hasPaused: true }, { receivesLess: true }, { receivesLess: true })).toEqual([
		'fair',
		'poor',
		'fair',
	])
	expect(told({ hasPaused: true }, { hasPaused: true })).toEqual(['poor'])
})
