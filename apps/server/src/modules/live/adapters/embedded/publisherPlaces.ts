import { LRUCache } from 'lru-cache'
import { countedAddress } from '../../../../platform/clientAddress.ts'

/** Place of one connection. */
export interface PublisherPlace {
	/** Call when it publishes: it no longer counts as waiting, and its address becomes known. */
	publishes(): void
	/** Call when the connection has closed. */
	leave(): void
}

interface Waiting {
	address: string
	isKnown: boolean
	/** Ends the connection. */
	evict(): void
}

/** Connections that do not publish yet. */
const maxWaiting = 100
/** Places among them that are reserved for addresses that have published before. */
const reservedForKnown = 20
const maxWaitingOfStranger = 8
/** Connections that publish. */
const maxPublishing = 200
/** Per address, publishing or not. */
const maxOfAddress = 20
const maxKnown = 1_000

/**
 * Assigns places to the connections of publishers. Idle connections cannot lock others out: when all places for
 * connections that are not publishing yet are taken, the address with most of them loses its oldest one.
 */
export function createPublisherPlaces() {
	const known = new LRUCache<string, true>({ max: maxKnown })
	/** Oldest first. */
	const waiting = new Set<Waiting>()
	/** Addresses of publishing connections, once per connection. */
	const publishing = new Map<string, number>()

	const waitingOf = (address: string): Waiting[] => [...waiting].filter(other => other.address === address)
	const publishingTotal = (): number => [...publishing.values()].reduce((sum, count) => sum + count, 0)

	/**
	 * If all places of strangers, or of known addresses, are taken: the oldest connection of the address with most of
	 * them.
	 */
	function findToEvict(isKnown: boolean): Waiting | undefined {
		const others = [...waiting].filter(other => other.isKnown === isKnown)
		if (others.length < (isKnown ? maxWaiting : maxWaiting - reservedForKnown)) return undefined
		const counts = new Map<string, number>()
		for (const { address } of others) counts.set(address, (counts.get(address) ?? 0) + 1)
		const most = Math.max(...counts.values())
		return others.find(({ address }) => counts.get(address) === most)
	}

	return {
		/**
		 * Adds a connection from an address; IPv6 is counted by /64.
		 *
		 * @param evict called when another connection gets its place
		 * @returns undefined if no place is free
		 */
		enter(from: string, evict: () => void): PublisherPlace | undefined {
			const address = countedAddress(from) ?? from
			const isKnown = known.has(address)
			const waitingHere = waitingOf(address).length
			const ofAddress = waitingHere + (publishing.get(address) ?? 0)
			if (ofAddress >= maxOfAddress || (!isKnown && waitingHere >= maxWaitingOfStranger)) return undefined
			if (publishingTotal() >= maxPublishing) return undefined
			const toEvict = findToEvict(isKnown)
			if (toEvict) {
				waiting.delete(toEvict)
				toEvict.evict()
			}
			const own: Waiting = { address, isKnown, evict }
			waiting.add(own)
			let isPublishing = false
			return {
				publishes() {
					if (!waiting.delete(own)) return
					isPublishing = true
					known.set(address, true)
					publishing.set(address, (publishing.get(address) ?? 0) + 1)
				},
				leave() {
					waiting.delete(own)
					if (!isPublishing) return
					isPublishing = false
					const left = (publishing.get(address) ?? 1) - 1
					if (left > 0) publishing.set(address, left)
					else publishing.delete(address)
				},
			}
		},
	}
}
export type PublisherPlaces = ReturnType<typeof createPublisherPlaces>
