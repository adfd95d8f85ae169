import type { ImAppId, ImUserId } from '@parley/im'
import { LRUCache } from 'lru-cache'
import type { AccountNames } from '../ports/accounts.ts'
import { nameSkeletons } from './nameSkeleton.ts'

/** Time for which others may still take a new host's name. */
const keptMs = 10_000

export interface RoomHostStore {
	/** Owners and managers of existing chat rooms, each with their name in that room. */
	listRoomHosts(appId: ImAppId): Promise<{ uid: ImUserId; nickName: string | null }[]>
}

/** Names refused to guests: those of owners and managers of chat rooms of the application, and look-alikes. */
export interface ReservedNames {
	isReserved(appId: ImAppId, name: string): Promise<boolean>
}

interface ReservedNamesDeps {
	store: RoomHostStore
	accounts: AccountNames
	clock: { now(): number }
}

export function createReservedNames({ store, accounts, clock }: ReservedNamesDeps): ReservedNames {
	const kept = new LRUCache<string, { at: number; skeletons: Promise<ReadonlySet<string>> }>({ max: 1_000 })

	async function read(appId: ImAppId): Promise<ReadonlySet<string>> {
		const hosts = await store.listRoomHosts(appId)
		const people = await accounts.find(appId, [...new Set(hosts.map(({ uid }) => uid))])
		const names = [...people, ...hosts].flatMap(({ nickName }) => nickName ?? [])
		return new Set(names.flatMap(nameSkeletons))
	}

	function skeletonsOf(appId: ImAppId): Promise<ReadonlySet<string>> {
		const known = kept.get(appId)
		if (known && clock.now() - known.at < keptMs) return known.skeletons
		const skeletons = read(appId)
		kept.set(appId, { at: clock.now(), skeletons })
		skeletons.catch(() => kept.delete(appId))
		return skeletons
	}

	return {
		async isReserved(appId, name) {
			const reserved = await skeletonsOf(appId)
			return nameSkeletons(name).some(skeleton => reserved.has(skeleton))
		},
	}
}
