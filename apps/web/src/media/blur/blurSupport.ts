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

/** The background cannot be blurred, or the machine is too slow for it. */
export type BlurError = 'blur' | 'blur-slow'

const errors = new WeakMap<MediaStreamTrack, BlurError>()

/** Notes that a track has ended because of its blur, not because its camera is gone. */
export const noteBlurError = (track: MediaStreamTrack, error: BlurError): void => void errors.set(track, error)
/** Returns why the blur of a track has ended it; undefined if that did not. */
export const getBlurError = (track: MediaStreamTrack): BlurError | undefined => errors.get(track)
export const isBlurError = (error: string): error is BlurError => error === 'blur' || error === 'blur-slow'
