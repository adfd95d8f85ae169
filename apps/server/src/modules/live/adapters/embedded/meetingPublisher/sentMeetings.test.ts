import { type Instant, type MeetingId, ok, type Result, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../../platform/clock.ts'
import type { MeetingPublishRefusal } from '../../../index.ts'
import { createResumingMeetingPublisher, type SentMeetingStore, type ServerMeetingPublisher } from './sentMeetings.ts'

const meetingId = '123456789' as MeetingId
const stream = 'abc'
let rows: Map<string, { meetingId: MeetingId; sentAt: Instant }>
let store: SentMeetingStore
let participants: number

beforeEach(() => {
	vi.useFakeTimers()
	rows = new Map()
	store = {
		put: async (id, meeting, sentAt) => void rows.set(id, { meetingId: meeting, sentAt }),
		remove: async id => void rows.delete(id),
		list: async () => [...rows].map(([streamId, row]) => ({ streamId, ...row })),
	}
	participants = 1
})
afterEach(() => vi.useRealTimers())

/** A server that sends meetings. */
function aServer(
	answer: () => Result<void, MeetingPublishRefusal> = () => ok(undefined),
	takeOver?: ServerMeetingPublisher['takeOver'],
) {
	const running = new Set<string>()
	const inner: ServerMeetingPublisher = {
		...(takeOver && { takeOver }),
		obstacleOf: async () => undefined,
		async publish(id) {
			const published = answer()
			if (published.ok) running.add(id)
			return published
		},
		isPublishing: id => running.has(id),
		wasInterrupted: () => false,
		stop: id => void running.delete(id),
		stopAll: () => running.clear(),
	}
	const publisher = createResumingMeetingPublisher({
		publisher: inner,
		store,
		participantCount: () => participants,
		clock: systemClock,
		log: { warn() {} },
	})
	return { publisher, running }
}
/** A server that sends the meeting, and is killed. */
async function sendAndKill() {
	const { publisher } = aServer()
	await publisher.publish(stream, meetingId)
	publisher.stopAll()
}
const listed = () => [...rows].map(([streamId, row]) => [streamId, row.meetingId])
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('[NODE-44] the next server with the streams resumes a meeting that a killed one has sent, which its host reads for a minute', async () => {
	await sendAndKill()
	expect(listed()).toEqual([[stream, meetingId]])
	const next = aServer()
	await next.publisher.resume()
	expect([...next.running]).toEqual([stream])
	expect(next.publisher.wasInterrupted(stream)).toBe(true)
	await later(60_000)
	expect(next.publisher.wasInterrupted(stream)).toBe(false)
	// It is resumed again after the end of that one.
	const third = aServer()
	await third.publisher.resume()
	expect([...third.running]).toEqual([stream])
})

test('[NODE-44] what may still be sent is continued; the first time it is only begun', async () => {
	const calls: string[] = []
	const { publisher } = aServer(
		() => ok(undefined),
		async () => {
			calls.push('takeOver')
			return ok(undefined)
		},
	)
	await publisher.publish(stream, meetingId)
	expect(calls).toEqual([])
	publisher.stop(stream)
	rows.set(stream, { meetingId, sentAt: systemClock.now() })
	await publisher.resume()
	expect(calls).toEqual(['takeOver'])
})

test('[NODE-44] a broadcast that is stopped while it is resumed is not sent again', async () => {
	await sendAndKill()
	participants = 0
	let starts = 0
	const next = aServer(() => {
		starts++
		return ok(undefined)
	})
	const resumed = next.publisher.resume()
	await later(2_000)
	next.publisher.stop(stream)
	participants = 1
	await later(5_000)
	await resumed
	expect([starts, [...next.running], listed()]).toEqual([0, [], []])
})

test('[NODE-44] a broadcast that is stopped while it begins again is stopped', async () => {
	await sendAndKill()
	let begin = (_: Result<void, MeetingPublishRefusal>) => {}
	const next = aServer(
		() => ok(undefined),
		async () => {
			next.running.add(stream)
			return await new Promise(resolve => {
				begin = resolve
			})
		},
	)
	const resumed = next.publisher.resume()
	await later(10)
	next.publisher.stop(stream)
	next.running.add(stream)
	begin(ok(undefined))
	await resumed
	expect([[...next.running], listed()]).toEqual([[], []])
})

test('[NODE-44] a server that stops leaves its broadcasts to the next one', async () => {
	const { publisher } = aServer()
	await publisher.publish(stream, meetingId)
	publisher.stopAll()
	await later(5_000)
	expect(listed()).toHaveLength(1)
})

test('[NODE-44] a broadcast that was stopped, or has ended by itself, is not resumed', async () => {
	const { publisher, running } = aServer()
	await publisher.publish(stream, meetingId)
	publisher.stop(stream)
	expect(listed()).toEqual([])
	await publisher.publish(stream, meetingId)
	running.clear()
	await later(1_000)
	expect(listed()).toEqual([])
})

test('[NODE-44] one that is refused is not stored', async () => {
	const { publisher } = aServer(() => refused('busy'))
	expect(await publisher.publish(stream, meetingId)).toEqual(refused('busy'))
	expect(listed()).toEqual([])
})

test('[NODE-44] it waits until somebody is in the room, and gives up when viewers do', async () => {
	await sendAndKill()
	participants = 0
	const next = aServer()
	const resuming = next.publisher.resume()
	await later(10_000)
	expect([...next.running]).toEqual([])
	participants = 1
	await later(2_000)
	await resuming
	expect([...next.running]).toEqual([stream])

	next.publisher.stopAll()
	participants = 0
	const third = aServer()
	const givingUp = third.publisher.resume()
	await later(40_000)
	await givingUp
	expect(listed()).toEqual([])
	participants = 1
	await later(5_000)
	expect([...third.running]).toEqual([])
})

test('[NODE-44] a server that stops while it waits leaves the broadcast to the next one', async () => {
	await sendAndKill()
	participants = 0
	const next = aServer()
	const resuming = next.publisher.resume()
	await later(3_000)
	next.publisher.stopAll()
	participants = 1
	await later(3_000)
	await resuming
	expect([[...next.running], listed()]).toEqual([[], [[stream, meetingId]]])
})

test('[NODE-44] [NODE-37] a broadcast that the node of its room has continued is not sent twice', async () => {
	await sendAndKill()
	const next = aServer(() => refused('busy'))
	next.running.add(stream)
	await next.publisher.resume()
	expect(listed()).toEqual([[stream, meetingId]])
	expect(next.publisher.wasInterrupted(stream)).toBe(true)
	next.running.clear()
	await later(1_000)
	expect(listed()).toEqual([])
})

test('[NODE-44] a stream that has ended is not tried again, another refusal is', async () => {
	await sendAndKill()
	let answer: Result<void, MeetingPublishRefusal> = refused('noTranscoder')
	const next = aServer(() => answer)
	const resuming = next.publisher.resume()
	await later(3_000)
	answer = ok(undefined)
	await later(2_000)
	await resuming
	expect([...next.running]).toEqual([stream])
	const third = aServer(() => refused('ended'))
	await third.publisher.resume()
	expect(listed()).toEqual([])
})

test('[NODE-44] what was sent more than two minutes ago is not resumed', async () => {
	await sendAndKill()
	rows.set(stream, { meetingId, sentAt: systemClock.now() - 121_000 })
	const next = aServer()
	await next.publisher.resume()
	expect([...next.running]).toEqual([])
	expect(listed()).toEqual([])
})

test('[NODE-44] the time of a long broadcast is kept', async () => {
	const { publisher } = aServer()
	await publisher.publish(stream, meetingId)
	await later(200_000)
	const next = aServer()
	await next.publisher.resume()
	expect([...next.running]).toEqual([stream])
})

test('[NODE-44] a broadcast that cannot be stored goes on', async () => {
	store = { ...store, put: async () => Promise.reject(new Error('the database is away')) }
	const { publisher, running } = aServer()
	expect(await publisher.publish(stream, meetingId)).toEqual(ok(undefined))
	expect([...running]).toEqual([stream])
})
