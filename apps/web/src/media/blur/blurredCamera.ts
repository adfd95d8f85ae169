import { blurFrames } from './blurFrames.ts'
import { findFrameStreams, noteBlurError } from './blurSupport.ts'
import { openBlurWorker } from './blurWorker.ts'

/**
 * Returns a track with the picture of the camera and a blurred background, which has no frames until the blur is loaded.
 * It belongs to the caller together with the camera: stopping it stops the camera and ends the worker. Where the blur fails or
 * is too slow, it ends (`getBlurError`), because the background is shown on request only.
 * @throws where `canBlurBackground` is false
 */
export function blurCamera(
	camera: MediaStreamTrack,
	{ openBlur = openBlurWorker, browser = globalThis as object, now = () => performance.now() } = {},
): MediaStreamTrack {
	const streams = findFrameStreams(browser)
	if (!streams) throw new Error('this browser cannot blur')
	const { readable } = new streams.MediaStreamTrackProcessor({ track: camera })
	const picture = new streams.MediaStreamTrackGenerator({ kind: 'video' })
	let close = () => {}
	let isStopped = false

	passAs(picture, camera, () => {
		isStopped = true
		camera.stop()
		close()
	})
	void blurFrames({
		readable,
		writable: picture.writable,
		async openBlur() {
			const blur = await openBlur()
			close = blur.close
			if (isStopped) close()
			return blur
		},
		onFailed(error) {
			if (isStopped) return
			noteBlurError(picture, error)
			camera.stop()
		},
		now,
	})
	return picture
}

/** The picture passes for its camera: the page stops it, and learns of its name, its side and its muting, as of any track. */
function passAs(picture: MediaStreamTrack, camera: MediaStreamTrack, onStop: () => void) {
	const stop = picture.stop.bind(picture)
	Object.defineProperties(picture, {
		label: { get: () => camera.label },
		muted: { get: () => camera.muted },
		getSettings: { value: () => camera.getSettings() },
		stop: {
			value() {
				onStop()
				stop()
			},
		},
	})
	for (const type of ['mute', 'unmute']) camera.addEventListener(type, () => picture.dispatchEvent(new Event(type)))
}
