import { createHmac } from 'node:crypto'
import type { Instant } from '@parley/core'
import type { GroupId, ImAppId, ImUserId } from '@parley/im'
import { LRUCache } from 'lru-cache'

/** Duration of an address hold after a guest's ban: longer than a live, shorter than a working day of an office. */
export const holdMs = 4 * 3_600_000

/** Shorter than guests are kept, so that no active guest is forgotten. */
const notedForMs = 24 * 3_600_000

/** Stores addresses as keyed hashes. */
export interface AddressHoldStore {
	/** Notes a guest with their latest address. */
	noteGuest(guest: { appId: ImAppId; uid: ImUserId; address: string; now: Instant }): Promise<void>
	/** Holds the address a guest was noted at; does nothing for people without a noted address, such as members. */
	hold(held: { appId: ImAppId; gid: GroupId; uid: ImUserId; since: Instant; until: Instant }): Promise<void>
	release(appId: ImAppId, gid: GroupId, uid: ImUserId): Promise<void>
	/** Returns whether a room is closed to a guest: another one was banned at their address before they came. */
	isHeld(guest: { appId: ImAppId; gid: GroupId; uid: ImUserId; address: string; now: Instant }): Promise<boolean>
	removeOld(before: { holds: Instant; guests: Instant }): Promise<void>
}

/** Prevents a banned guest from returning at once as another one. */
export interface AddressHolds {
	/** Notes the address of a guest who requested a token, or logged in. */
	note(appId: ImAppId, uid: ImUserId, address: string): Promise<void>
	/** Call when a guest was banned from a room. */
	hold(appId: ImAppId, gid: GroupId, uid: ImUserId): Promise<void>
	/** Call when the ban was lifted. */
	release(appId: ImAppId, gid: GroupId, uid: ImUserId): Promise<void>
	/** Returns whether a guest may not enter, because another one was banned at their address before they came. */
	isHeld(appId: ImAppId, gid: GroupId, guest: { uid: ImUserId; address: string }): Promise<boolean>
}

export function createAddressHolds(
	store: AddressHoldStore,
	/** HMAC key: stored values reveal no address. */
	key: Uint8Array,
	{ now }: { now(): Instant },
): AddressHolds {
	const hashOf = (appId: ImAppId, address: string): string =>
		createHmac('sha256', key)
			.update(JSON.stringify(['guest-address', appId, address]))
			.digest('base64url')
	/** Last noted address of guests, so that a repeated login costs no write. */
	const noted = new LRUCache<string, string>({ max: 20_000, ttl: notedForMs })
	return {
		async note(appId, uid, address) {
			const hashed = hashOf(appId, address)
			if (noted.get(`${appId} ${uid}`) === hashed) return
			await store.noteGuest({ appId, uid, address: hashed, now: now() })
			noted.set(`${appId} ${uid}`, hashed)
		},
		hold: (appId, gid, uid) => store.hold({ appId, gid, uid, since: now(), until: now() + holdMs }),
		release: (appId, gid, uid) => store.release(appId, gid, uid),
		isHeld: (appId, gid, { uid, address }) =>
			store.isHeld({ appId, gid, uid, address: hashOf(appId, address), now: now() }),
	}
}

/** No-op for messaging without guests. */
export const noAddressHolds: AddressHolds = {
	async note() {},
	async hold() {},
	async release() {},
	isHeld: async () => false,
}
