/** The part of an audio element that is needed. */
export interface AudioOutput {
	srcObject: MediaProvider | null
	play(): Promise<void>
	pause(): void
}

/** Plays the microphones of the others. Browsers may block sound until a tap (ROOM-77). */
export interface Playback {
	play(key: string, track: MediaStreamTrack): void
	stop(key: string): void
	/** Starts what was blocked; to be called from a tap. */
	unlock(): void
	close(): void
}

export interface PlaybackDeps {
	createOutput(): AudioOutput
	createStream(track: MediaStreamTrack): MediaStream
	onBlocked(blocked: boolean): void
}

export function createPlayback({ createOutput, createStream, onBlocked }: PlaybackDeps): Playback {
	const outputs = new Map<string, AudioOutput>()

	async function start(output: AudioOutput) {
		try {
			await output.play()
			onBlocked(false)
		} catch (error) {
			// AbortError only means that the source changed meanwhile.
			if ((error as Error).name === 'NotAllowedError') onBlocked(true)
		}
	}

	function stop(key: string) {
		const output = outputs.get(key)
		if (!output) return
		output.pause()
		output.srcObject = null
		outputs.delete(key)
	}

	return {
		play(key, track) {
			const output = outputs.get(key) ?? createOutput()
			outputs.set(key, output)
			output.srcObject = createStream(track)
			void start(output)
		},
		stop,
		unlock() {
			for (const output of outputs.values()) void start(output)
		},
		close() {
			for (const key of [...outputs.keys()]) stop(key)
		},
	}
}

export const createBrowserPlayback = (onBlocked: (blocked: boolean) => void): Playback =>
	createPlayback({
		createOutput: () => new Audio(),
		createStream: track => new MediaStream([track]),
		onBlocked,
	})
