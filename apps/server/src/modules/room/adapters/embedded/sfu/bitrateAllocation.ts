/** Shares the bandwidth of one participant: audio first, then a picture of each other participant, then better ones. */

export interface VideoDemand {
	/** Bit rates of the layers that arrive, lowest first; 0 for a layer that does not arrive. */
	layers: readonly number[]
	/** The layer that is sent now; -1 for none. */
	current: number
	/** The highest layer of use to the receiver; -1 for none. */
	highest: number
	/** False for a while after a step down. */
	mayRise: boolean
}

export interface Allocation {
	/** A layer for each demand; -1 for none. */
	layers: number[]
	/** Bits that the next improvement needs in all; undefined if all are shown as well as possible. */
	wanted: number | undefined
}

/** A rise needs a reserve, and what is sent may exceed its share a little, so that the layer does not flicker. */
const share = { rise: 1.1, stay: 0.95 }
const wantedReserve = 1.35

/**
 * @param available what is left for video, in bits per second; undefined if nothing is known of the line
 * @returns the lowest layer for as many as possible, in their order, and then higher ones while they fit
 */
export function allocateVideo(available: number | undefined, demands: readonly VideoDemand[]): Allocation {
	const shares = demands.map(demand => ({ ...demand, steps: stepsOf(demand), rate: 0, layer: -1 }))
	let left = available ?? Number.POSITIVE_INFINITY
	let used = 0
	let wanted: number | undefined
	for (let step = 0; step < Math.max(0, ...shares.map(({ steps }) => steps.length)); step++) {
		for (const demand of shares) {
			const layer = demand.steps[step]
			// Only a participant who has the step below can have this one.
			if (layer === undefined || demand.layer !== (demand.steps[step - 1] ?? -1)) continue
			const rate = demand.layers[layer] ?? 0
			const isRise = layer > demand.current
			const fits = rate * (isRise ? share.rise : share.stay) - demand.rate <= left
			if (!fits || (isRise && !demand.mayRise)) {
				wanted ??= used - demand.rate + rate * wantedReserve
				continue
			}
			left -= rate - demand.rate
			used += rate - demand.rate
			demand.layer = layer
			demand.rate = rate
		}
	}
	return { layers: shares.map(({ layer }) => layer), wanted }
}

/** Layers that can be chosen, lowest first: those that arrive and are of use, or the nearest to that. */
function stepsOf({ layers, highest }: VideoDemand): number[] {
	if (highest < 0) return []
	// A layer with fewer bits than a lower one is starved: its sender's line does not carry it.
	const arriving = layers.flatMap((rate, layer) => (rate > Math.max(0, ...layers.slice(0, layer)) ? [layer] : []))
	const useful = arriving.filter(layer => layer <= highest)
	if (useful.length > 0) return useful
	return arriving.length > 0 ? arriving.slice(0, 1) : [0]
}
