import type { Membership } from '@parley/api'
import { isJoinNameLocked } from '@parley/core'
import { storage } from '../../../storage/index.ts'
import { type SessionState, useSession } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'

/**
 * Returns the person who joins, their name, and whether it can be changed (JOIN-06, JOIN-18, JOIN-19).
 * @param prefilledName the name entered before signing in (QJ-10)
 */
export function useParticipantIdentity(prefilledName?: string) {
	const person = useSession()
	const site = useSite(({ info }) => info)
	const isLocked = isNameLocked(person, site)
	const ownName = person.kind === 'member' ? person.user.displayName : (storage.read('joinDisplayName') ?? '')
	return { person, name: isLocked ? ownName : (prefilledName ?? ownName), isNameLocked: isLocked }
}

/** A member whose company is not known counts as a member of a company, not of the personal edition. */
const unknownCompany = { type: 0 }

export function isNameLocked(
	person: { kind: SessionState['kind']; company?: Pick<Membership, 'type'> | undefined },
	site: { isOa: boolean; type: number } | undefined,
): boolean {
	const company = person.kind === 'member' ? (person.company ?? unknownCompany) : undefined
	return site !== undefined && isJoinNameLocked(company, site)
}
