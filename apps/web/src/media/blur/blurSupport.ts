/** The parts of the browser that read and write the single frames of a track; of the engines served, Chromium has them. */
interface FrameStreams {
	MediaStreamTrackProcessor: new (options: { track: MediaStreamTrack }) => { readable: ReadableStream<VideoFrame> }
	MediaStreamTrackGenerator: new (options: {
		kind: 'video'
	}) => MediaStreamTrack & { writable: WritableStream<VideoFrame> }
}

/** Returns what the blur needs of the browser; undefined where it does not have that, and the blur is not offered. */
export function findFrameStreams(browser: object = globalThis): FrameStreams | undefined {
	const { MediaStreamTrackProcessor, MediaStreamTrackGenerator, OffscreenCanvas, WebAssembly } = browser as Partial<
		FrameStreams & typeof globalThis
	>
	if (!MediaStreamTrackProcessor || !MediaStreamTrackGenerator || !OffscreenCanvas || !WebAssembly) return undefined
	return { MediaStreamTrackProcessor, MediaStreamTrackGenerator }
}

export const canBlurBackground = (): boolean => findFrameStreams() !== undefined

const failed = new WeakSet<MediaStreamTrack>()

/** Notes that a track has ended because its background could not be blurred, not because its camera is gone. */
export const noteBlurFailed = (track: MediaStreamTrack): void => void failed.add(track)
export const hasBlurFailed = (track: MediaStreamTrack): boolean => failed.has(track)
