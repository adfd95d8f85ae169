/** `unknown` until there was enough sound, or silence, to tell. */
export type MicrophoneState = 'unknown' | 'heard' | 'silent'

const soundLevel = 0.01
const heardAfterMs = 300
const silentAfterMs = 5_000
/** A pause of more than this ends a sound: a single click is no voice. */
const pauseMs = 1_000

/** Judges by its levels whether a microphone works: 300 ms of sound prove it (ROOM-120). */
export function createMicrophoneJudge() {
	let state: MicrophoneState = 'unknown'
	let soundMs = 0
	let silenceMs = 0
	return (level: number, passedMs: number): MicrophoneState => {
		if (level >= soundLevel) {
			soundMs += passedMs
			silenceMs = 0
		} else {
			silenceMs += passedMs
			if (silenceMs > pauseMs) soundMs = 0
		}
		if (soundMs >= heardAfterMs) state = 'heard'
		// A microphone that was heard works, also while its owner listens.
		else if (silenceMs >= silentAfterMs && state !== 'heard') state = 'silent'
		return state
	}
}

const readEveryMs = 66

/** Reports the level of a microphone, from 0 to 1, and whether it works, until the function it returns is called. */
export function watchMicrophone(
	track: MediaStreamTrack,
	onLevel: (level: number, state: MicrophoneState) => void,
): () => void {
	const context = new AudioContext()
	const analyser = context.createAnalyser()
	context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
	const samples = new Float32Array(analyser.fftSize)
	const judge = createMicrophoneJudge()
	let readAt = performance.now()
	const timer = setInterval(() => {
		const now = performance.now()
		const passedMs = now - readAt
		readAt = now
		// Some browsers start it only after a tap; until then nothing is known.
		if (context.state !== 'running') return void context.resume().catch(() => {})
		analyser.getFloatTimeDomainData(samples)
		const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
		onLevel(toShownLevel(level), judge(level, passedMs))
	}, readEveryMs)
	return () => {
		clearInterval(timer)
		void context.close()
	}
}

/** From −60 to −12 dB: a voice at arm's length fills about half of the meter. */
const toShownLevel = (level: number): number => Math.min(1, Math.max(0, (20 * Math.log10(level + 1e-6) + 60) / 48))
