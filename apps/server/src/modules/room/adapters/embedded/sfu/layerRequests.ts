/** A layer without receivers is still sent for this long. */
const unusedMs = 3_000
/** A publisher begins to send a layer within this time, or its line does not carry it; then it is asked again later. */
const startMs = 2_000
const retryMs = 15_000

interface Layer {
	/** Undefined while the publisher is not asked for it. */
	askedAtMs: number | undefined
	neededAtMs: number
	failedAtMs: number
}

/** The simulcast layers that a publisher is asked for: those that have receivers (ROOM-86). */
export class LayerRequests {
	readonly #layers: Layer[]

	/** A browser begins with all layers. */
	constructor(layerCount: number, nowMs: number) {
		this.#layers = Array.from({ length: layerCount }, () => ({
			askedAtMs: nowMs,
			neededAtMs: nowMs,
			failedAtMs: Number.NEGATIVE_INFINITY,
		}))
	}

	isAskedFor(layer: number): boolean {
		return this.#layers[layer]?.askedAtMs !== undefined
	}

	/** Whether the layer would come if it were asked for, or is on its way. */
	isExpected(layer: number, nowMs: number): boolean {
		const known = this.#layers[layer]
		if (!known || nowMs - known.failedAtMs < retryMs) return false
		return known.askedAtMs === undefined || nowMs - known.askedAtMs < startMs
	}

	/**
	 * @param needed the layers that participants receive, or wait for
	 * @returns the layers to ask for, if they have changed or one does not come, and those of them that are new
	 */
	update(
		needed: ReadonlySet<number>,
		isArriving: (layer: number) => boolean,
		nowMs: number,
	): { asked: number[]; added: number[] } | undefined {
		const before = this.#asked()
		let isRepeated = false
		for (const [index, layer] of this.#layers.entries()) {
			if (isArriving(index)) layer.failedAtMs = Number.NEGATIVE_INFINITY
			else if (needed.has(index) && layer.askedAtMs !== undefined && nowMs - layer.askedAtMs >= startMs) {
				layer.failedAtMs = nowMs
				layer.askedAtMs = nowMs
				isRepeated = true
			}
			if (needed.has(index)) {
				layer.neededAtMs = nowMs
				layer.askedAtMs ??= nowMs
			} else if (nowMs - layer.neededAtMs > unusedMs) layer.askedAtMs = undefined
		}
		const asked = this.#asked()
		if (asked.join() === before.join() && !isRepeated) return undefined
		return { asked, added: asked.filter(layer => !before.includes(layer)) }
	}

	#asked(): number[] {
		return [...this.#layers.keys()].filter(layer => this.isAskedFor(layer))
	}
}
