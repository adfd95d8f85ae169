import { livePublishLimits } from '@parley/api'
import { ok } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import { lingerMs, PhoneUpload } from './phoneUpload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts an upload to a stream that records departures. */
function anUpload() {
	const left: string[] = []
	const onOver = vi.fn()
	const upload = new PhoneUpload({
		hello: { streamId: 'abc', key: 'right', uploadId: 'a1'.repeat(16), container: 'mp4-aac' },
		ingest: {
			publish: () => ok({ push() {}, pushBytes() {}, onEnd() {}, close: reason => void left.push(String(reason)) }),
		},
		ffmpeg: undefined,
		address: '192.0.2.7',
		log: createLog('silent'),
		onOver,
	})
	const aConnection = () => ({ ended: vi.fn() })
	return { upload, left, onOver, aConnection }
}

test('a phone that returns in time stays on air, however long it was connected before', () => {
	const { upload, left, onOver, aConnection } = anUpload()
	const [first, second] = [aConnection(), aConnection()]
	upload.attach(first, '192.0.2.7')
	upload.detach(first)
	vi.advanceTimersByTime(lingerMs - 1)
	expect(upload.attach(second, '192.0.2.7').ok).toBe(true)
	vi.advanceTimersByTime(livePublishLimits.resumeWithinMs * 2)
	expect(left).toEqual([])
	expect(onOver).not.toHaveBeenCalled()
	expect(second.ended).not.toHaveBeenCalled()
})

test('a phone that does not reconnect leaves the stream first, and its upload ends later, once', () => {
	const { upload, left, onOver, aConnection } = anUpload()
	const connection = aConnection()
	upload.attach(connection, '192.0.2.7')
	upload.detach(connection)
	vi.advanceTimersByTime(lingerMs)
	expect([left, onOver.mock.calls.length]).toEqual([['disconnected'], 0])
	vi.advanceTimersByTime(livePublishLimits.resumeWithinMs)
	expect([left, onOver.mock.calls.length]).toEqual([['disconnected'], 1])
	expect(vi.getTimerCount()).toBe(0)
})

test('an upload that ends while its phone is disconnected leaves no timer', () => {
	const { upload, onOver, aConnection } = anUpload()
	const connection = aConnection()
	upload.attach(connection, '192.0.2.7')
	upload.detach(connection)
	expect(vi.getTimerCount()).toBe(2)
	upload.finish()
	expect([vi.getTimerCount(), onOver.mock.calls.length]).toEqual([0, 1])
})
