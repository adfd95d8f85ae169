import type { Membership, UserProfile } from '@parley/api'
import { codePointLength, personalEdition, truncate } from '@parley/core'

const shownMax = 16

/** A name as the centre shows it: sixteen characters of it at most (PERS-02). */
export const shownName = (name: string): string =>
	codePointLength(name) > shownMax ? `${truncate(name, shownMax)}…` : name

/** What the personal edition allows on a master platform (PERS-05); elsewhere there is nothing to say of it. */
export type Rights =
	| { at: 'none' }
	| { at: 'loading' }
	| { at: 'shown'; maxPeople: number; expires?: string | undefined }

type Answered = Pick<UserProfile, 'isMasterPlatform' | 'rights'>

/** @param answer of the centre; nothing before it has come */
export function rightsOf(company: Pick<Membership, 'type'> | undefined, answer: Answered | undefined): Rights {
	if (company?.type !== personalEdition) return { at: 'none' }
	if (!answer) return { at: 'loading' }
	if (!answer.isMasterPlatform) return { at: 'none' }
	return { at: 'shown', maxPeople: answer.rights.maxPeople, expires: answer.rights.expires }
}
