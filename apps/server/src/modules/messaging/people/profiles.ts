import type { ImAppId, ImUserId } from '@parley/im'
import type { UserProfile } from '../model/person.ts'
import type { AccountNames } from '../ports/accounts.ts'
import type { MessagingStore } from '../store/store.ts'

export interface ProfilesDeps {
	store: Pick<MessagingStore, 'findUsers'>
	accounts: AccountNames
}

/** Profiles of people: members with their current account data, guests with the name they logged in with. */
export function createProfiles({ store, accounts }: ProfilesDeps) {
	async function findAccounts(appId: ImAppId, uids: readonly ImUserId[]): Promise<Map<ImUserId, UserProfile>> {
		const found = uids.length === 0 ? [] : await accounts.find(appId, uids)
		return new Map(found.map(({ uid, nickName, imgUrl }) => [uid, { uid, nickName, imgUrl, isGuest: false }]))
	}

	return {
		/** Finds people who have an account now. */
		findAccounts,
		/** Finds anyone who ever logged in; unknown people are missing. */
		async find(appId: ImAppId, uids: readonly ImUserId[]): Promise<Map<ImUserId, UserProfile>> {
			const found = await findAccounts(appId, uids)
			const others = uids.filter(uid => !found.has(uid))
			if (others.length === 0) return found
			for (const { uid, nickName, imgUrl, isGuest } of await store.findUsers(appId, others)) {
				found.set(uid, { uid, nickName, imgUrl, isGuest })
			}
			return found
		},
	}
}

export type Profiles = ReturnType<typeof createProfiles>
