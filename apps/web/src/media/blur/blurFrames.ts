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
/** A machine that is busy for a moment catches up. */
const slowForMs = 5_000
/** The first frames compile the shaders and the model. */
const warmUpFrames = 5

/** Judges by the time that each frame takes whether the machine is too slow: on average, in five seconds. */
export function createSpeedJudge() {
	let warmUp = warmUpFrames
	let frames = 0
	let spentMs = 0
	return (frameMs: number): boolean => {
		if (warmUp > 0) {
			warmUp--
			return false
		}
		frames++
		spentMs += frameMs
		const isSlow = spentMs / frames > slowFrameMs
		if (spentMs < slowForMs) return false
		frames = 0
		spentMs = 0
		return isSlow
	}
}

export interface BlurFramesOptions {
	readable: ReadableStream<VideoFrame>
	writable: WritableStream<VideoFrame>
	openBlur(): Promise<FrameBlur>
	/** The machine is too slow; frames go on. */
	onSlow(): void
	/** The blur cannot be loaded, or fails; the track ends then. */
	onFailed(): void
	/** Milliseconds of any clock. */
	now(): number
}

/**
 * Blurs one frame after the other, until there are no more; frames that come meanwhile are dropped by the browser. Without
 * the blur no frame gets through.
 */
export async function blurFrames({
	readable,
	writable,
	openBlur,
	onSlow,
	onFailed,
	now,
}: BlurFramesOptions): Promise<void> {
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
			if (isTooSlow(now() - beganAt)) onSlow()
		}
	} catch {
		onFailed()
	} finally {
		blur?.close()
		void reader.cancel().catch(() => {})
		// Ends the track, which its owner hears.
		void writer.close().catch(() => {})
	}
}
