import { ErrorDetails, ErrorTypes } from 'hls.js'
import { expect, test } from 'vitest'
import { beginPeriod, failureOf } from './hlsPlayer.ts'
import { latencyByDate } from './nativePlayer.ts'

const playlist = { fatal: false, type: ErrorTypes.NETWORK_ERROR, details: ErrorDetails.LEVEL_LOAD_ERROR }
const answer = (code: number) => ({ url: 'https://live.example/x.m3u8', code })

test('a playlist that is refused ends the watching at once', () => {
	expect(failureOf({ ...playlist, response: answer(403) })).toBe('refused')
	expect(failureOf({ ...playlist, response: answer(401) })).toBe('refused')
	expect(failureOf({ ...playlist, response: answer(404) })).toBe('missing')
})

test('a segment that is missing does not', () => {
	expect(failureOf({ ...playlist, details: ErrorDetails.FRAG_LOAD_ERROR, response: answer(404) })).toBeUndefined()
})

test('[LIVE-28] what hls.js gives up is a failure of the network or of the decoder', () => {
	expect(failureOf({ ...playlist, fatal: true, response: answer(503) })).toBe('network')
	expect(failureOf({ fatal: true, type: ErrorTypes.MEDIA_ERROR, details: ErrorDetails.BUFFER_APPEND_ERROR })).toBe(
		'media',
	)
	expect(failureOf({ ...playlist, response: answer(503) })).toBeUndefined()
})

test('how far Safari is behind follows from the date of the media, where both clocks can be right', () => {
	const at = (startMs: number) => ({ currentTime: 10, getStartDate: () => new Date(startMs) })
	expect(latencyByDate(at(1_000), 14_000)).toBe(3)
	expect(latencyByDate(at(1_000_000), 14_000)).toBeUndefined()
	expect(latencyByDate({ currentTime: 10, getStartDate: () => new Date(Number.NaN) }, 14_000)).toBeUndefined()
	expect(latencyByDate({ currentTime: 10 }, 14_000)).toBeUndefined()
})

test('after a publisher was away the picture goes on at once, unless it never stood still', () => {
	const position = (readyState: number, startS: number) => {
		const video = { readyState, currentTime: 20 }
		beginPeriod(video, startS)
		return video.currentTime
	}
	expect(position(2, 20.1)).toBe(20.1)
	expect(position(4, 20.1)).toBe(20)
	// Somebody has gone back: the new media is not what they watch.
	expect(position(2, 10)).toBe(20)
})
