import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../../../storage/index.ts'
import { createKeptPlace } from './keptPlace.ts'

afterEach(() => {
	createKeptPlace(() => undefined).forget()
	vi.useRealTimers()
})

test('the newest picture moves on during a reload, even if the clock was set back', () => {
	vi.useFakeTimers({ now: 1_000_000 })
	const place = createKeptPlace(() => '/live/hls/s1')
	place.keep(60)
	vi.setSystemTime(1_004_500)
	expect(createKeptPlace(() => '/live/hls/s1').secondsBehindLive()).toBe(64.5)
	vi.setSystemTime(0)
	expect(place.secondsBehindLive()).toBe(60)
})

test('a place belongs to one broadcast; without a name nothing is kept', () => {
	let stream: string | undefined = '/live/hls/s1'
	const place = createKeptPlace(() => stream)
	place.keep(60)
	stream = '/live/hls/s2'
	expect(place.secondsBehindLive()).toBeUndefined()
	stream = undefined
	place.keep(5)
	expect(place.secondsBehindLive()).toBeUndefined()
	stream = '/live/hls/s1'
	expect(place.secondsBehindLive()).toBeCloseTo(60, 0)
	place.forget()
	expect(place.secondsBehindLive()).toBeUndefined()
})

test('a damaged place counts as missing', () => {
	storage.writeTabText('livePlace', '{')
	expect(createKeptPlace(() => '/live/hls/s1').secondsBehindLive()).toBeUndefined()
})
