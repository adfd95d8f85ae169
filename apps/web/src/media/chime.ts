/** `admitted`: the person was let in; `knock`: somebody wants to come in; `recording`: it has begun or is over. */
export type ChimeKind = 'admitted' | 'knock' | 'recording'

/** Frequencies in Hz, one after the other. */
const tones: Record<ChimeKind, readonly number[]> = {
	admitted: [523.25, 659.25, 783.99],
	knock: [587.33, 440],
	recording: [659.25, 659.25],
}
const toneS = 0.14
const fadeS = 0.4

/** Plays a short sound of ours. A browser that blocks sound until a tap plays nothing, which is no problem. */
export function playChime(kind: ChimeKind): void {
	if (typeof AudioContext === 'undefined') return
	try {
		const context = new AudioContext()
		const frequencies = tones[kind]
		for (const [index, frequency] of frequencies.entries()) playTone(context, frequency, index * toneS)
		// Each context holds a thread of the browser.
		setTimeout(() => void context.close().catch(() => {}), (frequencies.length * toneS + fadeS) * 1_000 + 500)
	} catch {
		// The device has no sound.
	}
}

function playTone(context: AudioContext, frequency: number, afterS: number) {
	const startS = context.currentTime + afterS
	const gain = new GainNode(context, { gain: 0 })
	gain.gain.setValueAtTime(0, startS)
	gain.gain.linearRampToValueAtTime(0.16, startS + 0.02)
	gain.gain.exponentialRampToValueAtTime(0.001, startS + fadeS)
	gain.connect(context.destination)
	const tone = new OscillatorNode(context, { frequency, type: 'sine' })
	tone.connect(gain)
	tone.start(startS)
	tone.stop(startS + fadeS)
}
