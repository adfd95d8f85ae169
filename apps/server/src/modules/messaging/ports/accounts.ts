import type { ImAppId, ImUserId } from '@parley/im'
import type { UserProfile } from '../model/person.ts'

/** The sign-ins of members on the site. Signing out, changing the password or removing the account deletes them. */
export interface SignIns {
	/** Returns which of these sessions of the site still exist. */
	findExisting(ids: readonly string[]): Promise<string[]>
	/**
	 * Returns which of these former sessions were ended on purpose: by an operator, or together with all of their
	 * person's.
	 */
	findEnded(ids: readonly string[]): Promise<string[]>
	/**
	 * Returns the account of the person who signed in with it in this application; undefined if the sign-in was deleted
	 * or belongs to another person.
	 */
	findAccount(appId: ImAppId, uid: ImUserId, id: string): Promise<Omit<UserProfile, 'isGuest'> | undefined>
}

/** Current names and pictures of people with an account; people without one in this application are missing. */
export interface AccountNames {
	find(appId: ImAppId, uids: readonly ImUserId[]): Promise<Omit<UserProfile, 'isGuest'>[]>
}
