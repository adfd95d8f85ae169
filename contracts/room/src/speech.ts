/** Louder than this (in -dBov) counts as voice; a quiet room sits around 60 to 90. */
const maxVoiceLevel = 45
/** Minimum duration; a cough or a key press is shorter. */
const minVoiceMs = 100
/** Hold time; the pause between two words is shorter. */
const holdMs = 600

/** Decides from the levels of one microphone whether its owner is speaking (ROOM-31). */
export class SpeechDetector {
	#speaking = false
	#voicedSinceMs: number | undefined
	#voicedAtMs = 0

	get speaking(): boolean {
		return this.#speaking
	}

	/** Takes a level; returns whether the decision changed. */
	observe(level: number, nowMs: number): boolean {
		if (level > maxVoiceLevel) return this.update(nowMs)
		if (this.#voicedSinceMs === undefined || nowMs - this.#voicedAtMs > holdMs) this.#voicedSinceMs = nowMs
		this.#voicedAtMs = nowMs
		return this.#setSpeaking(this.#speaking || nowMs - this.#voicedSinceMs >= minVoiceMs)
	}

	/** Advances time, perhaps without packets (a microphone that is off); returns whether the decision changed. */
	update(nowMs: number): boolean {
		return this.#setSpeaking(this.#speaking && nowMs - this.#voicedAtMs <= holdMs)
	}

	#setSpeaking(speaking: boolean): boolean {
		const changed = speaking !== this.#speaking
		this.#speaking = speaking
		if (changed && !speaking) this.#voicedSinceMs = undefined
		return changed
	}
}
