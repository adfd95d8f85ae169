// The streams of happy-dom are none.
import { ReadableStream, WritableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { blurCamera } from './blurredCamera.ts'
import { findFrameStreams, getBlurError } from './blurSupport.ts'

/** A track as the browser has it: its stop ends it without an event, closing its stream with one. */
class FakeTrack extends EventTarget {
	readyState = 'live'
	muted = false
	label: string
	constructor(label: string) {
		super()
		this.label = label
	}
	getSettings = () => ({ facingMode: 'environment' })
	stop() {
		this.readyState = 'ended'
	}
}

const soon = () => new Promise(resolve => setTimeout(resolve))

/** A camera whose frames come when the test says so. */
function createHarness(openBlur?: () => Promise<never>) {
	const camera = new FakeTrack('USB camera')
	const closed: string[] = []
	let frames: ReadableStreamDefaultController<VideoFrame> | undefined
	class MediaStreamTrackGenerator extends FakeTrack {
		writable = new WritableStream<VideoFrame>({
			close: () => {
				this.readyState = 'ended'
				this.dispatchEvent(new Event('ended'))
			},
		})
		constructor() {
			super('generated')
		}
	}
	class MediaStreamTrackProcessor {
		readable = new ReadableStream<VideoFrame>({
			start: controller => {
				frames = controller
			},
		})
	}
	const browser = { MediaStreamTrackGenerator, MediaStreamTrackProcessor, OffscreenCanvas: class {}, WebAssembly }
	const blur = { blur: async (frame: VideoFrame) => frame, close: () => void closed.push('worker') }
	const picture = blurCamera(camera as unknown as MediaStreamTrack, {
		openBlur: openBlur ?? (async () => blur),
		browser,
	})
	return { camera, picture, closed, unplug: () => frames?.close() }
}

test('[ROOM-243] stopping the picture stops the camera and ends the worker', async () => {
	const { camera, picture, closed } = createHarness()
	await soon()
	picture.stop()
	expect([picture.readyState, camera.readyState, closed]).toEqual(['ended', 'ended', ['worker']])
})

test('[ROOM-243] a picture that is stopped while the blur is being loaded keeps no worker', async () => {
	const { camera, picture, closed } = createHarness()
	picture.stop()
	await soon()
	expect([camera.readyState, closed[0]]).toEqual(['ended', 'worker'])
	expect(getBlurError(picture)).toBeUndefined()
})

test('[ROOM-243] a camera that is unplugged ends the picture and the worker, and is not a failed blur', async () => {
	const { picture, closed, unplug } = createHarness()
	await soon()
	unplug()
	await soon()
	expect([picture.readyState, closed, getBlurError(picture)]).toEqual(['ended', ['worker'], undefined])
})

test('[ROOM-241] a blur that cannot be loaded ends the picture and the camera, and says why', async () => {
	const { camera, picture } = createHarness(() => Promise.reject(new Error('offline')))
	let error: string | undefined
	picture.addEventListener('ended', () => {
		error = getBlurError(picture)
	})
	await soon()
	expect([picture.readyState, camera.readyState, error]).toEqual(['ended', 'ended', 'blur'])
})

test('[ROOM-240] [ROOM-200] the picture passes for its camera, and is muted with it', () => {
	const { camera, picture } = createHarness()
	const heard: string[] = []
	picture.addEventListener('mute', () => heard.push('mute'))
	camera.muted = true
	camera.dispatchEvent(new Event('mute'))
	expect([picture.label, picture.getSettings().facingMode, picture.muted, heard]).toEqual([
		'USB camera',
		'environment',
		true,
		['mute'],
	])
})

test('[ROOM-240] it is offered only where the browser reads and writes single frames', () => {
	const streams = { MediaStreamTrackProcessor: class {}, MediaStreamTrackGenerator: class {} }
	const chromium = { ...streams, OffscreenCanvas: class {}, WebAssembly }
	expect(findFrameStreams(chromium)).toBeDefined()
	expect(findFrameStreams({ ...chromium, MediaStreamTrackGenerator: undefined })).toBeUndefined()
	expect(findFrameStreams({ ...chromium, WebAssembly: undefined })).toBeUndefined()
})
