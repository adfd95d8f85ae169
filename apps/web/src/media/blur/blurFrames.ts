import type { BlurError } from './blurSupport.ts'

/** Blurs the background of single frames. */
export interface FrameBlur {
	/**
	 * Takes over the frame, and closes it. The result belongs to the caller.
	 * @throws if it cannot blur, or was closed meanwhile
	 */
	blur(frame: VideoFrame): Promise<VideoFrame>
	/** Ends its worker and frees its memory. */
	close(): void
}

/** Fewer than eight pictures a second look broken. */
const slowFrameMs = 125
const periodMs = 5_000
/** A machine that is busy for a moment, and one that slept, catch up. */
const slowPeriods = 3
/** The first frames compile the shaders and the model. */
const warmUpFrames = 5

/**
 * Judges by the time that each frame takes whether the machine is too slow: on average, in each of three periods of five
 * seconds in a row. One frame that takes long, however long, slows down one period only.
 */
export function createSpeedJudge() {
	let warmUp = warmUpFrames
	let frames = 0
	let spentMs = 0
	let slow = 0
	return (frameMs: number): boolean => {
		if (warmUp > 0) {
			warmUp--
			return false
		}
		frames++
		spentMs += frameMs
		if (spentMs < periodMs) return false
		slow = spentMs / frames > slowFrameMs ? slow + 1 : 0
		frames = 0
		spentMs = 0
		return slow >= slowPeriods
	}
}

export interface BlurFramesOptions {
	readable: ReadableStream<VideoFrame>
	writable: WritableStream<VideoFrame>
	openBlur(): Promise<FrameBlur>
	/** The blur cannot be loaded, fails, or is too slow; the track ends then. */
	onFailed(error: BlurError): void
	/** Milliseconds of any clock. */
	now(): number
}

/**
 * Blurs one frame after the other, until there are no more; frames that come meanwhile are dropped by the browser. Without
 * the blur no frame gets through.
 */
export async function blurFrames({ readable, writable, openBlur, onFailed, now }: BlurFramesOptions): Promise<void> {
	const reader = readable.getReader()
	const writer = writable.getWriter()
	const isTooSlow = createSpeedJudge()
	let blur: FrameBlur | undefined
	try {
		blur = await openBlur()
		for (;;) {
			const { value: frame, done } = await reader.read()
			if (done) return
			const beganAt = now()
			await writer.write(await blur.blur(frame))
			if (isTooSlow(now() - beganAt)) return onFailed('blur-slow')
		}
	} catch {
		onFailed('blur')
	} finally {
		blur?.close()
		void reader.cancel().catch(() => {})
		// Ends the track, which its owner hears.
		void writer.close().catch(() => {})
	}
}
