import type { MeetingId } from '@parley/core'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import type { RoomBroadcaster } from '../../../../room/index.ts'
import type { LiveStreamPhase } from '../../../index.ts'
import { createEngineMeetingPublisher, lookEveryMs } from './engineMeetingPublisher.ts'

const meetingId = '123456789' as MeetingId
let running: Map<string, string>
let failure: 'roomEmpty' | 'unavailable' | undefined
let phase: LiveStreamPhase | undefined
let whileStarting: () => void
let publisher: ReturnType<typeof createEngineMeetingPublisher>

beforeEach(() => {
	vi.useFakeTimers()
	running = new Map()
	failure = undefined
	phase = 'waiting'
	whileStarting = () => {}
	let count = 0
	const broadcaster: RoomBroadcaster = {
		serverUrl: 'rtmp://10.0.0.4/live',
		hasRoom: async () => true,
		async start(roomId, url) {
			if (failure) return refused(failure)
			whileStarting()
			running.set(`egress-${++count}`, `${roomId} ${url}`)
			return ok(`egress-${count}`)
		},
		isRunning: async id => running.has(id),
		stop: async id => void running.delete(id),
	}
	publisher = createEngineMeetingPublisher({
		engine: { phase: async () => phase },
		broadcaster,
		addressOf: async streamId => (streamId === 'abc' ? 'rtmp://10.0.0.4/live/abc?key=k' : undefined),
		elapsedMs: () => Date.now(),
		log: createLog('silent'),
	})
})
afterEach(() => {
	publisher.stopAll()
	vi.useRealTimers()
})

const look = () => vi.advanceTimersByTimeAsync(lookEveryMs)
const sent = () => [...running.values()]

test('[ROOM-255] a meeting is sent to its stream with its key, once, until it is stopped', async () => {
	expect(await publisher.isAvailable(meetingId)).toBe(true)
	expect(await publisher.publish('abc', meetingId)).toEqual(ok(undefined))
	expect(await publisher.publish('abc', meetingId)).toEqual(ok(undefined))
	expect(sent()).toEqual([`${meetingId} rtmp://10.0.0.4/live/abc?key=k`])
	expect(publisher.isPublishing('abc')).toBe(true)
	await look()
	expect([...running.keys()]).toEqual(['egress-1'])
	publisher.stop('abc')
	expect(publisher.isPublishing('abc')).toBe(false)
	await look()
	expect(sent()).toEqual([])
})

test('[ROOM-255] a meeting that is stopped while it starts is not sent', async () => {
	whileStarting = () => publisher.stop('abc')
	await publisher.publish('abc', meetingId)
	expect(sent()).toEqual([])
	expect(publisher.isPublishing('abc')).toBe(false)
})

test('[ROOM-255] an interruption is shown for a minute, and the meeting is sent again', async () => {
	await publisher.publish('abc', meetingId)
	expect(publisher.wasInterrupted('abc')).toBe(false)
	running.clear()
	await look()
	expect([...running.keys()]).toEqual(['egress-2'])
	expect(publisher.wasInterrupted('abc')).toBe(true)
	await vi.advanceTimersByTimeAsync(60_000)
	expect(publisher.wasInterrupted('abc')).toBe(false)
	expect([...running.keys()]).toEqual(['egress-2'])
})

test.each(['ended', undefined] as const)('[ROOM-255] a meeting whose live is %s is not sent again', async after => {
	await publisher.publish('abc', meetingId)
	running.clear()
	phase = after
	await look()
	expect(sent()).toEqual([])
	expect(publisher.isPublishing('abc')).toBe(false)
})

test('[ROOM-255] a meeting that everybody has left is given up after half a minute; one that cannot be composed is not', async () => {
	await publisher.publish('abc', meetingId)
	running.clear()
	failure = 'unavailable'
	await vi.advanceTimersByTimeAsync(120_000)
	expect(publisher.isPublishing('abc')).toBe(true)
	failure = 'roomEmpty'
	await vi.advanceTimersByTimeAsync(20_000)
	expect(publisher.isPublishing('abc')).toBe(true)
	await vi.advanceTimersByTimeAsync(20_000)
	expect(publisher.isPublishing('abc')).toBe(false)
})

test('[ROOM-255] what refuses at the beginning is said, and leaves nothing behind', async () => {
	failure = 'unavailable'
	expect(await publisher.publish('abc', meetingId)).toEqual(refused('unavailable'))
	failure = undefined
	expect(await publisher.publish('unknown', meetingId)).toEqual(refused('unknown'))
	phase = 'publishing'
	expect(await publisher.publish('abc', meetingId)).toEqual(refused('busy'))
	expect([sent(), publisher.isPublishing('abc'), publisher.isPublishing('unknown')]).toEqual([[], false, false])
})

test('[ROOM-255] a server that stops sends nothing any more', async () => {
	await publisher.publish('abc', meetingId)
	publisher.stopAll()
	await look()
	expect(sent()).toEqual([])
})
