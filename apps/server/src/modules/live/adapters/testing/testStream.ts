import type { LiveEvent } from '../../index.ts'
import type { FlvTag, LivePublisher } from '../../ingest.ts'
import { createFileNames } from '../embedded/origin/fileNames.ts'
import { SegmentStore } from '../embedded/origin/segmentStore.ts'
import { LiveStream } from '../embedded/stream.ts'
import { createMemoryFiles } from './segmentStores.ts'

/** Creates a stream in memory, with its own clock. */
export function createTestStream({ windowMs = 1_800_000 } = {}) {
	/** Time of the server's clock; `step` is its adjustment. */
	const clock = { now: Date.UTC(2026, 2, 10), step: 0 }
	const events: LiveEvent[] = []
	const stream = new LiveStream({
		id: 'abc',
		now: () => clock.now + clock.step,
		elapsedMs: () => clock.now,
		emit: event => events.push({ ...event, streamId: 'abc', at: clock.now } as LiveEvent),
		createSegmentStore: name => {
			const names = createFileNames(Buffer.from('not secret'), name)
			const files = createMemoryFiles()
			const onDisk = (isFull: boolean) => stream.noteDisk(isFull)
			const dateOf = (at: number) => stream.dateOf(at)
			return new SegmentStore({ names, files, windowMs, isRecorded: false, dateOf, firstMsn: 0, onDisk })
		},
	})
	return {
		stream,
		clock,
		events,
		types: () => events.map(({ type }) => type),
		publish(address = '192.0.2.1'): LivePublisher {
			const answer = stream.publish(address)
			if (!answer.ok) throw new Error(answer.failure)
			return answer.value
		},
		/** In real time by the clock of the test. */
		play(publisher: LivePublisher, tags: readonly FlvTag[]) {
			const start = clock.now
			for (const [i, tag] of tags.entries()) {
				const before = tags[i - 1]
				const step = before ? (tag.timestampMs - before.timestampMs) | 0 : 0
				if (step > 0 && step < 1_000) clock.now += step
				publisher.push(tag)
			}
			return clock.now - start
		},
		wait(ms: number) {
			for (let left = ms; left > 0; left -= 500) {
				clock.now += Math.min(500, left)
				stream.tick()
			}
		},
		async playlist(name = 'source') {
			const answer = await stream.segmentStore(name)?.playlist({ reports: () => [] })
			return answer?.status === 200 ? answer.text : ''
		},
	}
}
