import { type MeetingId, ok, type PublishObstacle } from '@parley/core'
import { beforeEach, expect, test } from 'vitest'
import type { LiveStreamId } from '../../../index.ts'
import { createMeetingPublisherBySize } from './meetingPublisherBySize.ts'
import type { ServerMeetingPublisher } from './sentMeetings.ts'

const meetingId = '123456789' as MeetingId
const streamId = 'abc' as LiveStreamId

interface FakePublisher extends ServerMeetingPublisher {
	state: { obstacle: PublishObstacle | undefined; isPublishing: boolean; wasInterrupted: boolean }
}

function createPublisher(): FakePublisher {
	const state: FakePublisher['state'] = { obstacle: undefined, isPublishing: false, wasInterrupted: false }
	const stop = () => {
		state.isPublishing = false
	}
	return {
		state,
		obstacleOf: async () => state.obstacle,
		async publish() {
			state.isPublishing = true
			return ok(undefined)
		},
		isPublishing: () => state.isPublishing,
		wasInterrupted: () => state.wasInterrupted,
		stop,
		stopAll: stop,
	}
}

let composing: FakePublisher
let ofEngine: FakePublisher
let hasRoom: () => Promise<boolean>
let publisher: FakePublisher
const sending = () => [composing.state.isPublishing, ofEngine.state.isPublishing]

beforeEach(() => {
	composing = createPublisher()
	ofEngine = createPublisher()
	hasRoom = async () => false
	publisher = createMeetingPublisherBySize({
		composing,
		ofEngine,
		broadcaster: { hasRoom: () => hasRoom() },
		log: { warn() {} } as never,
	})
})

test('[ROOM-256] a meeting is broadcast from where its media are, and not twice after it has moved', async () => {
	await publisher.publish(streamId, meetingId)
	expect([sending(), publisher.isPublishing(streamId)]).toEqual([[true, false], true])
	hasRoom = async () => true
	await publisher.publish(streamId, meetingId)
	expect(sending()).toEqual([true, false])
	publisher.stop(streamId)
	expect([sending(), publisher.isPublishing(streamId)]).toEqual([[false, false], false])
	await publisher.publish(streamId, meetingId)
	expect([sending(), publisher.isPublishing(streamId)]).toEqual([[false, true], true])
	ofEngine.state.wasInterrupted = true
	expect(publisher.wasInterrupted(streamId)).toBe(true)
	publisher.stopAll()
	expect(sending()).toEqual([false, false])
})

test('[ROOM-256] [NODE-44] a meeting of an ended server is continued where its media are', async () => {
	await publisher.takeOver?.(streamId, meetingId)
	expect(sending()).toEqual([true, false])
	publisher.stop(streamId)
	hasRoom = async () => true
	let continued = 0
	ofEngine.takeOver = async () => {
		continued++
		return ok(undefined)
	}
	await publisher.takeOver?.(streamId, meetingId)
	expect([sending(), continued]).toEqual([[false, false], 1])
})

test('[ROOM-256] a meeting can be broadcast where its media are composed, or where LiveKit has it', async () => {
	composing.state.obstacle = 'noTranscoder'
	expect(await publisher.obstacleOf(meetingId)).toBe('noTranscoder')
	hasRoom = async () => true
	expect(await publisher.obstacleOf(meetingId)).toBeUndefined()
	composing.state.obstacle = undefined
	hasRoom = async () => false
	expect(await publisher.obstacleOf(meetingId)).toBeUndefined()
})

test('[ROOM-256] a LiveKit that does not answer keeps no small meeting from its broadcast', async () => {
	hasRoom = async () => {
		throw new Error('refused')
	}
	await publisher.publish(streamId, meetingId)
	expect(sending()).toEqual([true, false])
})
