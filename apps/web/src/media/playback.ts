import { deviceChoices } from './deviceChoices.ts'
import { findChosen, listDevices } from './deviceList.ts'

/** The part of an audio element that is needed. */
export interface AudioOutput {
	srcObject: MediaProvider | null
	play(): Promise<void>
	pause(): void
	/** Missing where the browser always plays to the default of the system. */
	setSinkId?(id: string): Promise<void>
}

/** Plays the microphones of the others. Browsers may block sound until a tap (ROOM-77). */
export interface Playback {
	play(key: string, track: MediaStreamTrack): void
	stop(key: string): void
	/** Starts what was blocked; to be called from a tap. */
	unlock(): void
	/** Plays to this loudspeaker from now on; without an id to the default of the system. */
	setSpeaker(id: string | undefined): void
	close(): void
}

export interface PlaybackDeps {
	createOutput(): AudioOutput
	createStream(track: MediaStreamTrack): MediaStream
	onBlocked(blocked: boolean): void
}

export function createPlayback({ createOutput, createStream, onBlocked }: PlaybackDeps): Playback {
	const outputs = new Map<string, AudioOutput>()
	let speakerId = ''

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
			const known = outputs.get(key)
			const output = known ?? createOutput()
			outputs.set(key, output)
			if (!known && speakerId !== '') void sendTo(speakerId, output)
			output.srcObject = createStream(track)
			void start(output)
		},
		stop,
		unlock() {
			for (const output of outputs.values()) void start(output)
		},
		setSpeaker(id = '') {
			if (id === speakerId) return
			speakerId = id
			for (const output of outputs.values()) void sendTo(id, output)
		},
		close() {
			for (const key of [...outputs.keys()]) stop(key)
		},
	}
}

/** A loudspeaker that is gone leaves the sound where it is, on the default of the system. */
const sendTo = async (speakerId: string, output: AudioOutput) => {
	await output.setSinkId?.(speakerId).catch(() => {})
}

/** Safari and phones play to the device that the system has chosen. */
export const canChooseSpeaker = (): boolean =>
	typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype

/** The chosen loudspeaker, if it is there. */
export async function findSpeaker(): Promise<string | undefined> {
	const { speaker } = deviceChoices.get()
	return speaker && canChooseSpeaker() ? findChosen(speaker, (await listDevices()).speakers)?.id : undefined
}

const testNotes = [523.25, 659.25, 783.99] as const
const testNoteSeconds = 0.22

/** Plays three notes to a loudspeaker; resolves when they are over. */
export async function playTestSound(speakerId: string | undefined): Promise<void> {
	const context = new AudioContext()
	const output: AudioOutput = new Audio()
	try {
		const speaker = context.createMediaStreamDestination()
		output.srcObject = speaker.stream
		if (speakerId !== undefined) await sendTo(speakerId, output)
		for (const [index, frequency] of testNotes.entries()) playNote(context, speaker, frequency, index * testNoteSeconds)
		await output.play()
		await new Promise(resolve => setTimeout(resolve, (testNotes.length + 1) * testNoteSeconds * 1_000))
	} finally {
		output.pause()
		output.srcObject = null
		await context.close()
	}
}

function playNote(context: AudioContext, speaker: AudioNode, frequency: number, afterSeconds: number) {
	const [note, volume] = [context.createOscillator(), context.createGain()]
	const startsAt = context.currentTime + afterSeconds
	note.frequency.value = frequency
	// Fades in and out, because a sudden edge clicks.
	volume.gain.setValueAtTime(0, startsAt)
	volume.gain.linearRampToValueAtTime(0.3, startsAt + 0.02)
	volume.gain.linearRampToValueAtTime(0, startsAt + testNoteSeconds)
	note.connect(volume).connect(speaker)
	note.start(startsAt)
	note.stop(startsAt + testNoteSeconds)
}

export const createBrowserPlayback = (onBlocked: (blocked: boolean) => void): Playback =>
	createPlayback({
		createOutput: () => new Audio(),
		createStream: track => new MediaStream([track]),
		onBlocked,
	})
