import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'

/** The position of a viewer who rewound a live, for the page loaded in place of this one. */
export interface KeptPlace {
	/** Undefined if the viewer had not rewound before the reload, or watched something else. */
	secondsBehindLive(): number | undefined
	keep(secondsBehindLive: number): void
	forget(): void
}

const storageKey = 'livePlace'
const Place = v.object({
	stream: v.string(),
	behindS: v.number(),
	/** On this device's clock: the newest picture has moved on since. */
	keptAt: v.number(),
})

/**
 * In the storage of the tab: a reload finds it, another visit does not.
 * @param stream names the broadcast that is played now; nothing is kept of anything else
 */
export const createKeptPlace = (stream: () => string | undefined): KeptPlace => ({
	secondsBehindLive() {
		const place = readTabValue(storageKey, Place)
		if (!place || place.stream !== stream()) return undefined
		return place.behindS + Math.max(0, Date.now() - place.keptAt) / 1000
	},
	keep(behindS) {
		const place = { stream: stream(), behindS, keptAt: Date.now() }
		if (place.stream !== undefined) storage.writeTabText(storageKey, JSON.stringify(place))
	},
	forget: () => storage.writeTabText(storageKey, undefined),
})
