import type { MeetingId } from '@parley/core'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import type { RoomBroadcaster } from '../../../../room/index.ts'
import type { LiveStreamPhase } from '../../../index.ts'
import {
	createEngineMeetingPublisher,
	endsWithinMs,
	lookEveryMs,
	publishesWithinMs,
	returnsWithinMs,
} from './engineMeetingPublisher.ts'

const meetingId = '123456789' as MeetingId
let running: Map<string, string>
let failure: 'roomEmpty' | 'unavailable' | undefined
let phase: LiveStreamPhase | undefined
let whileStarting: () => void
/** Whether the broadcaster can be told to stop one. */
let answers: boolean
let address: (streamId: string) => Promise<string | undefined>
let publisher: ReturnType<typeof createEngineMeetingPublisher>
/** Another server with the same broadcaster. */
let createPublisher: () => typeof publisher

beforeEach(() => {
	vi.useFakeTimers()
	running = new Map()
	failure = undefined
	answers = true
	address = async streamId => (streamId === 'abc' ? 'rtmp://10.0.0.4/live/abc?key=k' : undefined)
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
		listRunning: async roomId =>
			[...running]
				.filter(([, sentTo]) => sentTo.startsWith(roomId))
				.map(([id]) => id)
				.reverse(),
		isRunning: async (id, roomId) => running.get(id)?.startsWith(roomId) === true,
		async stop(id) {
			if (!answers) throw new Error('LiveKit does not answer')
			running.delete(id)
		},
	}
	createPublisher = () =>
		createEngineMeetingPublisher({
			engine: { phase: async () => phase },
			broadcaster,
			addressOf: streamId => address(streamId),
			elapsedMs: () => Date.now(),
			log: createLog('silent'),
		})
	publisher = createPublisher()
})
afterEach(() => {
	publisher.stop('abc')
	vi.useRealTimers()
})

const look = () => vi.advanceTimersByTimeAsync(lookEveryMs)
const sent = () => [...running.values()]

test('[ROOM-255] a meeting is sent to its stream with its key, once, until it is stopped', async () => {
	expect(await publisher.obstacleOf(meetingId)).toBeUndefined()
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

test('[ROOM-255] a stop that does not arrive is repeated, unless the meeting is sent again', async () => {
	await publisher.publish('abc', meetingId)
	answers = false
	publisher.stop('abc')
	await look()
	expect([...running.keys()]).toEqual(['egress-1'])
	answers = true
	await look()
	expect(sent()).toEqual([])

	await publisher.publish('abc', meetingId)
	phase = 'publishing'
	await vi.advanceTimersByTimeAsync(endsWithinMs)
	expect([...running.keys()]).toEqual(['egress-2'])

	publisher.stop('abc')
	await vi.advanceTimersByTimeAsync(endsWithinMs + lookEveryMs)
	running.set('of-others', `${meetingId} rtmp://archive.example.org/live`)
	await look()
	expect([...running.keys()]).toEqual(['of-others'])
})

test('[ROOM-255] a start that succeeds after it was refused is ended, or taken for the next one', async () => {
	failure = 'unavailable'
	expect(await publisher.publish('abc', meetingId)).toEqual(refused('unavailable'))
	running.set('late-1', `${meetingId} rtmp://10.0.0.4/live/abc?key=k`)
	await look()
	expect(sent()).toEqual([])

	failure = undefined
	await publisher.publish('abc', meetingId)
	running.clear()
	failure = 'unavailable'
	await look()
	running.set('late-2', `${meetingId} rtmp://10.0.0.4/live/abc?key=k`)
	failure = undefined
	await look()
	expect([...running.keys()]).toEqual(['late-2'])
})

test('[ROOM-255] a meeting whose stream cannot be read is refused, and can be sent later', async () => {
	address = async () => {
		throw new Error('the database is unavailable')
	}
	await expect(publisher.publish('abc', meetingId)).rejects.toThrow('database')
	expect(publisher.isPublishing('abc')).toBe(false)
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
	phase = 'publishing'
	await vi.advanceTimersByTimeAsync(60_000)
	expect(publisher.wasInterrupted('abc')).toBe(false)
	expect([...running.keys()]).toEqual(['egress-2'])
})

test('[ROOM-255] a broadcast that is said to run is replaced once its stream has had no picture for a while', async () => {
	await publisher.publish('abc', meetingId)
	phase = 'publishing'
	await look()
	phase = 'silent'
	await vi.advanceTimersByTimeAsync(returnsWithinMs - lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-1'])
	phase = 'publishing'
	await look()
	phase = 'silent'
	await vi.advanceTimersByTimeAsync(returnsWithinMs - lookEveryMs)
	expect([[...running.keys()], publisher.wasInterrupted('abc')]).toEqual([['egress-1'], false])
	await vi.advanceTimersByTimeAsync(2 * lookEveryMs)
	expect([[...running.keys()], publisher.wasInterrupted('abc')]).toEqual([['egress-2'], true])
	// The next one has the time of a start again.
	await vi.advanceTimersByTimeAsync(publishesWithinMs - 2 * lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-2'])
	await vi.advanceTimersByTimeAsync(3 * lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-3'])
})

test('[ROOM-255] a lost broadcast that cannot be stopped, and is listed for ever, is replaced all the same', async () => {
	await publisher.publish('abc', meetingId)
	answers = false
	await vi.advanceTimersByTimeAsync(publishesWithinMs + lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-1', 'egress-2'])
	phase = 'publishing'
	await vi.advanceTimersByTimeAsync(publishesWithinMs)
	expect([...running.keys()]).toEqual(['egress-1', 'egress-2'])
})

test.each(['ended', undefined] as const)(
	'[ROOM-255] a lost broadcast whose live is %s is stopped, and not sent again',
	async after => {
		await publisher.publish('abc', meetingId)
		phase = after
		await vi.advanceTimersByTimeAsync(publishesWithinMs + lookEveryMs)
		expect(sent()).toEqual([])
		expect(publisher.isPublishing('abc')).toBe(false)
	},
)

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

test('[ROOM-255] [NODE-44] the broadcasts of a server that stops go on, and the next one continues them, or replaces them if they do not return', async () => {
	await publisher.publish('abc', meetingId)
	publisher.stopAll()
	phase = 'silent'
	const next = createPublisher()
	onTestFinished(next.stopAll)
	expect(await next.takeOver?.('abc', meetingId)).toEqual(ok(undefined))
	expect(await next.takeOver?.('abc', meetingId)).toEqual(ok(undefined))
	expect([[...running.keys()], next.isPublishing('abc')]).toEqual([['egress-1'], true])
	phase = 'publishing'
	await look()
	phase = 'silent'
	await vi.advanceTimersByTimeAsync(returnsWithinMs - lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-1'])
	await vi.advanceTimersByTimeAsync(2 * lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-2'])
	next.stop('abc')
	expect(sent()).toEqual([])
})

test('[ROOM-255] [NODE-44] a broadcast of an ended server that does not return is replaced as soon as a lost one', async () => {
	running.set('egress-9', `${meetingId} rtmp://10.0.0.4/live/abc?key=k`)
	await publisher.takeOver?.('abc', meetingId)
	await vi.advanceTimersByTimeAsync(returnsWithinMs + lookEveryMs)
	expect([...running.keys()]).toEqual(['egress-1'])
})

test('[ROOM-255] [NODE-44] a meeting that nothing broadcasts any more is broadcast again by the next server', async () => {
	expect(await publisher.takeOver?.('abc', meetingId)).toEqual(ok(undefined))
	expect(sent()).toEqual([`${meetingId} rtmp://10.0.0.4/live/abc?key=k`])
	failure = 'unavailable'
	expect(await createPublisher().takeOver?.('abc', '987654321' as MeetingId)).toEqual(refused('unavailable'))
})
