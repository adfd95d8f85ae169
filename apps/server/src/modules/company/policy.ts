import { personalEdition, type SiteId } from '@parley/core'

/** Why a company may not invite somebody. */
export function inviteRefusal(
	company: { siteId: SiteId; type: number },
	person: { siteId: SiteId; isMember: boolean },
): 'otherSite' | 'personalEdition' | 'alreadyMember' | undefined {
	if (company.siteId !== person.siteId) return 'otherSite'
	// Whoever registers is there by themselves, and nobody else belongs there.
	if (company.type === personalEdition) return 'personalEdition'
	return person.isMember ? 'alreadyMember' : undefined
}
