// The streams of happy-dom are none.
import { ReadableStream, WritableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { type BlurFramesOptions, blurFrames, createSpeedJudge } from './blurFrames.ts'

const aFrame = (name: string) => ({ name }) as unknown as VideoFrame

/** A camera with three frames, whose blur takes `frameMs` each. */
function createHarness({ frames = ['1', '2', '3'], frameMs = 10, failsAt = '' } = {}) {
	const events: string[] = []
	let nowMs = 0
	const readable = new ReadableStream<VideoFrame>({
		start(controller) {
			for (const name of frames) controller.enqueue(aFrame(name))
			controller.close()
		},
	})
	const writable = new WritableStream<VideoFrame>({
		write: frame => void events.push(`sent ${(frame as unknown as { name: string }).name}`),
		close: () => void events.push('track ended'),
	})
	const run = (openBlur = async () => blur) =>
		blurFrames({
			readable: readable as unknown as BlurFramesOptions['readable'],
			writable,
			openBlur,
			onFailed: error => void events.push(`failed: ${error}`),
			now: () => nowMs,
		})
	const blur = {
		async blur(frame: VideoFrame) {
			const { name } = frame as unknown as { name: string }
			if (name === failsAt) throw new Error('lost the graphics card')
			nowMs += frameMs
			return aFrame(`blurred ${name}`)
		},
		close: () => void events.push('blur closed'),
	}
	return { events, run }
}

test('[ROOM-241] only blurred frames are sent; with the last one the blur ends and the track, too', async () => {
	const { events, run } = createHarness()
	await run()
	expect(events).toEqual(['sent blurred 1', 'sent blurred 2', 'sent blurred 3', 'blur closed', 'track ended'])
})

test('[ROOM-241] where the blur cannot be loaded, nothing is sent and the track ends', async () => {
	const { events, run } = createHarness()
	await run(() => Promise.reject(new Error('offline')))
	expect(events).toEqual(['failed: blur', 'track ended'])
})

test('[ROOM-241] [ROOM-243] where the blur fails, nothing more is sent, its worker ends and the track, too', async () => {
	const { events, run } = createHarness({ failsAt: '2' })
	await run()
	expect(events).toEqual(['sent blurred 1', 'failed: blur', 'blur closed', 'track ended'])
})

test('[ROOM-242] where the machine is too slow, nothing more is sent, the worker ends and the track, too', async () => {
	const frames = Array.from({ length: 100 }, (_, index) => `${index}`)
	const { events, run } = createHarness({ frames, frameMs: 200 })
	await run()
	// Five frames that do not count, and three times 25.
	expect(events.filter(event => event.startsWith('sent'))).toHaveLength(80)
	expect(events.slice(-3)).toEqual(['failed: blur-slow', 'blur closed', 'track ended'])
})

/** Returns after how many frames the machine counts as slow; undefined if it does not. */
function slowAfter(frameMs: (index: number) => number): number | undefined {
	const isSlow = createSpeedJudge()
	const index = Array.from({ length: 400 }, (_, index) => frameMs(index)).findIndex(isSlow)
	return index < 0 ? undefined : index + 1
}

test('[ROOM-242] a machine is slow with fewer than eight pictures a second in three periods of five seconds', () => {
	expect(slowAfter(() => 120)).toBeUndefined()
	// Five frames that do not count, and three times 39 of 130 ms.
	expect(slowAfter(() => 130)).toBe(122)
})

test('[ROOM-242] neither the first pictures nor a busy moment count, nor several that are not in a row', () => {
	expect(slowAfter(index => (index < 5 ? 3_000 : 20))).toBeUndefined()
	expect(slowAfter(index => (index >= 50 && index < 55 ? 500 : 20))).toBeUndefined()
	expect(slowAfter(index => (index === 50 ? 60_000 : 20))).toBeUndefined()
	expect(slowAfter(index => (index % 100 >= 50 ? 200 : 100))).toBeUndefined()
})
