import { createOutputWatch, outputCheckMs, type PlayingOutput } from './deadOutput.ts'
import { deviceChoices } from './deviceChoices.ts'
import { findChosen, listDevices } from './deviceList.ts'

/** The part of an audio element that is needed. */
export interface AudioOutput extends PlayingOutput {
	onpause: unknown
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
	/** Plays nothing until `resume`. */
	pause(): void
	/** Starts what was blocked or paused; to be called from a tap. */
	resume(): void
	/** Starts everything anew, because nothing is to be heard. */
	restart(): void
	/** Plays to this loudspeaker from now on; without an id to the default of the system. */
	setSpeaker(id: string | undefined): void
	close(): void
}

export interface PlaybackEvents {
	/** The browser lets nothing be heard without a tap, or does so again. */
	onBlocked(isBlocked: boolean): void
	/** Nothing is heard although everything plays (ROOM-202). */
	onDead(isDead: boolean): void
}

export interface PlaybackDeps extends PlaybackEvents {
	createOutput(): AudioOutput
	createStream(track: MediaStreamTrack): MediaStream
}

/** A system that pauses again this soon would go on doing so. */
const minPlayedMs = 2_000

export function createPlayback({ createOutput, createStream, onBlocked, onDead }: PlaybackDeps): Playback {
	const outputs = new Map<string, AudioOutput>()
	let speakerId = ''
	let isPaused = false
	/** When each output was started again after the system had paused it. */
	const startedAgainAt = new Map<AudioOutput, number>()
	const blocked = new Set<AudioOutput>()
	const check = createOutputWatch({ getOutputs: () => outputs.values(), restart, onDead })
	const checking = setInterval(check, outputCheckMs)

	async function start(output: AudioOutput) {
		try {
			await output.play()
			setBlocked(output, false)
		} catch (error) {
			// AbortError only means that the source changed meanwhile.
			if ((error as Error).name === 'NotAllowedError') setBlocked(output, true)
		}
	}

	/** One person who is not heard is enough to ask for a tap. */
	function setBlocked(output: AudioOutput, isBlocked: boolean) {
		if (isBlocked && [...outputs.values()].includes(output)) blocked.add(output)
		else blocked.delete(output)
		onBlocked(blocked.size > 0)
	}

	/** Paused by the system, as after a phone call: browsers do not continue by themselves. */
	function startAgain(output: AudioOutput) {
		if (isPaused) return
		const now = performance.now()
		const isSoon = now - (startedAgainAt.get(output) ?? Number.NEGATIVE_INFINITY) < minPlayedMs
		startedAgainAt.set(output, now)
		if (isSoon) setBlocked(output, true)
		else void start(output)
	}

	function restart() {
		for (const output of outputs.values()) {
			const { srcObject } = output
			output.srcObject = null
			output.srcObject = srcObject
			if (!isPaused) void start(output)
		}
	}

	function stop(key: string) {
		const output = outputs.get(key)
		if (!output) return
		output.onpause = null
		output.pause()
		output.srcObject = null
		outputs.delete(key)
		startedAgainAt.delete(output)
		if (blocked.has(output)) setBlocked(output, false)
	}

	return {
		play(key, track) {
			const known = outputs.get(key)
			const output = known ?? createOutput()
			outputs.set(key, output)
			if (!known && speakerId !== '') void sendTo(speakerId, output)
			output.onpause = () => startAgain(output)
			output.srcObject = createStream(track)
			if (!isPaused) void start(output)
		},
		stop,
		pause() {
			isPaused = true
			for (const output of outputs.values()) output.pause()
		},
		resume() {
			isPaused = false
			startedAgainAt.clear()
			for (const output of outputs.values()) void start(output)
		},
		restart,
		setSpeaker(id = '') {
			if (id === speakerId) return
			speakerId = id
			for (const output of outputs.values()) void sendTo(id, output)
		},
		close() {
			clearInterval(checking)
			for (const key of [...outputs.keys()]) stop(key)
		},
	}
}

/** A loudspeaker that is gone leaves the sound where it is, on the default of the system. */
const sendTo = async (speakerId: string, output: Pick<AudioOutput, 'setSinkId'>) => {
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
	const output = new Audio()
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

export const createBrowserPlayback = (events: PlaybackEvents): Playback =>
	createPlayback({
		createOutput: () => new Audio(),
		createStream: track => new MediaStream([track]),
		...events,
	})
