import { personalEdition, type SiteId } from '@parley/core'

/** Why a company may not invite a person; undefined if it may. */
export function inviteRefusal(
	company: { siteId: SiteId; type: number },
	person: { siteId: SiteId; isMember: boolean },
): 'otherSite' | 'personalEdition' | 'alreadyMember' | undefined {
	if (company.siteId !== person.siteId) return 'otherSite'
	// Its members are the people who registered themselves.
	if (company.type === personalEdition) return 'personalEdition'
	return person.isMember ? 'alreadyMember' : undefined
}
