interface LineProbeDeps {
	video: HTMLVideoElement
	/** Returns whether the address responds. */
	isLineThere(url: string): Promise<boolean>
	onLineLost(): void
}

/** Asks whether the line is at fault for missing media. An unresponsive line is left before the buffer has played. */
export class LineProbe {
	readonly #deps: LineProbeDeps
	#url: string | undefined
	#isAsking = false
	/** The picture's position at the line's last response, in seconds; undefined if it does not respond. */
	#respondedAtS: number | undefined

	constructor(deps: LineProbeDeps) {
		this.#deps = deps
	}

	/** Sets the address being played. */
	setUrl(url: string): void {
		this.#url = url
		this.#respondedAtS = undefined
	}

	async ask(): Promise<void> {
		if (this.#url === undefined || this.#isAsking) return
		const asked = this.#url
		this.#isAsking = true
		const isThere = await this.#deps.isLineThere(asked)
		this.#isAsking = false
		if (asked !== this.#url) return
		this.#respondedAtS = isThere ? this.#deps.video.currentTime : undefined
		if (!isThere) this.#deps.onLineLost()
	}

	/** Returns whether the line responded where the picture is now. */
	hasRespondedHere(): boolean {
		return this.#respondedAtS !== undefined && Math.abs(this.#deps.video.currentTime - this.#respondedAtS) <= 1
	}
}
