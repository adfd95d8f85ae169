/** The part of an audio element this needs. */
export interface AudioOutput {
	srcObject: MediaProvider | null
	play(): Promise<void>
	pause(): void
}

/** Lets everybody be heard. Browsers may refuse sound nobody asked for; one tap anywhere on our button allows it. */
export interface Playback {
	play(key: string, track: MediaStreamTrack): void
	stop(key: string): void
	/** To be called from a tap. */
	unlock(): void
	close(): void
}

export interface PlaybackDeps {
	createOutput(): AudioOutput
	createStream(track: MediaStreamTrack): MediaStream
	onBlocked(blocked: boolean): void
}

export function createPlayback({ createOutput, createStream, onBlocked }: PlaybackDeps): Playback {
	const speakers = new Map<string, AudioOutput>()

	async function start(speaker: AudioOutput) {
		try {
			await speaker.play()
			onBlocked(false)
		} catch (error) {
			// AbortError only says that the source changed meanwhile.
			if ((error as Error).name === 'NotAllowedError') onBlocked(true)
		}
	}

	function stop(key: string) {
		const speaker = speakers.get(key)
		if (!speaker) return
		speaker.pause()
		speaker.srcObject = null
		speakers.delete(key)
	}

	return {
		play(key, track) {
			const speaker = speakers.get(key) ?? createOutput()
			speakers.set(key, speaker)
			speaker.srcObject = createStream(track)
			void start(speaker)
		},
		stop,
		unlock() {
			for (const speaker of speakers.values()) void start(speaker)
		},
		close() {
			for (const key of [...speakers.keys()]) stop(key)
		},
	}
}

export const createBrowserPlayback = (onBlocked: (blocked: boolean) => void): Playback =>
	createPlayback({
		createOutput: () => new Audio(),
		createStream: track => new MediaStream([track]),
		onBlocked,
	})
