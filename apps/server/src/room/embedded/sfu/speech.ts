/** Louder than this (in -dBov) counts as voice; a quiet room sits around 60 to 90. */
const voiceLevelMax = 45
/** A cough or a key press is shorter. */
const voicedMsMin = 100
/** The pause between two words is shorter. */
const hangMs = 600

/** Decides from the levels of one microphone whether its owner is speaking (ROOM-31). */
export class SpeechDetector {
	#speaking = false
	#voicedSinceMs: number | undefined
	#voicedAtMs = 0

	get speaking(): boolean {
		return this.#speaking
	}

	/** Takes one level; true when the decision changed. */
	observe(level: number, nowMs: number): boolean {
		if (level > voiceLevelMax) return this.settle(nowMs)
		if (this.#voicedSinceMs === undefined || nowMs - this.#voicedAtMs > hangMs) this.#voicedSinceMs = nowMs
		this.#voicedAtMs = nowMs
		return this.#become(this.#speaking || nowMs - this.#voicedSinceMs >= voicedMsMin)
	}

	/** Time passed, perhaps without packets (a microphone that was turned off); true when the decision changed. */
	settle(nowMs: number): boolean {
		return this.#become(this.#speaking && nowMs - this.#voicedAtMs <= hangMs)
	}

	#become(speaking: boolean): boolean {
		const changed = speaking !== this.#speaking
		this.#speaking = speaking
		if (changed && !speaking) this.#voicedSinceMs = undefined
		return changed
	}
}
